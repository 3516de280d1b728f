// Things move from where they were: each keeps its id as long as it is in sight; what comes from a hidden place starts there.
const still = matchMedia("(prefers-reduced-motion: reduce)");
export function places(root) {
  const found = new Map();
  if (still.matches || !root) return found;
  for (const el of root.querySelectorAll("[data-id]")) found.set(el.dataset.id, el.getBoundingClientRect());
  return found;
}
export function move(root, before, news) {
  if (still.matches || !root || !before.size) return;
  const from = new Map();
  for (const event of news) if (event.kind === "move") for (const id of event.things) if (id !== null && event.start && !from.has(String(id))) from.set(String(id), event.start);
  let count = 0;
  for (const el of root.querySelectorAll("[data-id]")) {
    const now = el.getBoundingClientRect();
    let old = before.get(el.dataset.id);
    if (!old && from.has(el.dataset.id)) old = root.querySelector(`[data-zone="${CSS.escape(from.get(el.dataset.id))}"]`)?.getBoundingClientRect();
    if (!old || count > 60) continue;
    const dx = old.left + old.width / 2 - now.left - now.width / 2, dy = old.top + old.height / 2 - now.top - now.height / 2;
    if (Math.abs(dx) + Math.abs(dy) < 6) continue;
    count++;
    el.animate([{ transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 }, { transform: "none", zIndex: 5 }], { duration: 380, easing: "cubic-bezier(.3,.7,.3,1)" });
  }
}
