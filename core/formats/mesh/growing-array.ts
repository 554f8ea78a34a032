import type { ElementArray } from '../../domain/result/elements.ts'

const firstLength = 1024

/** Numbers in memory that doubles: a file costs its content and never its announced size. */
export class GrowingArray<T extends ElementArray> {
  readonly #create: (length: number) => T
  #array: T
  #length = 0

  constructor(create: (length: number) => T) {
    this.#create = create
    this.#array = create(firstLength)
  }

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#array.length) {
      const larger = this.#create(2 * this.#length)
      larger.set(this.#array)
      this.#array = larger
    }
    this.#array[this.#length++] = value
  }

  get(index: number): number {
    return this.#array[index] ?? 0
  }

  toArray(): T {
    const whole = this.#create(this.#length)
    whole.set(this.#array.subarray(0, this.#length))
    return whole
  }
}

/** Returns an empty array of floats. */
export function createFloats(): GrowingArray<Float32Array> {
  return new GrowingArray((length) => new Float32Array(length))
}

/** Returns an empty array of indices. */
export function createIndices(): GrowingArray<Uint32Array> {
  return new GrowingArray((length) => new Uint32Array(length))
}

/** Returns optional numbers if all are finite, else undefined: the file is then shown without them. */
export function toFiniteOrNone(values: Float32Array | undefined): Float32Array | undefined {
  return values?.every(Number.isFinite) ? values : undefined
}
