/** Sets the clock of a process an hour back: what it takes for now, and dates made of that. */
const now = Date.now
globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length > 0 ? given : [now() - 3_600_000]))
  }

  static now() {
    return now() - 3_600_000
  }
}
