// Controls for options that are put together: amounts, payments, steps, several picks, orders. Each can be used by keyboard alone.
import { html, useRef } from "./vendor/preact.js";
import { carried, membersOf, mixOf, orderOf, stepOf } from "./forms.js";
import { settled } from "./offers.js";
import { Odds, Row } from "./choices.js";
import { colon, say } from "./words.js";

const Confirm = ({ ui, option, label, take, disabled }) => html`<div class="confirm-row"><button class="main confirm" disabled=${disabled} onClick=${take}>${label}${option?.cost ? ` (${option.cost})` : ""}</button>
  ${option && html`<button class="quiet odds" title=${say("What would happen?")} aria-label=${say("What would happen?")} onClick=${() => ui.odds(option)}>?</button>`}</div>
  ${option && ui.told[option.text] && html`<${Odds} told=${ui.told[option.text]} />`}`;

// A number: a slider with a step down and up.
function Stepper({ label, values, at, change }) {
  const to = (next) => change(Math.max(0, Math.min(values.length - 1, next)));
  return html`<div class="stepper"><button class="less" aria-label=${`${label}${colon()}${say("less")}`} disabled=${at === 0} onClick=${() => to(at - 1)}>−</button>
    <input type="range" min="0" max=${values.length - 1} value=${at} aria-label=${label} aria-valuetext=${String(values[at])} onInput=${(e) => to(Number(e.target.value))} />
    <button class="more" aria-label=${`${label}${colon()}${say("more")}`} disabled=${at === values.length - 1} onClick=${() => to(at + 1)}>+</button><output>${values[at]}</output></div>`;
}

export function Amount({ ui, group }) {
  const sorted = group.options.map((at) => ui.decision.options[at]).sort((a, b) => a.means.amount - b.means.amount), at = Math.min(ui.draft.number, sorted.length - 1);
  return html`<div class="control amount"><${Stepper} label=${group.label || ui.decision.prompt} values=${sorted.map((one) => one.means.amount)} at=${at} change=${(number) => ui.setDraft({ ...ui.draft, number })} />
    <${Confirm} ui=${ui} option=${sorted[at]} label=${sorted[at].label} take=${() => ui.send1(sorted[at].text)} /></div>`;
}

// A payment or gain: so much of each, with what it comes to.
export function Amounts({ ui, group }) {
  const mix = mixOf(ui.decision, group, ui.draft), set = (i, amount) => ui.setDraft({ ...ui.draft, amounts: { ...mix.now, [i]: amount } });
  const missing = mix.next.length === 1 && !mix.option ? mix.next[0] : null;
  return html`<div class="control amounts" role="group" aria-label=${ui.decision.prompt}>${group.roles.map((role, i) => html`<div class="axis" key=${i}><span id=${`axis-${i}`}>${role.label}</span>
      <button class="less" aria-label=${`${role.label}${colon()}${say("less")}`} disabled=${!mix.less[i]} onClick=${() => set(i, mix.now[i] - 1)}>−</button>
      <input type="number" aria-label=${role.label} min=${role.low} max=${role.high} value=${mix.now[i]} onInput=${(e) => set(i, Math.max(role.low, Math.min(role.high, Math.trunc(Number(e.target.value)) || 0)))} />
      <button class="more" aria-label=${`${role.label}${colon()}${say("more")}`} disabled=${!mix.more[i]} onClick=${() => set(i, mix.now[i] + 1)}>+</button></div>`)}
    <p class="total" role="status">${say("together")} <b>${mix.sum}</b>${group.total !== null ? ` / ${group.total}` : ""}${mix.option ? " ✓" : mix.next.length ? ` – ${say("not enough yet")}` : ` – ${say("does not fit")}`}</p>
    ${missing && html`<button class="quiet rest" onClick=${() => ui.setDraft({ ...ui.draft, amounts: { ...missing.amounts } })}>→ ${missing.option.label}</button>`}
    <${Confirm} ui=${ui} option=${mix.option} label=${mix.option ? mix.option.label : say("Done")} disabled=${!mix.option} take=${() => ui.send1(mix.option.text)} /></div>`;
}

// One value after the other: each can be clicked on the table or in the list; a long row of numbers is a slider.
export function Steps({ ui, group }) {
  const { decision, draft } = ui, step = stepOf(decision, group, draft), role = group.roles[step.role];
  const back = (to) => ui.setDraft({ ...draft, steps: draft.steps.slice(0, to), members: [], number: 0 });
  const numbers = role && !role.many && step.values.length > 8 && step.values.every((value) => value.means.amount !== null);
  const sorted = numbers ? [...step.values].sort((a, b) => a.means.amount - b.means.amount) : [], at = Math.min(draft.number, sorted.length - 1);
  const whole = role?.many ? membersOf(step.values, draft.members).whole : null;
  return html`<div class="control steps">${draft.steps.length > 0 && html`<p class="taken">${draft.steps.map((one, i) => html`<button key=${i} class="chip" aria-label=${`${say("Take back")}${colon()}${group.roles[one.role].label} ${one.label}`} onClick=${() => back(i)}>${group.roles[one.role].label} <b>${one.label}</b> ×</button>`)}</p>`}
    ${role && html`<p class="role" role="status">${role.label || group.label}${role.many && draft.members.length ? ` (${draft.members.length})` : ""}</p>`}
    ${numbers ? html`<${Stepper} label=${role.label} values=${sorted.map((value) => value.means.amount)} at=${at} change=${(number) => ui.setDraft({ ...draft, number })} />
        <${Confirm} ui=${ui} label=${sorted[at].label} take=${() => ui.settle(decision, group, settled(draft, step.role, sorted[at]))} />`
      : html`<ol class=${"options" + (ui.offers.all.length > 6 ? " many" : "")}>${ui.offers.all.map((entry) => html`<${Row} key=${entry.key} ui=${ui} entry=${entry} />`)}</ol>`}
    ${role?.many && html`<${Confirm} ui=${ui} label=${whole ? whole.label : say("Done")} disabled=${!whole} take=${() => ui.settle(decision, group, settled(draft, step.role, whole))} />`}</div>`;
}

// Several picks in any order: each is taken and given back by a click, then all are answered at once.
export function Picks({ ui }) {
  const { series } = ui.decision.form, { picks } = ui.draft, end = series.end === null ? null : ui.decision.options[series.end];
  const enough = picks.length >= series.least, before = series.picked.length, most = before + series.most;
  const texts = picks.map((at) => ui.decision.options[at].text), whole = picks.length === series.most;
  return html`<div class="control picks"><p class="total" role="status"><b>${before + picks.length}</b> ${say("of")} ${series.least === series.most ? most : `${before + series.least}–${most}`}${before ? ` (${series.picked.join(", ")})` : ""}</p>
    <ol class=${"options" + (ui.offers.all.length > 6 ? " many" : "")}>${ui.offers.all.map((entry) => html`<${Row} key=${entry.key} ui=${ui} entry=${entry} />`)}</ol>
    <${Confirm} ui=${ui} label=${picks.length ? `${say("Done")}${colon()}${picks.map((at) => ui.decision.options[at].label).join(", ")}` : end ? end.label : say("Done")} disabled=${!enough || (!picks.length && !end)}
      take=${() => ui.sendAll(end && !whole ? [...texts, end.text] : texts)} /></div>`;
}

// Everything in an order: dragged, moved by buttons, or by Alt and an arrow key.
export function Order({ ui }) {
  const { decision, draft } = ui, order = orderOf(decision, draft, ui.wish), list = useRef(null), held = useRef(null);
  const move = (from, to, focus) => {
    ui.setDraft({ ...draft, order: carried(order, from, to), fixed: Math.max(draft.fixed, 0) });
    if (focus) setTimeout(() => list.current?.children[Math.max(0, Math.min(to, order.length - 1))]?.querySelector(".handle")?.focus(), 0);
  };
  const keys = (event, at) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!by) return;
    event.preventDefault();
    if (event.altKey || event.ctrlKey) move(at, at + by, true);
    else list.current?.children[at + by]?.querySelector(".handle")?.focus();
  };
  const drag = (event) => {
    if (held.current === null) return;
    const over = [...list.current.children].findIndex((row) => { const box = row.getBoundingClientRect(); return event.clientY < box.bottom; });
    const to = over < 0 ? order.length - 1 : over;
    if (to !== held.current) { move(held.current, to); held.current = to; }
  };
  const label = (at) => decision.options[at].label;
  return html`<div class="control order"><p class="help">${say("Drag, or use the arrows; with the keyboard Alt and an arrow key.")}</p>
    <ol class="sorted" ref=${list} onPointerMove=${drag} onPointerUp=${() => { held.current = null; }}>${order.map((at, i) => html`<li key=${`${at} ${order.slice(0, i).filter((one) => one === at).length}`} class=${i < draft.fixed ? "fixed" : ""}>
      <button class="handle" data-option=${decision.options[at].text} aria-label=${`${i + 1}. ${label(at)}`} onPointerDown=${(e) => { held.current = i; e.currentTarget.parentElement.parentElement.setPointerCapture?.(e.pointerId); }} onKeyDown=${(e) => keys(e, i)}
        onFocus=${() => ui.heat(at + 1)} onBlur=${() => ui.heat(0)}><kbd>${i + 1}</kbd> <span>${label(at)}</span> <i aria-hidden="true">⠿</i></button>
      <button class="quiet up" aria-label=${`${label(at)}${colon()}${say("earlier")}`} disabled=${i === 0} onClick=${() => move(i, i - 1)}>↑</button>
      <button class="quiet down" aria-label=${`${label(at)}${colon()}${say("later")}`} disabled=${i === order.length - 1} onClick=${() => move(i, i + 1)}>↓</button></li>`)}</ol>
    <${Confirm} ui=${ui} label=${say("In this order")} take=${() => ui.sendAll(order.map((at) => decision.options[at].text))} />
    <button class="quiet first" onClick=${() => ui.send1(decision.options[order[0]].text)}>${say("Only the first")}${colon()}${label(order[0])}</button></div>`;
}
