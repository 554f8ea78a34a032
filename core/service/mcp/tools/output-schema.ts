import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { namesParts, type SceneShape } from '../../../contract/domain/result/returned.ts'

/** Parts of which a schema tells: it is read with the list of all tools, and costs about 9 tokens a part. */
const mostParts = 16

/**
 * Returns the schema of the answers of a function that returns a scene: which parts there will be, and their
 * kinds. Undefined for other functions, whose words say as much, and for more parts than are told of.
 */
export function toOutputSchema(returns: SceneShape | undefined): Tool['outputSchema'] {
  if (!returns) return undefined
  const parts = toParts(returns)
  return parts && { type: 'object', properties: { parts }, required: ['parts'] }
}

function toParts(returns: SceneShape): object | undefined {
  if (!namesParts(returns)) return { additionalProperties: { const: returns.each } }
  const { parts, optional = [] } = returns
  const kinds = Object.entries(parts)
  if (kinds.length > mostParts) return undefined
  return {
    properties: Object.fromEntries(kinds.map(([name, kind]) => [name, { const: kind }])),
    required: kinds.flatMap(([name]) => (optional.includes(name) ? [] : [name])),
  }
}
