/**
 * Recognises `Integer` and `Range` in the checker's types, where they are numbers with a phantom property of
 * the SDK.
 */

import type { NumberType } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import type { Compiler, ts } from './compiler.ts'

/** Returns the number that a branded type stands for, null for another type. */
export function toBrand(compiler: Compiler, type: ts.Type, span: Span): NumberType | null {
  const { ts, checker } = compiler
  if (!type.isIntersection() || !type.types.some(({ flags }) => flags & ts.TypeFlags.Number)) return null
  const brands = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Number))
  let number: NumberType = { kind: 'number', integer: false, span }
  for (const brand of brands) {
    const [property] = checker.getPropertiesOfType(brand)
    if (!property?.declarations?.some((node) => node.getSourceFile().fileName === compiler.sdkFile))
      return null
    const names = checker
      .getPropertiesOfType(checker.getNonNullableType(checker.getTypeOfSymbol(property)))
      .map(({ name }) => name)
    if (names.length === 0) {
      number = { ...number, integer: true }
      continue
    }
    const [minimum, maximum, multipleOf] = ['min ', 'max ', 'step '].map((word) => readBound(names, word))
    if (minimum === undefined || maximum === undefined) return null
    number = { ...number, minimum, maximum, ...(multipleOf !== undefined && { multipleOf }) }
  }
  return number
}

/**
 * The bounds of a range are the names of properties: `min 0.1`. Undefined where there is none, or a choice of
 * several.
 */
function readBound(names: readonly string[], word: string): number | undefined {
  const [bound, ...others] = names.filter((name) => name.startsWith(word))
  return bound === undefined || others.length > 0 ? undefined : Number(bound.slice(word.length))
}
