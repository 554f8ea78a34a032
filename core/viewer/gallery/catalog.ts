import { signal } from '@preact/signals'
import type { CatalogEntry, Client } from '../../client/client.ts'
import { findFault } from './find-fault.ts'

/** Returns the host's catalog, not loaded yet. It outlives the gallery, so that coming back is immediate. */
export function createCatalog(client: Pick<Client, 'catalog'>) {
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
      failure.value = error instanceof Error ? error.message : String(error)
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
