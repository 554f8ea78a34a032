/** Reads arrays and tuples. */

import type { ParameterType, Refusal, TypeOf } from '../model/signature.ts'
import { ts } from './port.ts'
import { moveTo, refuseAt, spanOf, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

/** Returns the array of a `T[]`, `Array<T>` or `readonly T[]`. */
export function readArray(reader: TypeReader, type: ts.TypeReference, place: TypePlace): TypeOf<'array'> {
  const [element] = reader.compiler.checker.getTypeArguments(type)
  if (!element) throw new Error('An array without a type of its elements')
  return { kind: 'array', items: readItem(reader, element, toElement(reader, place, 0)), span: spanOf(place) }
}

/** Returns a tuple, or the reason why JSON Schema cannot express it. */
export function readTuple(
  reader: TypeReader,
  tuple: ts.TupleTypeReference,
  place: TypePlace,
): TypeOf<'tuple'> | Refusal {
  const { checker } = reader.compiler
  const { elementFlags, labeledElementDeclarations } = tuple.target
  const elements: TypeOf<'tuple'>['elements'][number][] = []
  let rest: ParameterType | null = null
  for (const [i, part] of checker.getTypeArguments(tuple).entries()) {
    const flags = elementFlags[i] ?? ts.ElementFlags.Required
    const where = toElement(reader, place, i)
    if (rest) {
      const found = `${textOf(where)} comes behind elements of any number.`
      const remedy = 'Put the rest element last: [first: number, ...others: number[]].'
      return refuseAt(where, 'type.array', { found, remedy })
    }
    if (flags & ts.ElementFlags.Rest) {
      rest = readItem(reader, part, where)
    } else {
      const optional = (flags & ts.ElementFlags.Optional) !== 0
      const type = optional ? reader.readPart(part, where).type : readItem(reader, part, where)
      elements.push({ name: labeledElementDeclarations?.[i]?.name.getText() ?? null, type, optional })
    }
  }
  return { kind: 'tuple', elements, rest, span: spanOf(place) }
}

function toElement(reader: TypeReader, place: TypePlace, index: number): TypePlace {
  const element = moveTo(reader, place, place.written && reader.syntax.findElement(place.written, index))
  return { ...element, owner: null, path: `${place.path}[]` }
}

/** JSON has no undefined, so an element that allows it is refused; the author means null. */
function readItem(reader: TypeReader, part: ts.Type, where: TypePlace): ParameterType {
  const { type, optional } = reader.readPart(part, where)
  if (!optional || type.kind === 'refused' || !saysUndefined(reader, where)) return type
  const found = `${textOf(where)} allows undefined, which JSON has not.`
  return refuseAt(where, 'type.array', { found, remedy: 'Write null instead.' })
}

function saysUndefined({ syntax }: TypeReader, { written }: TypePlace): boolean {
  const choices = written ? syntax.listChoices(written) : []
  return choices.some((choice) => choice.written.node.kind === ts.SyntaxKind.UndefinedKeyword)
}
