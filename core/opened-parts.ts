/** The parts of a host that hold something open: processes, files, timers, connections. */
export class OpenedParts {
  readonly #closings: (() => unknown)[] = []

  /** Adds a part by what closes it. */
  add(close: () => unknown): void {
    this.#closings.push(close)
  }

  /** Closes all parts, each once. @throws the first error of these, after all have tried */
  async close(): Promise<void> {
    const ends = await Promise.allSettled(this.#closings.splice(0).map(async (close) => await close()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
}
