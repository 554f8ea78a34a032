/** Reads intersections: numbers with ranges, what carries a brand, objects put together. */
import type { NumberType, Refusal } from '../model/signature.ts'
import type { ts } from './compiler.ts'
import type { Member } from './member.ts'
import { combineBrands, fitsNumber, type NumberBrand, toNumberBrand } from './read-number.ts'
import { readObject } from './read-object.ts'
import { takeError } from './refuse-type.ts'
import { type Place, type Reader, refuseAt, textOf } from './type-scope.ts'

/** Returns what has all the types of an intersection; unions inside have been taken apart by the checker. */
export function readIntersection(reader: Reader, type: ts.IntersectionType, place: Place): readonly Member[] {
  const { ts, checker } = reader.compiler
  const plain = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive)))
  const objects = type.types.filter(({ flags }) => flags & ts.TypeFlags.Object)
  const [first, ...others] = plain
  if (first)
    return others.length > 0 ? [refuseIntersection(place)] : readBranded(reader, first, { objects, place })
  const lists = objects.filter((object) => checker.isArrayType(object) || checker.isTupleType(object))
  const [list] = lists
  const marks = objects.filter((object) => object !== list)
  if (list && marks.every((mark) => isPhantom(reader, mark))) return reader.read(list, place)
  if (list) return [refuseIntersection(place)]
  return [readObject(reader, type, place)]
}

/** A string, number or literal of which TypeScript remembers where it came from: `number & { unit: 'mm' }`. */
function readBranded(
  reader: Reader,
  plain: ts.Type,
  { objects, place }: { readonly objects: readonly ts.Type[]; readonly place: Place },
): readonly Member[] {
  const { ts } = reader.compiler
  const brands: NumberBrand[] = []
  for (const object of objects) {
    const brand = toNumberBrand(reader.compiler, object)
    if (brand) brands.push(brand)
    else if (!isMark(reader, plain, object)) return [refuseIntersection(place)]
  }
  const members = reader.read(plain, place)
  if (brands.length === 0) return members
  if (!(plain.flags & ts.TypeFlags.NumberLike)) return [refuseIntersection(place)]
  const error = brands.every(({ isClear }) => isClear) ? null : takeError(reader, place)
  const number = error ?? combineBrands(brands, place)
  if (number.kind === 'refused') return [number]
  if (plain.flags & ts.TypeFlags.Number) return [number]
  return members.filter((member) => member.kind !== 'literal' || fitsLiteral(member.value, number))
}

function fitsLiteral(value: unknown, number: NumberType): boolean {
  return typeof value === 'number' && fitsNumber(value, number)
}

/** A brand says nothing about the value: an object of its own whose members the value has not. */
function isMark({ compiler }: Reader, plain: ts.Type, object: ts.Type): boolean {
  const { checker, program } = compiler
  if (object.getCallSignatures().length > 0 || checker.getIndexInfosOfType(object).length > 0) return false
  const isLibrary = object.symbol?.declarations?.some((node) =>
    program.isSourceFileDefaultLibrary(node.getSourceFile()),
  )
  if (isLibrary && !isMapped(compiler.ts, object)) return false
  const owned = checker.getApparentType(plain)
  return checker.getPropertiesOfType(object).every(({ name }) => !checker.getPropertyOfType(owned, name))
}

function isMapped(typescript: typeof ts, type: ts.Type): boolean {
  return 'objectFlags' in type && (Number(type.objectFlags) & typescript.ObjectFlags.Mapped) !== 0
}

/** Only properties whose names are symbols: no JSON has them, and no author of a client can write them. */
export function isPhantom({ compiler: { checker } }: Reader, object: ts.Type): boolean {
  const properties = checker.getPropertiesOfType(object)
  if (object.getCallSignatures().length > 0 || checker.getIndexInfosOfType(object).length > 0) return false
  return properties.every(({ name }) => name.startsWith('__@'))
}

/** Returns the refusal of an intersection. */
export function refuseIntersection(place: Place): Refusal {
  return refuseAt(place, 'type.intersection', {
    found: `No JSON value fits ${textOf(place)}, or none that the build can describe.`,
    remedy: 'Intersect numbers with ranges (Integer & Range<1, 8>), and objects with objects.',
  })
}
