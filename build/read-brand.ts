/** Recognises `Integer` and `Range` in the checker's types, where they are numbers with a phantom property of the SDK. */
import type { Compiler, ts } from './compiler.ts'
import type { NumberType, Span } from './signature.ts'

/** Returns the number that a branded type stands for, null for another type. */
export function toBrand(compiler: Compiler, type: ts.Type, span: Span): NumberType | null {
  const { ts, checker } = compiler
  if (!type.isIntersection() || !type.types.some(({ flags }) => flags & ts.TypeFlags.Number)) return null
  const brands = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Number))
  let number: NumberType = { kind: 'number', integer: false, span }
  for (const brand of brands) {
    const [property] = checker.getPropertiesOfType(brand)
    if (!property?.declarations?.some((node) => node.getSourceFile().fileName === compiler.sdkFile)) return null
    const tuple = checker.getNonNullableType(checker.getTypeOfSymbol(property))
    if (!checker.isTupleType(tuple)) {
      number = { ...number, integer: true }
      continue
    }
    const bounds = checker.getTypeArguments(tuple as ts.TupleTypeReference) // as tested
    const [minimum, maximum, multipleOf] = bounds.map((bound) => (bound.isNumberLiteral() ? bound.value : undefined))
    if (minimum === undefined || maximum === undefined) return null
    number = { ...number, minimum, maximum, ...(multipleOf !== undefined && { multipleOf }) }
  }
  return number
}
