const firstLength = 1024

/** Numbers in memory that doubles: a file costs its content and never its announced size. */
export class GrowingArray<T extends Float32Array | Uint32Array> {
  readonly #Kind: new (
    length: number,
  ) => T
  #array: T
  #length = 0

  constructor(Kind: new (length: number) => T) {
    this.#Kind = Kind
    this.#array = new Kind(firstLength)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#array.length) {
      const larger = new this.#Kind(2 * this.#length)
      larger.set(this.#array)
      this.#array = larger
    }
    this.#array[this.#length++] = value
  }

  get(index: number): number {
    return this.#array[index] ?? 0
  }

  toArray(): T {
    const whole = new this.#Kind(this.#length)
    whole.set(this.#array.subarray(0, this.#length))
    return whole
  }
}

/** Returns optional numbers if all are finite, else undefined: the file is then shown without them. */
export function toFiniteOrNone(values: Float32Array | undefined): Float32Array | undefined {
  return values?.every(Number.isFinite) ? values : undefined
}
