// What the studio itself says, in each language. What a game says comes from its labels.
const FR = {
  "Play": "Jouer", "Write": "Écrire", "Study": "Étudier", "New table": "Nouvelle table", "Tables": "Tables", "Game": "Jeu",
  "Players": "Joueurs", "Seed": "Graine", "another one each time": "une autre à chaque fois", "Modules": "Modules", "Set-up": "Mise en place",
  "as the rules say": "selon la règle", "Seats": "Places", "person here": "personne ici", "person by link": "personne par lien", "bot": "robot",
  "Begin": "Commencer", "Continue": "Continuer", "Close": "Fermer", "Load a saved table": "Charger une table", "answers": "réponses", "over": "terminée",
  "Your games": "Vos jeux", "Games": "Jeux", "Examples": "Exemples", "Gallery": "Galerie", "Log": "Journal", "Rules": "Règles", "Card": "Carte",
  "Undo": "Annuler", "Save": "Enregistrer", "Links": "Liens", "Now": "Maintenant", "Fork from here": "Repartir d'ici", "Moment": "Moment",
  "you": "vous", "It is your turn to choose": "À vous de choisir", "is choosing": "choisit", "is thinking": "réfléchit", "The game is over": "La partie est finie",
  "wins": "gagne", "win": "gagnent", "Nobody wins": "Personne ne gagne", "Reconnecting": "Reconnexion", "round": "manche", "turn of": "tour de",
  "Pass the screen to": "Passez l'écran à", "I am": "Je suis", "empty": "vide", "hidden": "caché", "why not": "pourquoi pas", "Not possible now": "Impossible maintenant",
  "What would happen?": "Que se passerait-il ?", "counting": "calcul", "in any case": "dans tous les cas", "estimate": "estimation", "exact": "exact",
  "choose": "choisir", "Several choices": "Plusieurs choix", "Seat": "Place", "watch": "regarder", "copied": "copié", "Copy": "Copier", "Help": "Aide",
  "You look at the past": "Vous regardez le passé", "points": "points", "Options": "Options", "All choices": "Tous les choix", "Dark": "Sombre", "Light": "Clair",
  "Check": "Vérifier", "Format": "Mettre en forme", "Examples run": "Exemples", "Open": "Ouvrir", "No findings": "Rien à signaler", "Make an example of this": "En faire un exemple",
  "Run": "Lancer", "Cancel": "Arrêter", "Report": "Rapport", "Table": "Table", "Menu": "Menu", "Keys": "Touches", "Middle of the table": "Milieu de la table",
  "Every choice can be clicked on the table or in the list. Keys 1 to 9 take an option, U takes back, [ and ] go through the past, Tab and Enter choose things.":
    "Chaque choix se fait sur la table ou dans la liste. Les touches 1 à 9 prennent une option, U annule, [ et ] parcourent le passé, Tab et Entrée choisissent.",
  "find a choice": "chercher un choix", "plays anything": "joue n'importe quoi", "looks a little ahead": "voit un peu plus loin", "thinks half a second": "réfléchit une demi-seconde", "thinks two seconds": "réfléchit deux secondes", "another one": "un autre",
  "Save a copy": "Enregistrer une copie", "As a copy in your folder": "Une copie dans votre dossier", "Saved as": "Enregistré :", "Not saved yet": "Pas encore enregistré", "The language server has ended": "Le serveur de langage s'est arrêté",
  "The open table goes on with this text": "La table ouverte continue avec ce texte", "The table goes on where it stood": "La table continue où elle en était", "answers fit": "réponses rejouées", "lies within reach": "est à portée",
  "Lays the card at the cursor where whoever is asked can reach it": "Met la carte sous le curseur à portée de celui qui choisit", "A table with the text as it stands": "Une table avec le texte tel quel", "Definition": "Définition",
  "an example has run this line": "un exemple est passé par cette ligne", "an example has run this line, but not": "un exemple est passé par cette ligne, mais pas :", "no example has run this line": "aucun exemple n'est passé par cette ligne",
  "Try": "Essayer", "The table": "La table", "as the game is set up": "selon la mise en place", "What is done": "Ce qui se fait", "What has changed": "Ce qui a changé", "nothing": "rien", "Show the table": "Montrer la table",
  "Open at the table": "Ouvrir à la table", "Show the rule": "Montrer la règle", "The table has changed since; look again": "La table a changé ; regardez à nouveau", "Everything lies open to": "Tout est ouvert pour",
};
let lang = localStorage.getItem("rulekit-lang") || ((navigator.language || "en").startsWith("fr") ? "fr" : "en");
export const language = () => lang;
export function speak(code) { lang = code; localStorage.setItem("rulekit-lang", code); document.documentElement.lang = code; }
export const say = (text) => (lang === "fr" && FR[text]) || text;
