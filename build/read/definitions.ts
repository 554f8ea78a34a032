/** The recursive types of one function, and the limits that end the reading of endless types. */
import type { ts } from 'ts-morph'
import type { Definition, ParameterType, Refusal } from '../model/signature.ts'

/** Bounds the steps of reading the type of one parameter. */
export const stepLimit = 50_000
/** Bounds the instances of one generic type inside each other. */
export const instanceLimit = 50

/** Ends the reading of one parameter: its type is the refusal. */
export class ReadingStopped extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.found)
  }
}

/** Records the types met while one function is read. */
export class Definitions {
  readonly #names = new Map<ts.Type, string>()
  readonly #types = new Map<string, ParameterType>()

  /** Notes that a type contains itself, and returns its name. */
  refer(type: ts.Type, wanted: string): string {
    const known = this.#names.get(type)
    if (known !== undefined) return known
    const taken = new Set(this.#names.values())
    let name = wanted
    for (let i = 2; taken.has(name); i++) name = `${wanted}${i}`
    this.#names.set(type, name)
    return name
  }

  /** Returns the name of a recursive type, null for another. */
  findName(type: ts.Type): string | null {
    return this.#names.get(type) ?? null
  }

  /** Returns true when the definition of a name is known. */
  has(name: string): boolean {
    return this.#types.has(name)
  }

  /** Sets the definition of a recursive type. */
  define(name: string, type: ParameterType): void {
    this.#types.set(name, type)
  }

  list(): Definition[] {
    return [...this.#types].map(([name, type]) => ({ name, type }))
  }
}

/** Returns a text that is equal for equal types, wherever they were written. */
export function toStructure(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === 'span' ? undefined : inner))
}
