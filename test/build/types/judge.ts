/** Whether a JSON value is one of a type, as schemas mean it. */
import { ts } from 'ts-morph'
import { isJsonObject, type Json, type JsonObject } from '../../../core/contract/values/json.ts'
import {
  type Bounds,
  isPhantom,
  isScalar,
  isSymbolNamed,
  maySkip,
  openNoInfer,
  readBounds,
} from './traits.ts'

const { TypeFlags, SymbolFlags, ElementFlags, ModifierFlags } = ts

/** `exact`: no members beyond those of the type; `loose`: others may be there, as in an assigned variable. */
export type Strictness = 'exact' | 'loose'

/** Answers whether a value fits a type. */
export type Judge = (type: ts.Type, value: Json, strictness: Strictness) => boolean

/**
 * Returns a judge that asks the compiler for every part of a type. It walks through the value, not through
 * syntax, and leaves scalars to `isTypeAssignableTo`. What differs from assignability, because schemas do:
 *
 * - objects are closed: a member that the type (for a union: one member of it) does not have is refused;
 * - a member that may be undefined may be left out, as JSON has no undefined;
 * - a brand over a type (an intersection with members that no JSON has) is that type;
 * - `Integer` and `Range` are asked as numbers, members of enums by their values;
 * - an object type takes JSON objects only: no text is `{ length: number }`.
 *
 * Test files check that an exact fit is assignable, and that what is assignable fits loosely.
 */
export function createJudge(checker: ts.TypeChecker): Judge {
  return takes

  function takes(type: ts.Type, value: Json, strictness: Strictness): boolean {
    if (type.isUnion()) return type.types.some((member) => takes(member, value, strictness))
    if (type.isIntersection()) return takesIntersection(type, value, strictness)
    if (isScalar(type)) return takesScalar(type, value)
    const open = openNoInfer(type)
    if (open !== type) return takes(open, value, strictness)
    if (!(type.flags & TypeFlags.Object)) return false
    if (checker.isTupleType(type)) {
      return Array.isArray(value) && takesTuple(type as ts.TupleTypeReference, value, strictness) // is a tuple
    }
    if (checker.isArrayType(type)) {
      const [items] = checker.getTypeArguments(type as ts.TypeReference) // an array is one
      return Array.isArray(value) && !!items && value.every((item) => takes(items, item, strictness))
    }
    if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return false
    return takesMembers(type, value, strictness)
  }

  function takesScalar(type: ts.Type, value: Json): boolean {
    if (type.flags & TypeFlags.EnumLiteral && type.isLiteral()) return type.value === value
    const own = toScalarType(checker, value)
    return own !== null && checker.isTypeAssignableTo(own, type)
  }

  function takesIntersection(type: ts.IntersectionType, value: Json, strictness: Strictness): boolean {
    const bare = type.types.filter(isScalar)
    if (bare.length > 0) {
      const bounds = readBounds(checker, type.types)
      return (
        bare.every((part) => takes(part, value, strictness)) && (bounds === null || isWithin(bounds, value))
      )
    }
    const solid = type.types.filter((part) => !isPhantom(checker, part))
    if (solid.length === 1 && solid[0]) return takes(solid[0], value, strictness)
    return (
      solid.every((part) => takes(part, value, 'loose')) &&
      (strictness === 'loose' || takesMembers(type, value, strictness))
    )
  }

  function takesMembers(type: ts.Type, value: Json, strictness: Strictness): boolean {
    if (!isJsonObject(value)) return value !== null && strictness === 'loose'
    const properties = checker.getPropertiesOfType(type)
    const names = new Set(properties.map(({ name }) => name))
    return (
      properties.every((property) => takesProperty(type, property, value, strictness)) &&
      Object.keys(value).every((name) => {
        const isKnown = strictness === 'loose' || names.has(name)
        return takesIndexed(type, name, value[name] ?? null, strictness) ?? isKnown
      })
    )
  }

  function takesProperty(
    owner: ts.Type,
    property: ts.Symbol,
    value: JsonObject,
    strictness: Strictness,
  ): boolean {
    const { name, flags, declarations = [] } = property
    const isOptional = (flags & SymbolFlags.Optional) !== 0
    if (isSymbolNamed(property)) return isOptional || owner.isIntersection()
    const isHidden = declarations.some(
      (node) =>
        ts.getCombinedModifierFlags(node) & (ModifierFlags.Private | ModifierFlags.Protected) ||
        (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name)),
    )
    if (isHidden) return false
    const type = checker.getTypeOfSymbol(property)
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    // Every object has toString and the like; the compiler does not ask for them.
    if (member === undefined) return isOptional || maySkip(type) || name in Object.prototype
    return takes(type, member, strictness)
  }

  /** Index signatures hold for all names, listed or not; null where none is for this one. */
  function takesIndexed(type: ts.Type, name: string, value: Json, strictness: Strictness): boolean | null {
    const key = checker.getStringLiteralType(name)
    const infos = checker.getIndexInfosOfType(type).filter(({ keyType }) => {
      if (keyType.flags & TypeFlags.Number) return String(Number(name)) === name
      return checker.isTypeAssignableTo(key, keyType)
    })
    return infos.length === 0 ? null : infos.every((info) => takes(info.type, value, strictness))
  }

  function takesTuple(type: ts.TupleTypeReference, value: readonly Json[], strictness: Strictness): boolean {
    const { elementFlags } = type.target
    const types = checker.getTypeArguments(type)
    const isRest = (flags: ts.ElementFlags): boolean => (flags & ElementFlags.Variable) !== 0
    const first = elementFlags.findIndex(isRest)
    const head = first === -1 ? types.length : first
    const tail = first === -1 ? 0 : types.length - 1 - elementFlags.findLastIndex(isRest)
    const needed = elementFlags.filter((flags) => flags & ElementFlags.Required).length
    if (value.length < needed || (first === -1 && value.length > types.length)) return false
    return value.every((item, i) => {
      const fromEnd = value.length - i
      const inTail = fromEnd <= tail && i >= head
      const at = i < head ? i : inTail ? types.length - fromEnd : first
      const element = types[at]
      return element !== undefined && takes(element, item, strictness)
    })
  }
}

function toScalarType(checker: ts.TypeChecker, value: Json): ts.Type | null {
  if (value === null) return checker.getNullType()
  if (typeof value === 'string') return checker.getStringLiteralType(value)
  if (typeof value === 'number') return checker.getNumberLiteralType(value)
  if (typeof value === 'boolean') return value ? checker.getTrueType() : checker.getFalseType()
  return null
}

function isWithin({ integer, minimum, maximum, steps }: Bounds, value: Json): boolean {
  if (typeof value !== 'number') return false
  if (integer && !Number.isInteger(value)) return false
  if (value < minimum || value > maximum) return false
  return steps.every((step) => Math.abs(value / step - Math.round(value / step)) < 1e-9)
}
