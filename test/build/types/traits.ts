/** What of a type the compiler and a schema judge differently on purpose, and what neither can judge. */
import { ts } from 'ts-morph'
import { sdkFile } from '../temporary-plugins.ts'

/**
 * `open`: any, unknown, object: never a schema. `unjudged`: nothing that {@link createJudge} knows. `brand`: a
 * phantom over a known type, which stands for that type. `bounds`: `Integer` and `Range`, asked as numbers.
 * `enum`: members of an enum, which stand for their values. `undefined`: a member that may be undefined,
 * which JSON leaves out.
 */
export type Trait = 'open' | 'unjudged' | 'brand' | 'bounds' | 'enum' | 'undefined'

const { TypeFlags, SymbolFlags } = ts
/** The file of the SDK that declares the brands of numbers. */
const numbersFile = sdkFile.replace(/plugin[.]ts$/, 'plugin-numbers.ts')
const scalars =
  TypeFlags.StringLike |
  TypeFlags.NumberLike |
  TypeFlags.BooleanLike |
  TypeFlags.BigIntLike |
  TypeFlags.ESSymbolLike |
  TypeFlags.Null
const typesSeen = 3000

/** Returns whether a type holds values that are no objects. */
export function isScalar(type: ts.Type): boolean {
  return (type.flags & scalars) !== 0
}

/** Returns whether a value that is undefined fits. */
export function maySkip(type: ts.Type): boolean {
  const open = openNoInfer(type)
  if (open.isUnion()) return open.types.some(maySkip)
  return (open.flags & (TypeFlags.Undefined | TypeFlags.Void)) !== 0
}

/** Returns whether the compiler names a property by a unique symbol, which no JSON object has. */
export function isSymbolNamed(property: ts.Symbol): boolean {
  return String(property.escapedName).startsWith('__@')
}

/** Returns whether a part of an intersection says nothing about values: all its members are symbols. */
export function isPhantom(checker: ts.TypeChecker, type: ts.Type): boolean {
  return (
    checker.getPropertiesOfType(type).every(isSymbolNamed) &&
    checker.getIndexInfosOfType(type).length === 0 &&
    type.getCallSignatures().length + type.getConstructSignatures().length === 0
  )
}

/** Returns what `NoInfer` stands around, or the type itself. */
export function openNoInfer(type: ts.Type): ts.Type {
  if (!(type.flags & TypeFlags.Substitution)) return type
  const { baseType, constraint } = type as ts.SubstitutionType // by its flag
  return constraint.flags & TypeFlags.Unknown ? baseType : type
}

/** Bounds of a number by the names that the SDK's brands give them. */
export interface Bounds {
  readonly integer: boolean
  readonly minimum: number
  readonly maximum: number
  readonly steps: readonly number[]
}

/** Returns the bounds that parts of an intersection put on a number, null where none is of the SDK. */
export function readBounds(checker: ts.TypeChecker, parts: readonly ts.Type[]): Bounds | null {
  const brands = parts
    .flatMap((part) => (isScalar(part) ? [] : checker.getPropertiesOfType(part)))
    .filter(({ declarations }) => declarations?.some((node) => node.getSourceFile().fileName === numbersFile))
  if (brands.length === 0) return null
  const names = brands.flatMap((brand) => {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(brand))
    return checker.getPropertiesOfType(type).map(({ name }) => name)
  })
  const numbers = (word: string): number[] =>
    names.filter((name) => name.startsWith(word)).map((name) => Number(name.slice(word.length)))
  return {
    integer: brands.some((brand) => String(brand.escapedName).startsWith('__@integer')),
    minimum: Math.max(...numbers('min ')),
    maximum: Math.min(...numbers('max ')),
    steps: numbers('step '),
  }
}

/** Returns the traits of all that a type leads to, up to some thousand types. */
export function listTraits(checker: ts.TypeChecker, root: ts.Type): Set<Trait> {
  const traits = new Set<Trait>()
  const seen = new Set<ts.Type>()
  const queue = [root]
  for (let type = queue.pop(); type && seen.size < typesSeen; type = queue.pop()) {
    if (seen.has(type)) continue
    seen.add(type)
    const { own, parts } = look(checker, type)
    for (const trait of own) traits.add(trait)
    queue.push(...parts)
  }
  return traits
}

interface Look {
  readonly own: readonly Trait[]
  readonly parts: readonly ts.Type[]
}

function look(checker: ts.TypeChecker, type: ts.Type): Look {
  const { flags } = type
  const open = openNoInfer(type)
  if (open !== type) return { own: [], parts: [open] }
  if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive))
    return { own: ['open'], parts: [] }
  if (type.isUnion()) return { own: [], parts: type.types }
  if (type.isIntersection()) return lookAtIntersection(checker, type)
  if (flags & TypeFlags.EnumLike) return { own: ['enum'], parts: [] }
  if (isScalar(type) || flags & (TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never))
    return { own: [], parts: [] }
  if (!(flags & TypeFlags.Object)) return { own: ['unjudged'], parts: [] }
  if (checker.isTupleType(type) || checker.isArrayType(type))
    // isArrayType and isTupleType say that it is a reference
    return { own: [], parts: checker.getTypeArguments(type as ts.TypeReference) }
  if (checker.isArrayLikeType(type)) return { own: ['unjudged'], parts: [] }
  if (type.getCallSignatures().length > 0) return { own: [], parts: [] }
  if (isMappedScalar(checker, type)) return { own: ['unjudged'], parts: [] }
  return lookAtMembers(checker, type)
}

/** A mapped type over a brand has the methods of a number or text: such an object takes scalars too. */
function isMappedScalar(checker: ts.TypeChecker, type: ts.Type): boolean {
  return checker.getPropertiesOfType(type).some(({ name }) => name === 'valueOf')
}

function lookAtIntersection(checker: ts.TypeChecker, type: ts.IntersectionType): Look {
  const bare = type.types.filter(isScalar)
  if (bare.length > 0) {
    const others = type.types.filter((part) => !isScalar(part))
    const branded = others.filter((part) => readBounds(checker, [part]) === null).length > 0
    return { own: branded ? ['brand'] : ['bounds'], parts: bare }
  }
  const solid = type.types.filter((part) => !isPhantom(checker, part))
  const own: Trait[] = solid.length < type.types.length ? ['brand'] : []
  const lists = solid.filter((part) => checker.isArrayLikeType(part)).length
  if (lists > 0 && solid.length > 1) return { own: ['unjudged'], parts: [] }
  if (lists > 0) return { own, parts: solid }
  const members = lookAtMembers(checker, type)
  return { own: [...own, ...members.own], parts: [...members.parts, ...solid] }
}

function lookAtMembers(checker: ts.TypeChecker, type: ts.Type): Look {
  const properties = checker.getPropertiesOfType(type).filter((property) => !isSymbolNamed(property))
  const types = properties.map((property) => checker.getTypeOfSymbol(property))
  const skipped = properties.some(
    (property, i) => !(property.flags & SymbolFlags.Optional) && types[i] && maySkip(types[i]),
  )
  const index = checker.getIndexInfosOfType(type).map((info) => info.type)
  return { own: skipped ? ['undefined'] : [], parts: [...types, ...index] }
}
