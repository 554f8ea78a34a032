/**
 * The types of the standard library that make types out of types: `Partial`, `Pick`, `Record`, `Exclude` and
 * the like.
 */
import { toExcerpt, toSpan, type ts } from './compiler.ts'
import type { Member } from './member.ts'
import { mapProperties, toOptional, toRequired } from './object-operations.ts'
import { readCheckedNode } from './read-checked.ts'
import { createObject, toIndex } from './read-object.ts'
import { readArray } from './read-tuple.ts'
import { type NamedType, refuse } from './refuse-type.ts'
import { filterMembers, resolveMembers } from './resolve-members.ts'
import { isAssignable } from './type-extends.ts'
import { toType } from './type-members.ts'
import { type Reader, type Scope, toInner } from './type-scope.ts'

const casings: { readonly [name: string]: (text: string) => string } = {
  Uppercase: (text) => text.toUpperCase(),
  Lowercase: (text) => text.toLowerCase(),
  Capitalize: (text) => text.charAt(0).toUpperCase() + text.slice(1),
  Uncapitalize: (text) => text.charAt(0).toLowerCase() + text.slice(1),
}

/** Returns what a utility type gives, null for a type of the standard library that is none. */
export function readUtility(
  reader: Reader,
  node: NamedType,
  name: string,
  scope: Scope,
): readonly Member[] | null {
  const [first, second] = node.typeArguments ?? []
  if (!first) return null
  const subjects = (): Member[] => resolveMembers(reader, reader.evaluate(first, scope))
  const others = (): readonly Member[] => (second ? reader.evaluate(second, scope) : [])
  const names = (): string[] =>
    others().flatMap((member) => (member.kind === 'literal' ? [String(member.value)] : []))
  switch (name) {
    case 'Array':
    case 'ReadonlyArray':
      return [readArray(reader, first, node, scope)]
    case 'Readonly':
    case 'NoInfer':
      return reader.evaluate(first, scope)
    case 'Partial':
      return subjects().map((member) =>
        member.kind === 'object' ? mapProperties(member, toOptional) : toOptionalElements(member),
      )
    case 'Required':
      return subjects().map((member) =>
        member.kind === 'object' ? mapProperties(member, toRequired) : member,
      )
    case 'Pick':
      return selectProperties(node, subjects(), others(), (property) => names().includes(property))
    case 'Omit':
      return selectProperties(node, subjects(), others(), (property) => !names().includes(property))
    case 'Record':
      return second ? readRecord(reader, node, [first, second], scope) : null
    case 'Exclude':
      return filterMembers(
        reader,
        reader.evaluate(first, scope),
        (member) => !isAssignable(member, others(), reader),
      )
    case 'Extract':
      return filterMembers(reader, reader.evaluate(first, scope), (member) =>
        isAssignable(member, others(), reader),
      )
    case 'NonNullable':
      return filterMembers(reader, reader.evaluate(first, scope), (member) => !isNothing(member))
    case 'ReturnType':
    case 'Parameters':
    case 'Awaited':
      return readCheckedNode(reader, node, scope)
  }
  const change = casings[name]
  return change ? reader.evaluate(first, scope).map((member) => changeCase(member, change, node)) : null
}

function isNothing(member: Member): boolean {
  return member.kind === 'undefined' || (member.kind === 'literal' && member.value === null)
}

function toOptionalElements(member: Member): Member {
  if (member.kind !== 'tuple') return member
  return { ...member, elements: member.elements.map((element) => ({ ...element, optional: true })) }
}

function selectProperties(
  node: NamedType,
  subjects: readonly Member[],
  keys: readonly Member[],
  isWanted: (name: string) => boolean,
): readonly Member[] {
  const refused = keys.find((key) => key.kind === 'refused')
  if (refused) return [refused]
  return subjects.map((member) => {
    if (member.kind === 'object')
      return mapProperties(member, (property) => (isWanted(property.name) ? property : null))
    if (member.kind === 'refused') return member
    return refuse(
      'type.unsupported',
      node,
      `\`${toExcerpt(node)}\` selects from a type that is no object.`,
      'Write the type out.',
    )
  })
}

function readRecord(
  reader: Reader,
  node: NamedType,
  [keyNode, valueNode]: readonly [ts.TypeNode, ts.TypeNode],
  scope: Scope,
): readonly Member[] {
  const keys = reader.evaluate(keyNode, scope)
  const { type, optional } = toType(
    reader.evaluate(valueNode, toInner(scope)),
    toSpan(valueNode),
    toExcerpt(valueNode),
  )
  const open = toIndex(
    keys.filter(({ kind }) => kind !== 'literal'),
    type,
    keyNode,
  )
  if ('kind' in open) return [open]
  const names = keys.flatMap((key) =>
    key.kind === 'literal' ? [{ name: String(key.value), span: key.span }] : [],
  )
  const properties = names.map(({ name, span }) => ({
    name,
    type,
    optional,
    description: '',
    tags: [],
    span,
  }))
  return [createObject(properties, open, toSpan(node))]
}

function changeCase(member: Member, change: (text: string) => string, node: ts.Node): Member {
  if (member.kind === 'literal' && typeof member.value === 'string')
    return { ...member, value: change(member.value) }
  if (member.kind === 'refused') return member
  return refuse(
    'type.unsupported',
    node,
    `\`${toExcerpt(node)}\` is no finite set of texts.`,
    "Write the choices: 'low' | 'high'.",
  )
}
