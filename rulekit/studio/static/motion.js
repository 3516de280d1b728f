// What has happened is shown as it happened: things move from where they were, dice tumble, amounts float up from their counters.
// Whoever wants things to stand still (`prefers-reduced-motion`) sees the table as it is, at once.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const MOST = 60; // moves at once; more than that nobody follows

export function places(root) {
  const found = new Map();
  if (still.matches || !root) return found;
  for (const el of root.querySelectorAll("[data-id]")) found.set(el.dataset.id, el.getBoundingClientRect());
  return found;
}

export function show(root, before, news) {
  if (still.matches || !root) return;
  if (before.size) moved(root, before, news);
  rolled(root, news);
  counted(root, news);
}

// Each thing keeps its id as long as it is in sight; what comes from a hidden place starts there.
function moved(root, before, news) {
  const from = new Map();
  for (const event of news) if (event.kind === "move") for (const id of event.things) if (id !== null && event.start && !from.has(String(id))) from.set(String(id), event.start);
  let count = 0;
  for (const el of root.querySelectorAll("[data-id]")) {
    const now = el.getBoundingClientRect();
    let old = before.get(el.dataset.id);
    if (!old && from.has(el.dataset.id)) old = root.querySelector(`[data-zone="${CSS.escape(from.get(el.dataset.id))}"]`)?.getBoundingClientRect();
    if (!old || count > MOST) continue;
    const dx = old.left + old.width / 2 - now.left - now.width / 2, dy = old.top + old.height / 2 - now.top - now.height / 2;
    if (Math.abs(dx) + Math.abs(dy) < 6) continue;
    count++;
    el.animate([{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], { duration: 380, easing: "cubic-bezier(.3,.7,.3,1)" });
  }
}

// Dice with faces tumble where they lie; dice for a number beside the question.
function rolled(root, news) {
  for (const event of news) {
    if (event.kind === "roll") {
      const face = root.querySelector(`.face[data-id="${event.things[event.things.length - 1]}"]`), die = face?.closest(".die");
      die?.querySelector(".faces").animate([0, -9, 8, -6, 4, 0].map((turn) => ({ transform: `rotate(${turn}deg) scale(${turn ? 0.94 : 1})` })), { duration: 560 });
      face?.animate([{ opacity: 0.2 }, { opacity: 0.2, offset: 0.7 }, { opacity: 1, transform: "scale(1.25)", offset: 0.85 }, { opacity: 1, transform: "none" }], { duration: 700 });
    }
  }
  news.filter((event) => event.dice && event.amount !== null).slice(-5).forEach((event, at) => tumbled(root, event, at));
}

function tumbled(root, event, at) {
  const home = (root.querySelector(".middle") || root).getBoundingClientRect(), die = document.createElement("div");
  Object.assign(die, { className: "tumbling", textContent: event.amount, title: event.dice });
  die.setAttribute("aria-hidden", "true");
  Object.assign(die.style, { left: `${home.left + home.width / 2 + at * 74 - 36}px`, top: `${Math.max(70, home.top + 30)}px` });
  document.body.append(die);
  const turns = [{ transform: "translate(-180px, -60px) rotate(-400deg)", opacity: 0, color: "transparent" }, { transform: "translate(-40px, 10px) rotate(-90deg)", opacity: 1, color: "transparent", offset: 0.35 },
    { transform: "none", opacity: 1, offset: 0.5 }, { transform: "scale(1.15)", opacity: 1, offset: 0.56 }, { transform: "none", opacity: 1, offset: 0.85 }, { transform: "none", opacity: 0 }];
  die.animate(turns, { duration: 1700, easing: "ease-out" }).finished.finally(() => die.remove());
}

// What was gained or lost floats from the counter; several at one counter are told as one.
function counted(root, news) {
  const sums = new Map();
  for (const event of news) for (const { name, player, thing, by } of event.changes) {
    const key = thing === null ? `.counter[data-res="${CSS.escape(name)}"][data-owner="${player ?? ""}"]` : `[data-id="${thing}"]`;
    sums.set(key, (sums.get(key) || 0) + by);
  }
  for (const [selector, by] of sums) {
    const el = by && root.querySelector(selector);
    if (!el) continue;
    const box = el.getBoundingClientRect(), told = document.createElement("span");
    Object.assign(told, { className: `floating ${by > 0 ? "up" : "down"}`, textContent: by > 0 ? `+${by}` : `−${-by}` });
    told.setAttribute("aria-hidden", "true");
    Object.assign(told.style, { left: `${box.left + Math.min(box.width, 60) / 2}px`, top: `${box.top}px` });
    document.body.append(told);
    told.animate([{ transform: "translateY(6px)", opacity: 0 }, { transform: "translateY(-6px)", opacity: 1, offset: 0.2 }, { transform: "translateY(-26px)", opacity: 0 }], { duration: 1500, easing: "ease-out" }).finished.finally(() => told.remove());
    el.animate([{ transform: "none" }, { transform: "scale(1.18)", offset: 0.25 }, { transform: "none" }], { duration: 500 });
  }
}
