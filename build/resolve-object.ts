/** Looks behind the name of a type that contains itself. */
import { toRefusal } from './type-members.ts'
import type { Member, Reader } from './type-scope.ts'

/** Returns the type that a reference names, as far as it is known already; other members as they are. */
export function resolveObject({ definitions }: Reader, member: Member): Member {
  if (member.kind !== 'reference') return member
  const type = definitions.find(member.name)
  if (type && type.kind !== 'union' && type.kind !== 'choice') return type
  const remedy = 'Write the inner type out under a name of its own.'
  return toRefusal('type.recursive', member.span, `${member.name} is computed from itself.`, remedy)
}
