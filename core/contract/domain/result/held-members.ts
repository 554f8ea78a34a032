/** The members that a result has, and those of them that an envelope leaves out. */
import { keysOf } from '../../values/keys-of.ts'
import { kinds } from './kinds.ts'
import { isBeyondEnvelope } from './member.ts'
import { listMembers, type Result, type ResultType, toFields } from './result.ts'

/** A result as far as it decides what a form leaves out: the members that it has. */
export interface MemberedResult {
  readonly type: ResultType
  readonly members: readonly string[]
}

/** Returns the names of the members that a result has, in the order of its kind. */
export function listHeld(result: Result): readonly string[] {
  const fields = toFields(result)
  return listMembers(result.type).flatMap(([name]) => (fields[name] === undefined ? [] : [name]))
}

/**
 * Returns the members of a result that a form can leave out, in the order of its kind: a place among the
 * volumes of a file changes none of its numbers, and notes have a header.
 */
export function listSaid({ type, members }: MemberedResult): readonly string[] {
  return listMembers(type).flatMap(([name, member]) =>
    member.form === 'count' || member.form === 'texts' || !members.includes(name) ? [] : [name],
  )
}

/** Returns those that version 1 of the envelope leaves out. */
export function listBeyondEnvelope(result: MemberedResult): readonly string[] {
  const { type, members } = result
  return listSaid(result).filter((name) => {
    const member = listMembers(type).find(([of]) => of === name)?.[1]
    if (!member || member.form === 'parts' || isBeyondEnvelope(member)) return true
    if (member.form === 'list') return member.envelope === null
    return member.form === 'vector' && member.notBeside !== undefined && members.includes(member.notBeside)
  })
}

const memberNames: ReadonlySet<string> = new Set(
  keysOf(kinds).flatMap((type) => listMembers(type).map(([name]) => name)),
)

/** Returns whether a value is a list of members, as another host sends it. */
export function areMembers(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && memberNames.has(name))
}
