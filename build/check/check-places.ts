/** Checks what tags of places name. */
import { suggestName } from '../../core/contract/text/suggest.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import {
  type FunctionSignature,
  listParts,
  type ParameterType,
  type PropertyType,
} from '../model/signature.ts'

/** Returns the tags `@within` that name no parameter with data, of whose bounds they are. */
export function checkWithin({ name, parameters }: FunctionSignature): Diagnostic[] {
  const data = parameters.filter(({ type }) => isData(type)).map((parameter) => parameter.name)
  const listTags = ({ tags, type }: Pick<PropertyType, 'tags' | 'type'>): PropertyType['tags'] => [
    ...tags,
    ...listParts(type).flatMap((part) => listTags({ tags: part.property?.tags ?? [], type: part.type })),
  ]
  return parameters.flatMap((parameter) => {
    const wrong = listTags(parameter).filter(
      (tag) => tag.name === 'within' && tag.text !== 'bounds' && !data.includes(tag.text),
    )
    return wrong.map(({ text, span }) => {
      const named = text === '' ? 'nothing' : `\`${text}\``
      const found = `@within names ${named}, which is no parameter with data.`
      const meant = suggestName(text, data) ?? data[0]
      const other = meant === undefined ? '' : `, or @within ${meant} for those of ${meant}`
      const remedy = `Write @within bounds for the bounds of the result${other}.`
      return toError('tag.value', { span, path: `${name}(${parameter.name})`, found, remedy })
    })
  })
}

function isData(type: ParameterType): boolean {
  return type.kind === 'data' || (type.kind === 'union' && type.members.some(isData))
}
