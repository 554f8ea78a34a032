import { isJsonObject, type JsonObject, parseJson } from '../../core/domain/json.ts'
import type { DocTag } from './signature.ts'

/** Returns the preset of a tag, `Fine {"cells":8}`, unchecked; undefined where it has no object. */
export function readPresetTag({ text }: DocTag): { name: string; params: JsonObject } | undefined {
  const start = text.indexOf('{')
  if (start < 0) return undefined
  try {
    const params = parseJson(text.slice(start), 'params')
    return isJsonObject(params) ? { name: text.slice(0, start).trim(), params } : undefined
  } catch {
    return undefined // no JSON: the check says so
  }
}
