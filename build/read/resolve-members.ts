import type { Member } from './member.ts'
/** Looks behind the names of types that contain themselves. */
import { toMembers, toRefusal } from './type-members.ts'
import type { Reader } from './type-scope.ts'

/** Returns members with references replaced by what they name; a type that is not known yet is refused. */
export function resolveMembers({ definitions }: Reader, members: readonly Member[]): Member[] {
  const seen = new Set<string>()
  const open = (member: Member): Member[] => {
    if (member.kind !== 'reference' || seen.has(member.name))
      return member.kind === 'reference' ? [] : [member]
    seen.add(member.name)
    const type = definitions.find(member.name)
    if (type) return toMembers(type).flatMap(open)
    const remedy = 'Write the inner type out under a name of its own.'
    return [toRefusal('type.recursive', member.span, `${member.name} is computed from itself.`, remedy)]
  }
  return members.flatMap(open)
}

/** Returns the members that are kept; a type that contains itself stays a reference when all of it is. */
export function filterMembers(
  reader: Reader,
  members: readonly Member[],
  isKept: (member: Member) => boolean,
): Member[] {
  return members.flatMap((member) => {
    const type = member.kind === 'reference' ? reader.definitions.find(member.name) : null
    if (!type) return member.kind === 'refused' || isKept(member) ? [member] : []
    const inner = resolveMembers(reader, [member])
    const kept = inner.filter((part) => part.kind === 'refused' || isKept(part))
    return kept.length === inner.length ? [member] : kept
  })
}
