/** Reads values from types, as packages declare them: `declare const SIZES: readonly [1, 2]`. */

import type { Json } from '../../core/contract/values/json.ts'
import type { Compiler } from './compiler.ts'
import { ts } from './port.ts'

/** Returns the value of a literal type, undefined for any other. */
export function readLiteral(compiler: Compiler, type: ts.Type): Json | undefined {
  const { checker } = compiler
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if (type.flags & ts.TypeFlags.BooleanLiteral) return type === checker.getTrueType()
  if (type.flags & ts.TypeFlags.Null) return null
  if (!(type.flags & ts.TypeFlags.Object) || type.getCallSignatures().length > 0) return undefined
  if (checker.isTupleType(type)) {
    const parts = checker.getTypeArguments(type as ts.TypeReference) // a tuple is one
    const items = parts.map((item) => readLiteral(compiler, item))
    const known = items.filter((item) => item !== undefined)
    return known.length === items.length ? known : undefined
  }
  const members = checker.getPropertiesOfType(type)
  const values = members.flatMap((member): [string, Json][] => {
    const isOptional = (member.flags & ts.SymbolFlags.Optional) !== 0
    const value = isOptional ? undefined : readLiteral(compiler, checker.getTypeOfSymbol(member))
    return value === undefined ? [] : [[member.name, value]]
  })
  return values.length > 0 && values.length === members.length ? Object.fromEntries(values) : undefined
}
