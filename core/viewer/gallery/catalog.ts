import { type Signal, signal } from '@preact/signals'
import type { CatalogEntry, HostCalls } from '../../client/client.ts'
import { resultTypes } from '../../contract/domain/result/result.ts'
import { describe } from '../../contract/text/describe.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { isJsonObject } from '../../contract/values/json.ts'

/** The catalog as the page has it, and why it has none. */
export interface PageCatalog {
  readonly entries: Signal<readonly CatalogEntry[] | undefined>
  readonly faults: Signal<readonly string[]>
  readonly failure: Signal<string | undefined>
  refresh(): Promise<void>
}

/** Returns the host's catalog, not loaded yet. It outlives the gallery, so that coming back is immediate. */
export function createCatalog(client: Pick<HostCalls, 'catalog'>): PageCatalog {
  /** Undefined until loaded; the same list while nothing in it has changed. */
  const entries = signal<readonly CatalogEntry[] | undefined>(undefined)
  /** Faults of omitted entries, a sentence each. */
  const faults = signal<readonly string[]>([])
  /** The error of the last request; undefined after a success. */
  const failure = signal<string | undefined>(undefined)
  let loading: Promise<void> | undefined
  let text = ''
  const load = async (): Promise<void> => {
    try {
      const given = await client.catalog()
      const givenText = JSON.stringify(given)
      if (givenText !== text) {
        const found = given.map((entry, place) => ({ entry, fault: findFault(entry, place) }))
        entries.value = found.flatMap(({ entry, fault }) => (fault === null ? [entry] : []))
        faults.value = found.flatMap(({ fault }) => (fault === null ? [] : [fault]))
      }
      text = givenText
      failure.value = undefined
    } catch (error) {
      failure.value = toThrownText(error)
    } finally {
      loading = undefined
    }
  }
  /** Requests the catalog again; simultaneous calls share one request. */
  const refresh = (): Promise<void> => {
    loading ??= load()
    return loading
  }
  return { entries, faults, failure, refresh }
}

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
function findFault(entry: unknown, place: number): string | null {
  const name = `Entry ${place + 1}`
  if (!isJsonObject(entry)) return `${name} must be an object (got ${describe(entry)}).`
  const title = isText(entry.id) ? `${name}, ${describe(entry.id)}` : name
  for (const [member, { wanted, fits }] of Object.entries(members)) {
    const value = entry[member]
    if (!fits(value)) return `${title}: ${member} must be ${wanted} (got ${describe(value)}).`
  }
  return null
}
