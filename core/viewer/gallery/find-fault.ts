import type { CatalogEntry } from '../../client/client.ts'
import { describe } from '../../domain/describe.ts'
import { isJsonObject } from '../../domain/json.ts'
import { resultTypes } from '../../domain/result/result.ts'

const isText = (value: unknown): boolean => typeof value === 'string'
const text = { wanted: 'a text', fits: isText }
const textOrNull: typeof text = { wanted: 'a text or null', fits: (value) => value === null || isText(value) }
const texts: typeof text = {
  wanted: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every(isText),
}
const truth: typeof text = { wanted: 'true or false', fits: (value) => typeof value === 'boolean' }

/** The members of an entry that the gallery reads; others may be missing. */
const members = {
  id: text,
  display_name: text,
  description: text,
  type: {
    wanted: `one of ${resultTypes.join(', ')}`,
    fits: (value) => resultTypes.some((known) => known === value),
  },
  tags: texts,
  is_dynamic: truth,
  worker_id: textOrNull,
  available: truth,
  thumbnail_url: textOrNull,
  story_text: texts,
} satisfies { readonly [name in keyof CatalogEntry]?: typeof text }

/**
 * Returns the fault of a catalog's entry, or null. One entry of another version must not break the others.
 */
export function findFault(entry: unknown, place: number): string | null {
  const name = `Entry ${place + 1}`
  if (!isJsonObject(entry)) return `${name} must be an object (got ${describe(entry)}).`
  const title = isText(entry.id) ? `${name}, ${describe(entry.id)}` : name
  for (const [member, { wanted, fits }] of Object.entries(members)) {
    const value = entry[member]
    if (!fits(value)) return `${title}: ${member} must be ${wanted} (got ${describe(value)}).`
  }
  return null
}
