import { html } from "./vendor/preact.js";
export function Study() { return html`<main></main>`; }
