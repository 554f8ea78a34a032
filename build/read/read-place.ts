/** Reads places, `Point`, `Plane` and others of the SDK, by the mark that each has there. */
import { type PlaceFormat, places } from '../../core/contract/domain/places.ts'
import type { JsonObject } from '../../core/contract/values/json.ts'
import { keysOf } from '../../core/contract/values/keys-of.ts'
import type { Refusal, TypeOf } from '../model/signature.ts'
import { type Compiler, toSdkName } from './compiler.ts'
import { ts } from './port.ts'
import { refuseAt, spanOf, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

/** Returns the place that a type is; null for another type, also one that adds to a place. */
export function readPlace(
  { compiler }: TypeReader,
  type: ts.Type,
  place: TypePlace,
): TypeOf<'place'> | Refusal | null {
  const span = spanOf(place)
  const object = readObjectPlace(compiler, type)
  if (object) return { kind: 'place', format: object, span }
  if (!type.isIntersection()) return null
  const marks = type.types.map((part) => readMark(compiler, part))
  const formats = [...new Set(marks.flatMap((mark) => mark?.format ?? []))]
  const [first] = formats
  if (!first || marks.filter((mark) => mark === null).length !== 1) return null
  if (formats.length > 1) {
    const words = formats.map((each) => places[each].typeName)
    const found = `${textOf(place)} is ${words.join(' and ')} at once.`
    return refuseAt(place, 'type.intersection', { found, remedy: `Keep one: ${words[0]}.` })
  }
  const isClosed = marks.some((mark) => mark?.isClosed)
  if (isClosed && first !== 'polyline3') {
    const remedy = `Remove Closed: it is for curves, Polyline & Closed.`
    return refuseAt(place, 'type.intersection', { found: `${textOf(place)} cannot be closed.`, remedy })
  }
  return { kind: 'place', format: first, ...(isClosed && { closed: true as const }), span }
}

/** Returns the place that an object is, also a mapped one (`Readonly<Plane>`); null for other members. */
function readObjectPlace(compiler: Compiler, type: ts.Type): PlaceFormat | null {
  const members = isObject(type) ? compiler.checker.getPropertiesOfType(type) : []
  const format = members
    .map((member) => readSymbol(compiler, member)?.format)
    .find((each) => each !== undefined)
  const schema: JsonObject = format ? places[format].schema : {}
  const wanted = Array.isArray(schema.required) ? schema.required : []
  const needed = members
    .filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0)
    .map(({ name }) => name)
  const isWhole =
    members.length === wanted.length + 1 && wanted.every((name) => needed.includes(String(name)))
  return format && isWhole ? format : null
}

function isObject(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0
}

interface PlaceMark {
  readonly format?: PlaceFormat
  readonly isClosed?: true
}

/** Returns what a part of an intersection says of a place; null for a part that is a value. */
function readMark(compiler: Compiler, part: ts.Type): PlaceMark | null {
  if (!isObject(part) || compiler.checker.isArrayType(part) || compiler.checker.isTupleType(part)) return null
  const [mark, ...others] = compiler.checker.getPropertiesOfType(part)
  return mark && others.length === 0 ? readSymbol(compiler, mark) : null
}

/** Returns what a member says of a place, whose name is a symbol of the SDK; null for every other. */
function readSymbol(compiler: Compiler, member: ts.Symbol): PlaceMark | null {
  const { checker } = compiler
  const { name } = member
  if (!name.startsWith('__@') || toSdkName(compiler, member) === null) return null
  if (name.startsWith('__@closed@')) return { isClosed: true }
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(member))
  const format = type.isStringLiteral() ? keysOf(places).find((each) => each === type.value) : undefined
  return name.startsWith('__@place@') && format ? { format } : null
}
