// Small helps for readers; every page works without them.
"use strict";

// Code can be copied: of a console block, what is typed.
function copyButtons() {
  for (const block of document.querySelectorAll("[role=main] .codehilite, [role=main] > pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "rk-copy";
    button.textContent = "copy";
    button.addEventListener("click", async () => {
      const text = block.querySelector("pre, code").textContent;
      const typed = text.split("\n").filter((line) => line.startsWith("$ ")).map((line) => line.slice(2));
      await navigator.clipboard.writeText(typed.length ? typed.join("\n") : text);
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    });
    block.classList.add("rk-copied");
    block.prepend(button);
  }
}

// A click on a picture shows it as large as it is, to be scrolled; another click, or Escape, closes it.
function zoom() {
  for (const picture of document.querySelectorAll("[role=main] img")) {
    picture.classList.add("rk-zoom");
    picture.tabIndex = 0;
    picture.title = picture.title || "click to enlarge";
    const open = () => {
      const dialog = document.createElement("dialog");
      dialog.className = "rk-large";
      const large = picture.cloneNode();
      large.className = "";
      large.removeAttribute("width");
      large.removeAttribute("height");
      // as large as it was drawn, or as the window is, whichever is more
      const fit = Math.min(window.innerWidth * 0.96 / picture.naturalWidth, window.innerHeight * 0.94 / picture.naturalHeight);
      large.style.width = `${Math.round(picture.naturalWidth * Math.max(1, fit))}px`;
      dialog.append(large);
      dialog.addEventListener("click", () => dialog.close());
      dialog.addEventListener("close", () => dialog.remove());
      document.body.append(dialog);
      dialog.showModal();
    };
    picture.addEventListener("click", open);
    picture.addEventListener("keydown", (event) => { if (event.key === "Enter") open(); });
  }
}

// Pages of cards have a line that keeps only the cards with some words, in any language.
function cardFilter() {
  const cards = [...document.querySelectorAll(".rk-card")];
  if (cards.length < 12) return;
  const line = document.createElement("input");
  line.type = "search";
  line.className = "rk-filter form-control";
  line.placeholder = `find among ${cards.length} cards: a name, a word of the text, a source`;
  line.setAttribute("aria-label", "find cards");
  const groups = [...document.querySelectorAll(".rk-cards")];
  line.addEventListener("input", () => {
    const words = line.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const card of cards) {
      const text = card.textContent.toLowerCase();
      card.hidden = !words.every((word) => text.includes(word));
    }
    for (const group of groups) {
      const empty = ![...group.querySelectorAll(".rk-card")].some((card) => !card.hidden);
      group.hidden = empty;
      if (group.previousElementSibling?.tagName === "H3") group.previousElementSibling.hidden = empty;
    }
  });
  groups[0].closest("[role=main]").querySelector("h1").insertAdjacentElement("afterend", line);
}

document.addEventListener("DOMContentLoaded", () => {
  copyButtons();
  zoom();
  cardFilter();
  document.querySelector(".rk-side a.active")?.scrollIntoView({ block: "center" });
});
