// What the studio itself says, in each language that has a catalogue (`rulekit/locale`). What a game says comes from its labels.
let lang = "en", words = {}, languages = [["en", "English"]];
export const language = () => lang;
export const known = () => languages;

// From now on everything is said in a language; one that nobody knows is the first.
export async function speak(code) {
  const found = await (await fetch(`/words/${encodeURIComponent(code)}`)).json();
  ({ lang, words, languages } = found);
  localStorage.setItem("rulekit-lang", lang);
  document.documentElement.lang = lang;
}
export const wanted = () => localStorage.getItem("rulekit-lang") || (navigator.language || "en").split("-")[0];
export const say = (text) => words[text] || text;
export const word = (text) => text; // one that is said later: so that the catalogues are asked for it
export const colon = () => say(": "); // which has a space before it in some languages
