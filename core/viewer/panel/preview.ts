import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import type { Json } from '../../contract/values/json.ts'

/**
 * Returns the parameters to send while one of them is being dragged: every other one that has a `preview`
 * gets that value, which is coarse and quick. Returns `params` itself where that changes nothing.
 */
export function toPreview(schema: ParameterSchema, params: Params, dragged: string): Params {
  const quick: Record<string, Json> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(params, name) ? params[name] : property.default
    const { preview } = property
    if (name === dragged || preview === undefined || preview === value) continue
    if (!isCoarser(value, preview, property.default)) quick[name] = preview
  }
  return Object.keys(quick).length === 0 ? params : { ...params, ...quick }
}

/**
 * Returns whether a chosen number lies beyond the preview, as seen from the default: it is then quicker than
 * the preview.
 */
function isCoarser(value: Json | undefined, preview: Json, initial: Json | undefined): boolean {
  if (typeof value !== 'number' || typeof preview !== 'number' || typeof initial !== 'number') return false
  return (value - preview) * (initial - preview) < 0
}
