import { html } from "./vendor/preact.js";
export function Write() { return html`<main></main>`; }
