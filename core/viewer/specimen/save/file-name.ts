import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { keepKnown, toChanged } from '../../panel/values.ts'
import { describeReference } from '../../panel/words.ts'

/** Letters of a name; systems take 255 bytes with its extension. */
const longestName = 80

/** Characters that systems refuse in names, or that hide or reorder others. */
const unsafe = /[\\/:*?"<>|\p{C}\p{Zl}\p{Zp}]+/gu

/**
 * Returns the name of a saved file without its extension: the specimen's id without that of its worker, and
 * the parameters that are not at their default. `gyroid cells=4`
 */
export function toFileStem(id: string, schema: ParameterSchema | null, params: Params): string {
  const chosen = schema ? toChanged(schema, keepKnown(schema, params)) : {}
  const parts = Object.entries(chosen).map(([name, value]) => {
    const text = typeof value === 'string' ? value : (describeReference(value) ?? JSON.stringify(value))
    return `${name}=${text.replaceAll('"', '')}`
  })
  const words = [id.replace(/^.*:/, ''), ...parts].join(' ')
  return cutText(words.replace(unsafe, '_').replace(/^[. ]+|[. ]+$/g, ''), longestName)
}
