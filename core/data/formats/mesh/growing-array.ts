import type { ByteBudget } from '../byte-budget.ts'

type Numbers = Float32Array | Float64Array | Uint32Array

const [pieceShift, pieceLength] = [13, 2 ** 13]

/**
 * Numbers in pieces of memory, each taken from the budget: a file costs its content and never its announced
 * size. Doubling one array would hold three times the content while it is copied.
 */
export class GrowingArray<T extends Numbers> {
  readonly #Kind: new (
    length: number,
  ) => T
  readonly #budget: ByteBudget
  #pieces: T[] = []
  #last: T
  #length = 0

  constructor(Kind: new (length: number) => T, budget: ByteBudget) {
    this.#Kind = Kind
    this.#budget = budget
    this.#last = new Kind(0)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    const place = this.#length & (pieceLength - 1)
    if (place === 0) this.#grow()
    this.#last[place] = value
    this.#length++
  }

  get(index: number): number {
    return this.#pieces[index >>> pieceShift]?.[index & (pieceLength - 1)] ?? 0
  }

  /** Replaces a number that is there. */
  set(index: number, value: number): void {
    const piece = this.#pieces[index >>> pieceShift]
    if (piece) piece[index & (pieceLength - 1)] = value
  }

  /** Returns all numbers in one array and forgets them. @throws `file.undecodable` beyond the budget */
  takeAll(): T {
    const bytes = this.#last.BYTES_PER_ELEMENT
    this.#budget.take('A list of numbers', bytes * this.#length)
    const whole = new this.#Kind(this.#length)
    this.#pieces.forEach((piece, i) => {
      const start = i * pieceLength
      whole.set(piece.subarray(0, Math.min(pieceLength, this.#length - start)), start)
    })
    this.clear()
    return whole
  }

  /** Forgets all numbers. */
  clear(): void {
    this.#budget.give(this.#pieces.length * pieceLength * this.#last.BYTES_PER_ELEMENT)
    this.#pieces = []
    this.#length = 0
  }

  #grow(): void {
    this.#budget.take('A list of numbers', pieceLength * this.#last.BYTES_PER_ELEMENT)
    this.#last = new this.#Kind(pieceLength)
    this.#pieces.push(this.#last)
  }
}

/** Returns optional numbers if all are finite, else undefined: the file is then shown without them. */
export function toFiniteOrNone(values: Float32Array | undefined): Float32Array | undefined {
  return values?.every(Number.isFinite) ? values : undefined
}
