/**
 * The types of one function that contain themselves, and the limits that end the reading of types that never
 * do.
 */

import type { Definition, ParameterType, Refusal } from '../model/signature.ts'
import type { ts } from './compiler.ts'
import type { Member } from './member.ts'

/** Steps that reading the type of one parameter may take. */
export const stepLimit = 50_000
/** Instances of one generic type inside each other. */
export const instanceLimit = 50
const keyLength = 100_000

/** Keeps what has been met while one function is read. */
export interface Definitions {
  /**
   * Returns a text that two uses share when they mean the same type: one symbol, equal arguments. Null: it is
   * too long.
   */
  toKey(symbol: ts.Symbol, args: readonly (readonly Member[])[]): string | null
  /** Notes that a type contains itself, and returns its name. */
  refer(key: string, wanted: string): string
  /** Returns the name of a type that contains itself, null for another. */
  findName(key: string): string | null
  /** Sets what a type that contains itself is. */
  define(name: string, type: ParameterType): void
  find(name: string): ParameterType | null
  list(): Definition[]
  /** Counts one step; false when there were too many. */
  step(): boolean
  /**
   * Ends the reading of this parameter: whatever is read until {@link Definitions.restart} is the refusal.
   */
  stop(refusal: Refusal): Refusal
  readonly stopped: Refusal | null
  restart(): void
}

/** Returns the definitions of a function that has not been read yet: none. */
export function createDefinitions(): Definitions {
  const ids = new Map<ts.Symbol, number>()
  const names = new Map<string, string>()
  const types = new Map<string, ParameterType>()
  let steps = 0
  let stopped: Refusal | null = null
  return {
    toKey(symbol, args) {
      const id = ids.get(symbol) ?? ids.size
      ids.set(symbol, id)
      const key = `${id} ${toStructure(args)}`
      return key.length > keyLength ? null : key
    },
    refer(key, wanted) {
      const known = names.get(key)
      if (known !== undefined) return known
      const taken = new Set(names.values())
      let name = wanted
      for (let i = 2; taken.has(name); i++) name = `${wanted}${i}`
      names.set(key, name)
      return name
    },
    findName: (key) => names.get(key) ?? null,
    define: (name, type) => void types.set(name, type),
    find: (name) => types.get(name) ?? null,
    list: () => [...types].map(([name, type]) => ({ name, type })),
    step: () => ++steps <= stepLimit,
    stop(refusal) {
      stopped ??= refusal
      return stopped
    },
    get stopped() {
      return stopped
    },
    restart() {
      steps = 0
      stopped = null
    },
  }
}

/** Returns a text that is equal for equal types, wherever they were written. */
export function toStructure(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === 'span' ? undefined : inner))
}
