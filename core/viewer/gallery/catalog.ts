import { type ReadonlySignal, signal } from '@preact/signals'
import type { CatalogEntry, Client } from '../../client/client.ts'
import { findFault } from './find-fault.ts'

/** The host's catalog in the page. It outlives the gallery, so that coming back is immediate. */
export interface GalleryCatalog {
  /** Undefined until loaded; the same list while nothing in it has changed. */
  readonly entries: ReadonlySignal<readonly CatalogEntry[] | undefined>
  /** Faults of omitted entries, a sentence each. */
  readonly faults: ReadonlySignal<readonly string[]>
  /** The error of the last request; undefined after a success. */
  readonly failure: ReadonlySignal<string | undefined>
  /** Requests the catalog again; simultaneous calls share one request. */
  refresh(): Promise<void>
}

/** Returns a catalog that is not loaded yet. */
export function createCatalog(client: Pick<Client, 'catalog'>): GalleryCatalog {
  const entries = signal<readonly CatalogEntry[] | undefined>(undefined)
  const faults = signal<readonly string[]>([])
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
  const refresh = (): Promise<void> => {
    loading ??= load()
    return loading
  }
  return { entries, faults, failure, refresh }
}
