/** Reads intersections: numbers with ranges, branded values, merged objects. */

import type { Refusal } from '../model/signature.ts'
import { ts } from './port.ts'
import { fitsNumber, isMark, isPhantom, type NumberBrand, readBrands, toNumberBrands } from './read-number.ts'
import { readObject } from './read-object.ts'
import type { UnionMember } from './type-members.ts'
import { refuseAt, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

/** Returns the members of an intersection; the checker has distributed the unions inside. */
export function readIntersection(
  reader: TypeReader,
  type: ts.IntersectionType,
  place: TypePlace,
): readonly UnionMember[] {
  const { checker } = reader.compiler
  const { Object: isObject, NonPrimitive } = ts.TypeFlags
  const plain = type.types.filter(({ flags }) => !(flags & (isObject | NonPrimitive)))
  const objects = type.types.filter(({ flags }) => flags & ts.TypeFlags.Object)
  const [first, ...others] = plain
  if (first)
    return others.length > 0 ? [refuseIntersection(place)] : readBranded(reader, first, objects, place)
  const lists = objects.filter((object) => checker.isArrayType(object) || checker.isTupleType(object))
  const [list] = lists
  const marks = objects.filter((object) => object !== list)
  if (list && marks.every((mark) => isPhantom(reader.compiler, mark))) return reader.read(list, place)
  if (list) return [refuseIntersection(place)]
  return [readObject(reader, type, place)]
}

/** Reads a plain value with a brand: `number & { unit: 'mm' }`. */
function readBranded(
  reader: TypeReader,
  plain: ts.Type,
  objects: readonly ts.Type[],
  place: TypePlace,
): readonly UnionMember[] {
  const brands: NumberBrand[] = []
  for (const object of objects) {
    const own = toNumberBrands(reader.compiler, object)
    brands.push(...own)
    if (own.length === 0 && !isMark(reader.compiler, plain, object)) return [refuseIntersection(place)]
  }
  const members = reader.read(plain, place)
  if (brands.length === 0) return members
  if (!(plain.flags & ts.TypeFlags.NumberLike)) return [refuseIntersection(place)]
  const number = readBrands(reader, brands, place)
  if (number.kind === 'refused') return [number]
  if (plain.flags & ts.TypeFlags.Number) return [number]
  return members.filter((member) => {
    return member.kind !== 'literal' || (typeof member.value === 'number' && fitsNumber(member.value, number))
  })
}

/** Returns the refusal of an intersection. */
export function refuseIntersection(place: TypePlace): Refusal {
  const found = `No JSON value fits ${textOf(place)}, or none that the build can describe.`
  const remedy = 'Intersect numbers with ranges (Integer & Range<1, 8>), and objects with objects.'
  return refuseAt(place, 'type.intersection', { found, remedy })
}
