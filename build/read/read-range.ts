/** Reads `Range<min, max, step?>` and puts `Integer` and ranges of one intersection together. */

import type { NumberType, Refusal } from '../model/signature.ts'
import { toExcerpt, toSpan, type ts } from './compiler.ts'
import { type NamedType, refuse } from './refuse-type.ts'
import type { Reader, Scope } from './type-scope.ts'

/**
 * Returns the bounds of a `Range`, which must be literal numbers in the right order with room for a value.
 */
export function readRange(reader: Reader, node: NamedType, scope: Scope): NumberType | Refusal {
  const [min, max, step] = node.typeArguments ?? []
  const minimum = min && readBound(reader, min, scope)
  const maximum = max && readBound(reader, max, scope)
  const multipleOf = step && readBound(reader, step, scope)
  if (minimum === undefined || maximum === undefined || (step && multipleOf === undefined)) {
    const remedy =
      'Write numbers, such as Range<0, 10> or Range<-1, 1, 0.1>; `typeof LIMIT` of a const number also works.'
    return refuse(
      'range.bounds',
      node,
      `\`${toExcerpt(node)}\` has bounds that are not literal numbers.`,
      remedy,
    )
  }
  const type: NumberType = {
    kind: 'number',
    integer: false,
    minimum,
    maximum,
    ...(multipleOf !== undefined && { multipleOf }),
    span: toSpan(node),
  }
  return checkRange(type, node) ?? type
}

/**
 * Returns the number that all members of an intersection describe together: the narrowest bounds, whole if
 * one is.
 */
export function combineNumbers(numbers: readonly NumberType[], node: ts.TypeNode): NumberType | Refusal {
  const steps = new Set(numbers.flatMap(({ multipleOf }) => multipleOf ?? []))
  const minimum = Math.max(...numbers.map((type) => type.minimum ?? Number.NEGATIVE_INFINITY))
  const maximum = Math.min(...numbers.map((type) => type.maximum ?? Number.POSITIVE_INFINITY))
  const [multipleOf] = steps
  if (steps.size > 1) {
    return refuse(
      'range.step',
      node,
      `\`${toExcerpt(node)}\` has two different steps.`,
      'Keep one of the steps.',
    )
  }
  const type: NumberType = {
    kind: 'number',
    integer: numbers.some(({ integer }) => integer),
    ...(minimum > Number.NEGATIVE_INFINITY && { minimum }),
    ...(maximum < Number.POSITIVE_INFINITY && { maximum }),
    ...(multipleOf !== undefined && { multipleOf }),
    span: toSpan(node),
  }
  return checkRange(type, node) ?? type
}

function readBound(reader: Reader, node: ts.TypeNode, scope: Scope): number | undefined {
  const [bound, ...others] = reader.evaluate(node, scope)
  if (others.length > 0 || bound?.kind !== 'literal') return undefined
  // -0 is 0 in JSON.
  return typeof bound.value === 'number' && Number.isFinite(bound.value) ? bound.value + 0 : undefined
}

function checkRange(type: NumberType, node: ts.TypeNode): Refusal | null {
  const { integer, minimum, maximum, multipleOf } = type
  const text = `\`${toExcerpt(node)}\``
  if (multipleOf !== undefined && multipleOf <= 0) {
    return refuse(
      'range.step',
      node,
      `${text} has the step ${multipleOf}.`,
      'Write a step above zero, or leave it out.',
    )
  }
  if (minimum === undefined || maximum === undefined) return null
  if (minimum > maximum) {
    const remedy = `Write the smaller number first: Range<${maximum}, ${minimum}>.`
    return refuse('range.order', node, `${text} goes from ${minimum} to ${maximum}.`, remedy)
  }
  const step = multipleOf ?? (integer ? 1 : 0)
  const tolerance = 1e-9 * Math.max(1, Math.abs(minimum / step), Math.abs(maximum / step))
  if (step > 0 && Math.ceil(minimum / step - tolerance) > Math.floor(maximum / step + tolerance)) {
    const remedy = 'Widen the bounds, or choose a smaller step; steps count from zero.'
    return refuse(
      'range.empty',
      node,
      `${text} holds no ${multipleOf ? `multiple of ${step}` : 'whole number'}.`,
      remedy,
    )
  }
  return null
}
