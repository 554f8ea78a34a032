/**
 * Reads numbers with a brand of the SDK. To the checker, `Integer` and `Range<1, 8>` are numbers with a
 * phantom property whose type names the bounds: `min 1`, `max 8`.
 */

import { findRounded } from '../model/rounded-number.ts'
import type { Refusal, TypeOf } from '../model/signature.ts'
import { type Compiler, isMappedType, isStandard } from './compiler.ts'
import { type AskedChecker, ts } from './port.ts'
import { takeError } from './refuse-type.ts'
import { refuseAt, spanOf, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

/** The parts of one brand; bounds that are no single number are undefined. */
export interface NumberBrand {
  readonly integer: boolean
  /** Set where it says that the number is a time. */
  readonly time?: true
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly multipleOf?: number | undefined
  readonly isClear: boolean
}

/**
 * Returns the SDK's brands on a number type: null for none. The SDK's symbols are its own, so they prove a
 * brand, even where TypeScript has mapped over it as over an object.
 */
export function toNumberBrands(compiler: Compiler, type: ts.Type): readonly NumberBrand[] {
  const known = brandsOf.get(type) ?? findBrands(compiler, type)
  brandsOf.set(type, known)
  return known
}

/** The same few brands stand in many places. */
const brandsOf = new WeakMap<ts.Type, readonly NumberBrand[]>()

function findBrands({ checker, sdkFiles }: Compiler, type: ts.Type): readonly NumberBrand[] {
  const own = checker
    .getPropertiesOfType(type)
    .filter(({ declarations }) => declarations?.some((node) => sdkFiles.has(node.getSourceFile().fileName)))
  return own.flatMap((property) => {
    if (property.name.startsWith('__@integer@')) return [{ integer: true, isClear: true }]
    if (property.name.startsWith('__@time@')) return [{ integer: false, time: true, isClear: true }]
    if (!property.name.startsWith('__@range@')) return []
    return [readRange(checker, checker.getNonNullableType(checker.getTypeOfSymbol(property)))]
  })
}

function readRange(checker: AskedChecker, bounds: ts.Type): NumberBrand {
  const names = checker.getPropertiesOfType(bounds).map(({ name }) => name)
  const [minimum = [], maximum = [], multipleOf = []] = ['min ', 'max ', 'step '].map((word) =>
    readBounds(names, word),
  )
  const hasOpenBounds = checker.getIndexInfosOfType(bounds).length > 0 // `min ${number}`
  const isClear = minimum.length === 1 && maximum.length === 1 && multipleOf.length <= 1
  return {
    integer: false,
    minimum: minimum[0],
    maximum: maximum[0],
    multipleOf: multipleOf[0],
    isClear: isClear && !hasOpenBounds && [...minimum, ...maximum, ...multipleOf].every(Number.isFinite),
  }
}

function readBounds(names: readonly string[], word: string): number[] {
  return names.filter((name) => name.startsWith(word)).map((name) => Number(name.slice(word.length)))
}

/** Returns the number that all brands describe together: the narrowest bounds, whole if one is. */
export function readBrands(
  reader: TypeReader,
  brands: readonly NumberBrand[],
  place: TypePlace,
): TypeOf<'number'> | Refusal {
  if (brands.some(({ isClear }) => !isClear)) {
    const error = takeError(reader, place)
    if (error) return error
    const found = `${textOf(place)} has bounds that are not literal numbers.`
    const remedy = 'Write numbers, such as Range<-1, 1, 0.1>; `typeof LIMIT` of a const number also works.'
    return refuseAt(place, 'range.bounds', { found, remedy })
  }
  const steps = new Set(brands.flatMap(({ multipleOf }) => multipleOf ?? []))
  const minimum = Math.max(...brands.map((brand) => brand.minimum ?? Number.NEGATIVE_INFINITY))
  const maximum = Math.min(...brands.map((brand) => brand.maximum ?? Number.POSITIVE_INFINITY))
  const [multipleOf] = steps
  if (steps.size > 1) {
    const found = `${textOf(place)} has two different steps, ${[...steps].join(' and ')}.`
    return refuseAt(place, 'range.step', { found, remedy: 'Keep one of the steps.' })
  }
  const type: TypeOf<'number'> = {
    kind: 'number',
    integer: brands.some(({ integer }) => integer),
    ...(brands.some((brand) => brand.time) && { time: true }),
    ...(minimum > Number.NEGATIVE_INFINITY && { minimum }),
    ...(maximum < Number.POSITIVE_INFINITY && { maximum }),
    ...(multipleOf !== undefined && { multipleOf }),
    span: spanOf(place),
  }
  return refuseRounded(place) ?? refuseApart(brands, place) ?? checkRange(type, place) ?? type
}

/** The checker has the rounded bounds alone. */
function refuseRounded(place: TypePlace): Refusal | null {
  const literal = listNumbers(place.node).find((node) => findRounded(node.getText()) !== null)
  if (!literal) return null
  const [written, rounded] = [literal.getText(), findRounded(literal.getText())]
  const found = `${textOf(place)} has the bound ${written}, of which programs make ${rounded}.`
  return refuseAt(place, 'range.bounds', {
    found,
    remedy: `Write ${rounded}, or a bound that they can hold.`,
  })
}

function listNumbers(node: ts.Node): ts.Node[] {
  if (ts.isNumericLiteral(node)) return [node]
  const found: ts.Node[] = []
  if (ts.isTypeNode(node)) ts.forEachChild(node, (inner) => void found.push(...listNumbers(inner)))
  return found
}

/** Refuses ranges that are each in order, and have no number in common. */
function refuseApart(brands: readonly NumberBrand[], place: TypePlace): Refusal | null {
  const ranges = brands.flatMap(({ minimum, maximum }) =>
    minimum === undefined || maximum === undefined ? [] : [{ minimum, maximum }],
  )
  const [first, ...others] = ranges
  const apart = others.find(
    ({ minimum, maximum }) => first && (minimum > first.maximum || maximum < first.minimum),
  )
  if (!first || !apart || ranges.some(({ minimum, maximum }) => minimum > maximum)) return null
  const [a, b] = [first, apart].map(({ minimum, maximum }) => `from ${minimum} to ${maximum}`)
  const [c, d] = [first, apart].map(({ minimum, maximum }) => `Range<${minimum}, ${maximum}>`)
  const found = `${textOf(place)} goes ${a} and ${b}, which have no number in common.`
  const remedy = `Keep one of the two, or take numbers of both: ${c} | ${d}.`
  return refuseAt(place, 'range.order', { found, remedy })
}

function checkRange(type: TypeOf<'number'>, place: TypePlace): Refusal | null {
  const { integer, minimum, maximum, multipleOf } = type
  const text = textOf(place)
  if (multipleOf !== undefined && multipleOf <= 0) {
    const remedy = 'Write a step above zero, or leave it out.'
    return refuseAt(place, 'range.step', { found: `${text} has the step ${multipleOf}.`, remedy })
  }
  if (minimum === undefined || maximum === undefined) return null
  if (minimum > maximum) {
    const remedy = `Write the smaller number first: ${type.time ? 'Time' : 'Range'}<${maximum}, ${minimum}>.`
    return refuseAt(place, 'range.order', { found: `${text} goes from ${minimum} to ${maximum}.`, remedy })
  }
  const step = multipleOf ?? (integer ? 1 : 0)
  if (step > 0 && !holdsMultiple(minimum, maximum, step)) {
    const wanted = multipleOf ? `multiple of ${step}` : 'whole number'
    const found = `${text} holds no ${wanted} from ${minimum} to ${maximum}.`
    const remedy = 'Widen the bounds, or choose a smaller step; steps count from zero.'
    return refuseAt(place, 'range.empty', { found, remedy })
  }
  return null
}

function holdsMultiple(minimum: number, maximum: number, step: number): boolean {
  const tolerance = toTolerance(Math.max(Math.abs(minimum), Math.abs(maximum)) / step)
  return Math.ceil(minimum / step - tolerance) <= Math.floor(maximum / step + tolerance)
}

/** Returns true when a number satisfies the type. */
export function fitsNumber(
  value: number,
  { integer, minimum, maximum, multipleOf }: TypeOf<'number'>,
): boolean {
  if (minimum !== undefined && value < minimum) return false
  if (maximum !== undefined && value > maximum) return false
  if (integer && !Number.isInteger(value)) return false
  const count = multipleOf === undefined ? 0 : value / multipleOf
  return Math.abs(count - Math.round(count)) <= toTolerance(count)
}

/** Decimal steps such as 0.1 are no exact binary numbers. */
function toTolerance(count: number): number {
  return 1e-9 * Math.max(1, Math.abs(count))
}

/** Returns true for a brand on a plain value: an object with members that the value lacks. */
export function isMark(compiler: Compiler, plain: ts.Type, part: ts.Type): boolean {
  const { checker } = compiler
  if (!holdsOnlyProperties(compiler, part)) return false
  if (isStandard(compiler, part.symbol) && !isMappedType(part)) return false
  const owned = checker.getApparentType(plain)
  return checker.getPropertiesOfType(part).every(({ name }) => !checker.getPropertyOfType(owned, name))
}

/** Returns true for a brand on an object: only properties whose names are symbols, which no JSON has. */
export function isPhantom(compiler: Compiler, part: ts.Type): boolean {
  const properties = compiler.checker.getPropertiesOfType(part)
  return holdsOnlyProperties(compiler, part) && properties.every(({ name }) => name.startsWith('__@'))
}

function holdsOnlyProperties({ checker }: Compiler, part: ts.Type): boolean {
  return part.getCallSignatures().length === 0 && checker.getIndexInfosOfType(part).length === 0
}
