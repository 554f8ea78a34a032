import type { ElementArray } from '../../domain/result/elements.ts'

const firstLength = 1024

/**
 * Numbers whose count is known when the last has come: in memory that doubles, so that a file costs what it
 * has and never what it announces.
 */
export class GrowingArray<T extends ElementArray> {
  readonly #create: (length: number) => T
  #array: T
  #length = 0

  /** `create` makes an array of zeros. */
  constructor(create: (length: number) => T) {
    this.#create = create
    this.#array = create(firstLength)
  }

  /** How many numbers there are. */
  get length(): number {
    return this.#length
  }

  /** Adds a number at the end. */
  push(value: number): void {
    if (this.#length === this.#array.length) {
      const larger = this.#create(2 * this.#length)
      larger.set(this.#array)
      this.#array = larger
    }
    this.#array[this.#length++] = value
  }

  /** Returns a number by its place; 0 beyond the last. */
  get(index: number): number {
    return this.#array[index] ?? 0
  }

  /** Returns the numbers in an array of their own. */
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
