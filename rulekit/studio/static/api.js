// Asking the server. Whatever it refuses is thrown with its reason.
export async function get(path) { return answer(await fetch(path)); }
export async function post(path, body) {
  return answer(await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: typeof body === "string" ? body : JSON.stringify(body || {}) }));
}
async function answer(response) {
  let found = null;
  try { found = await response.json(); } catch { found = { text: `the server answered ${response.status}` }; }
  if (!response.ok) throw new Error(found.text || `the server answered ${response.status}`);
  return found;
}

// The connection to a table. It comes back by itself when it is lost.
export class Table {
  constructor(room, place, lang, tell) {
    Object.assign(this, { room, place, lang, tell, tries: 0, closed: false });
    this.connect();
  }
  connect() {
    this.socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${this.room}/${this.place}`);
    this.socket.onopen = () => { this.tries = 0; this.tell({ is: "open" }); if (this.lang !== "en") this.send({ do: "lang", lang: this.lang }); };
    this.socket.onmessage = (event) => this.tell(JSON.parse(event.data));
    this.socket.onclose = (event) => {
      if (this.closed) return;
      this.tell({ is: "lost", code: event.code, reason: event.reason });
      if (event.code === 4403) return;
      setTimeout(() => this.closed || this.connect(), Math.min(5000, 250 * 2 ** this.tries++));
    };
  }
  send(message) { if (this.socket.readyState === 1) this.socket.send(JSON.stringify(message)); }
  close() { this.closed = true; this.socket.close(); }
}
