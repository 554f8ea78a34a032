/**
 * Some files run twice: in `npm test` with a sample of their cases, in `npm run test:long` with all of them.
 * `test/vitest.config.ts` lists them and sets the variable.
 */
import { it } from 'vitest'

export const isAtLength = process.env.TEST_AT_LENGTH === 'true'

/** A test of `npm run test:long` alone. */
export const itAtLength = it.runIf(isAtLength)

/** Returns how many random cases are tried: a tenth of `count` in `npm test`. */
export function countRuns(count: number): number {
  return isAtLength ? count : Math.ceil(count / 10)
}

/** Returns these cases: the first `count` in `npm test`. */
export function sample<Case>(cases: readonly Case[], count: number): readonly Case[] {
  return isAtLength ? cases : cases.slice(0, count)
}
