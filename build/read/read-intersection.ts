/** Reads intersections: numbers with ranges, objects put together, choices that both sides allow. */

import type { ObjectType, ParameterType, PropertyType } from '../model/signature.ts'
import { toExcerpt, toSpan, type ts } from './compiler.ts'
import type { Member } from './member.ts'
import { mergeObjects } from './merge-objects.ts'
import { combineNumbers } from './read-range.ts'
import { refuse } from './refuse-type.ts'
import { resolveMembers } from './resolve-members.ts'
import { choiceLimit, toMembers, toRefusal, toType } from './type-members.ts'
import type { Reader, Scope } from './type-scope.ts'

/**
 * Returns the members of an intersection: each combination of one member of every side that any value fits.
 */
export function readIntersection(
  reader: Reader,
  node: ts.IntersectionTypeNode,
  scope: Scope,
): readonly Member[] {
  const { ts } = reader.compiler
  const sides = node.types
    .filter((side) => !(ts.isTypeLiteralNode(side) && side.members.length === 0)) // `string & {}` is string
    .map((side) => resolveMembers(reader, reader.evaluate(side, scope)))
  const count = sides.reduce((product, side) => product * side.length, 1)
  if (count > choiceLimit) {
    return [
      refuse(
        'type.explosion',
        node,
        `\`${toExcerpt(node)}\` has ${count} combinations.`,
        `The limit is ${choiceLimit}.`,
      ),
    ]
  }
  const rows = sides.reduce<Member[][]>(
    (done, side) => done.flatMap((row) => side.map((member) => [...row, member])),
    [[]],
  )
  const met = rows.flatMap((row) => meet(row, node) ?? [])
  if (met.length > 0 || sides.some((side) => side.length === 0)) return met
  return [
    refuse(
      'type.intersection',
      node,
      `No JSON value fits \`${toExcerpt(node)}\`.`,
      'Remove what excludes the others.',
    ),
  ]
}

/** Returns what all members have in common, null for nothing. */
function meet(row: readonly Member[], node: ts.TypeNode): Member | null {
  const [first, ...others] = row
  const refused = row.find(({ kind }) => kind === 'refused')
  if (refused) return refused
  if (!first || others.length === 0) return first ?? null
  const numbers = row.filter((member) => member.kind === 'number')
  if (numbers.length === row.length) return combineNumbers(numbers, node)
  const objects = row.filter((member) => member.kind === 'object')
  if (objects.length === row.length) return meetObjects(objects, node)
  return others.reduce<Member | null>((met, member) => met && meetPair(met, member, node), first)
}

function meetObjects(objects: readonly ObjectType[], node: ts.TypeNode): Member {
  return mergeObjects(objects, toSpan(node), (earlier, later): PropertyType => {
    const type = meetTypes(earlier.type, later.type, node)
    return {
      ...earlier,
      type,
      optional: earlier.optional && later.optional,
      description: earlier.description || later.description,
      tags: [...earlier.tags, ...later.tags],
    }
  })
}

function meetTypes(earlier: ParameterType, later: ParameterType, node: ts.TypeNode): ParameterType {
  const met = toMembers(earlier).flatMap((a) => toMembers(later).flatMap((b) => meet([a, b], node) ?? []))
  return toType(met, toSpan(node), toExcerpt(node)).type
}

function meetPair(a: Member, b: Member, node: ts.TypeNode): Member | null {
  if (a.kind === 'literal' && b.kind === 'literal') return a.value === b.value ? a : null
  if (a.kind === 'literal') return fitsLiteral(a.value, b) ? a : null
  if (b.kind === 'literal') return fitsLiteral(b.value, a) ? b : null
  if (a.kind === 'string' && b.kind === 'string' && (a.pattern === undefined || b.pattern === undefined)) {
    return a.pattern === undefined ? b : a
  }
  if (a.kind === 'boolean' && b.kind === 'boolean') return a
  if (a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b)) return a
  return toRefusal(
    'type.intersection',
    toSpan(node),
    `No JSON value fits \`${toExcerpt(node)}\`, or none that the build can describe.`,
    'Intersect numbers with ranges (Integer & Range<1, 8>), and objects with objects.',
  )
}

function fitsLiteral(value: unknown, member: Member): boolean {
  if (member.kind === 'string' && member.pattern !== undefined) {
    return typeof value === 'string' && new RegExp(member.pattern).test(value)
  }
  return typeof value === member.kind
}
