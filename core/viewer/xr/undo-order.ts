/** The things that can be taken back in a headset: the place of the specimen, and values. */
export type Undoable = 'place' | 'values'

/** The numbers of changes that can be taken back. */
export type UndoCounts = Readonly<Record<Undoable, number>>

/** All that one change has changed. */
type Change = readonly Undoable[]

const both: Change = ['place', 'values']
const [place, values]: readonly [Change, Change] = [['place'], ['values']]
const mostKept = 200

/** The order in which places and values were changed, each of which has its own list of what was before. */
export class UndoOrder {
  readonly #order: Change[] = []
  readonly #last: Record<Undoable, number> = { place: 0, values: 0 }

  /** Notices what has changed: in one frame, it is one change. Called in each frame. */
  follow(counts: UndoCounts): void {
    const isMoved = counts.place > this.#last.place
    if (counts.values > this.#last.values) this.#order.push(isMoved ? both : values)
    else if (isMoved) this.#order.push(place)
    this.#last.place = counts.place
    this.#last.values = counts.values
    if (this.#order.length > mostKept) this.#order.shift()
  }

  /** Returns the kinds of the last change that can be taken back, and forgets it; none for no change. */
  pop(counts: UndoCounts): Change {
    for (let change = this.#order.pop(); change; change = this.#order.pop()) {
      const open = change.filter((kind) => counts[kind] > 0)
      if (open.length > 0) return open
    }
    return both.filter((kind) => counts[kind] > 0).slice(0, 1)
  }
}
