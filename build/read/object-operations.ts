import type { ObjectType, PropertyType } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import type { Member } from './member.ts'
/** What `Partial`, `Pick`, `keyof` and indexing do, on the build's own objects, arrays and tuples. */
import { createObject } from './read-object.ts'
import { toMembers, toRefusal } from './type-members.ts'

/** Returns an object with each property changed, or left out where `change` gives null. */
export function mapProperties(
  object: ObjectType,
  change: (property: PropertyType) => PropertyType | null,
): Member {
  const properties = object.properties.flatMap((property) => change(property) ?? [])
  return createObject(properties, object.index, object.span)
}

/** Returns a property that may be left out. */
export function toOptional(property: PropertyType): PropertyType {
  return { ...property, optional: true }
}

/** Returns a property that must be there. */
export function toRequired(property: PropertyType): PropertyType {
  return { ...property, optional: false }
}

/** Returns the keys of a type as literal members, and those of its index signatures as what they are. */
export function listKeys(member: Member, span: Span): readonly Member[] {
  if (member.kind === 'refused') return [member]
  if (member.kind !== 'object') {
    return [
      toRefusal('type.unsupported', span, 'The keys of a type that is no object.', 'Write the choices out.'),
    ]
  }
  const names = member.properties.map(({ name }): Member => ({ kind: 'literal', value: name, span }))
  const open = member.index.map(
    ({ pattern }): Member => ({ kind: 'string', ...(pattern !== null && { pattern }), span }),
  )
  return [...names, ...open]
}

/** Returns the type behind a key; null where there is none. */
export function readKey(owner: Member, key: Member): readonly Member[] | null {
  if (owner.kind === 'refused') return [owner]
  if (key.kind === 'refused') return [key]
  if (owner.kind === 'array') return key.kind === 'number' || isPlace(key) ? toMembers(owner.items) : null
  if (owner.kind === 'tuple') {
    const rest = owner.rest ? toMembers(owner.rest) : []
    if (key.kind === 'number')
      return [...owner.elements.flatMap(({ type, optional }) => toMembers(type, optional)), ...rest]
    const isFixed = !owner.rest && owner.elements.every(({ optional }) => !optional)
    if (isFixed && key.kind === 'literal' && key.value === 'length') {
      return [{ kind: 'literal', value: owner.elements.length, span: key.span }]
    }
    const element = isPlace(key) ? owner.elements[Number(key.value)] : undefined
    return element ? toMembers(element.type, element.optional) : isPlace(key) && owner.rest ? rest : null
  }
  if (owner.kind !== 'object') return null
  if (key.kind === 'literal') {
    const property = owner.properties.find(({ name }) => name === String(key.value))
    if (property) return toMembers(property.type, property.optional)
    const index = owner.index.find(
      ({ pattern }) => pattern === null || new RegExp(pattern).test(String(key.value)),
    )
    return index ? toMembers(index.type) : null
  }
  const pattern = key.kind === 'string' ? (key.pattern ?? null) : null
  const index = owner.index.find((candidate) => candidate.pattern === null || candidate.pattern === pattern)
  return index ? toMembers(index.type) : null
}

function isPlace(key: Member): key is Extract<Member, { kind: 'literal' }> {
  return key.kind === 'literal' && /^(0|[1-9]\d*)$/.test(String(key.value))
}
