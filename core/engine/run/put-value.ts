import { mapArrays } from '../../contract/domain/result/result.ts'
import type { RunData } from './runner.ts'

/** A result or file that a function takes in the place of a reference. */
export interface CallValue {
  readonly steps: readonly string[]
  readonly value: object
}

/** Returns data with a copy of their bytes: a function may write into its own alone. */
export function copyData({ steps, result, file }: RunData): CallValue {
  const value = file
    ? { name: file.name, bytes: file.bytes.slice() }
    : mapArrays(result, (array) => array.slice())
  return { steps, value }
}

/** Puts a value in the place of its reference, in parameters that are this call's own. */
export function putValue(params: object, { steps, value }: CallValue): void {
  const last = steps.at(-1)
  const inside = steps.slice(0, -1).reduce<unknown>((at, step) => {
    return typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined
  }, params)
  if (last !== undefined && typeof inside === 'object' && inside !== null) Reflect.set(inside, last, value)
}
