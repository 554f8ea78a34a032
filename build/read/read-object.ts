/**
 * Reads the members of type literals and interfaces: properties with their comments, and index signatures.
 */

import type { IndexType, ObjectType, PropertyType, Refusal } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import { toExcerpt, toSpan, type ts } from './compiler.ts'
import type { Member } from './member.ts'
import { readComment } from './read-comment.ts'
import { refuse } from './refuse-type.ts'
import { toType } from './type-members.ts'
import { type Reader, type Scope, toInner } from './type-scope.ts'

/** What `${number}` and number keys look like, without the white space that JavaScript would forgive. */
export const numberPattern = '[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?'

/** Returns the object of a type literal. */
export function readTypeLiteral(
  reader: Reader,
  node: ts.TypeLiteralNode,
  scope: Scope,
): ObjectType | Refusal {
  if (node.members.length === 0) return refuseEmpty(node)
  return readMembers(reader, node.members, toSpan(node), scope)
}

/** `{}` is every value but null and undefined to TypeScript. */
export function refuseEmpty(node: ts.Node): Refusal {
  return refuse(
    'type.any',
    node,
    `\`${toExcerpt(node)}\` says nothing about the values.`,
    'List the members: { width: number }.',
  )
}

/** Returns the object with these members, or the refusal of one that makes it callable. */
export function readMembers(
  reader: Reader,
  members: readonly ts.TypeElement[],
  span: Span,
  scope: Scope,
): ObjectType | Refusal {
  const { ts } = reader.compiler
  const properties: PropertyType[] = []
  const index: IndexType[] = []
  for (const member of members) {
    if (ts.isCallSignatureDeclaration(member) || ts.isConstructSignatureDeclaration(member)) {
      return refuse(
        'type.function',
        member,
        `\`${toExcerpt(member)}\` makes it a function.`,
        'A client cannot send one: remove it.',
      )
    }
    if (ts.isIndexSignatureDeclaration(member)) {
      const read = readIndexSignature(reader, member, scope)
      if ('kind' in read) return read
      index.push(...read)
    } else {
      properties.push(...readProperty(reader, member, scope))
    }
  }
  return createObject(properties, index, span)
}

/** Returns an object; a name that a pattern also matches cannot be told apart in JSON Schema. */
export function createObject(
  properties: readonly PropertyType[],
  index: readonly IndexType[],
  span: Span,
): ObjectType | Refusal {
  if (properties.some(({ name }) => name === '__proto__')) {
    const found = '__proto__ has a meaning of its own in JSON parsers.'
    return { kind: 'refused', code: 'parameter.name', found, remedy: 'Rename it.', span }
  }
  const patterns = index.flatMap(({ pattern }) => pattern ?? [])
  const clash = properties.find(({ name }) => patterns.some((pattern) => new RegExp(pattern).test(name)))
  const found = clash
    ? `The property ${clash.name} has a name that an index signature also covers.`
    : index.length > 1
      ? 'There are several index signatures.'
      : null
  if (found === null) return { kind: 'object', properties, index, span }
  return { kind: 'refused', code: 'type.index', found, remedy: 'Keep one of the two, or nest them.', span }
}

/** `name?: never` is a property that is never there: a closed object need not mention it. */
function readProperty(reader: Reader, node: ts.TypeElement, scope: Scope): PropertyType[] {
  const { ts } = reader.compiler
  const comment = readComment(reader.compiler, node)
  const place = node.name ?? node
  const name = toName(reader, node)
  const value =
    ts.isPropertySignature(node) && node.type
      ? reader.evaluate(node.type, toInner(scope))
      : [refuseProperty(node)]
  const isOptional = ts.isPropertySignature(node) && node.questionToken !== undefined
  if (isOptional && value.length === 0) return []
  const { type, optional } = toType(
    name === null ? [refuseName(place)] : value,
    toSpan(place),
    toExcerpt(node),
  )
  const { description, tags } = comment
  return [
    {
      name: name ?? toExcerpt(place),
      type,
      optional: optional || isOptional,
      description,
      tags,
      span: toSpan(place),
    },
  ]

  function refuseProperty(property: ts.TypeElement): Member {
    if (ts.isPropertySignature(property)) {
      return refuse(
        'type.any',
        property,
        `\`${toExcerpt(property)}\` has no type.`,
        `Write one: ${toExcerpt(place)}: number.`,
      )
    }
    return refuse(
      'type.function',
      property,
      `\`${toExcerpt(property)}\` is a method.`,
      'A client cannot send one: remove it.',
    )
  }
}

function refuseName(node: ts.Node): Refusal {
  return refuse(
    'parameter.name',
    node,
    `\`${toExcerpt(node)}\` is no name that JSON can carry.`,
    'Write a plain name.',
  )
}

/**
 * Returns a property's name; null for symbols and for `__proto__`, which has a meaning of its own in JSON
 * parsers.
 */
function toName({ compiler }: Reader, { name }: ts.TypeElement): string | null {
  const { ts, checker } = compiler
  if (!name) return null
  if (!ts.isComputedPropertyName(name)) return name.text === '__proto__' ? null : name.text
  const known = checker.getSymbolAtLocation(name)?.name ?? '__'
  return known.startsWith('__') ? null : known
}

function readIndexSignature(
  reader: Reader,
  node: ts.IndexSignatureDeclaration,
  scope: Scope,
): readonly IndexType[] | Refusal {
  const [parameter] = node.parameters
  const keys = parameter?.type ? reader.evaluate(parameter.type, scope) : []
  const { type } = toType(reader.evaluate(node.type, toInner(scope)), toSpan(node), toExcerpt(node))
  return toIndex(keys, type, node)
}

/** Returns the index signatures for keys that are not a finite set. */
export function toIndex(
  keys: readonly Member[],
  type: IndexType['type'],
  node: ts.Node,
): readonly IndexType[] | Refusal {
  const read = keys.map((key): IndexType | Refusal => {
    if (key.kind === 'string') return { pattern: key.pattern ?? null, type }
    if (key.kind === 'number') return { pattern: `^${numberPattern}$`, type }
    if (key.kind === 'refused') return key
    return refuse(
      'type.index',
      node,
      `\`${toExcerpt(node)}\` has keys that JSON has not.`,
      'Use string keys.',
    )
  })
  const refused = read.find((index): index is Refusal => 'kind' in index)
  if (refused) return refused
  const found = read.filter((index): index is IndexType => !('kind' in index))
  const open = found.find(({ pattern }) => pattern === null) // includes all others
  return open ? [open] : found
}
