/** The things that can be taken back in a headset: the place of the specimen, and values. */
export type Undoable = 'place' | 'values'

/** The numbers of changes that can be taken back. */
export type UndoCounts = Readonly<Record<Undoable, number>>

const kinds = ['place', 'values'] as const
const mostKept = 200

/** The order in which places and values were changed, each of which has its own list of what was before. */
export class UndoOrder {
  readonly #order: Undoable[] = []
  readonly #last: Record<Undoable, number> = { place: 0, values: 0 }

  /** Notices what has changed. Called in each frame. */
  follow(counts: UndoCounts): void {
    for (const kind of kinds) {
      if (counts[kind] > this.#last[kind]) this.#order.push(kind)
      this.#last[kind] = counts[kind]
    }
    if (this.#order.length > mostKept) this.#order.shift()
  }

  /** Returns the kind of the last change that can be taken back, and forgets it; null for none. */
  pop(counts: UndoCounts): Undoable | null {
    for (let kind = this.#order.pop(); kind; kind = this.#order.pop()) if (counts[kind] > 0) return kind
    return kinds.find((kind) => counts[kind] > 0) ?? null
  }
}
