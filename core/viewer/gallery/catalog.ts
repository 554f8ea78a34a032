import { type ReadonlySignal, signal } from '@preact/signals'
import type { CatalogEntry, Client } from '../../client/client.ts'
import { findFault } from './find-fault.ts'

/** The host's catalog as the page knows it. It outlives the gallery, so that coming back is at once. */
export interface GalleryCatalog {
  /** Undefined until it has come; the same list as long as nothing in it has changed. */
  readonly entries: ReadonlySignal<readonly CatalogEntry[] | undefined>
  /** What is wrong with entries that are not among them, a sentence each. */
  readonly faults: ReadonlySignal<readonly string[]>
  /** Why the last look at it failed; undefined when it did not. */
  readonly failure: ReadonlySignal<string | undefined>
  /** Asks the host again; calls at a time are one. */
  refresh(): Promise<void>
}

/** Returns a catalog that has not been asked for yet. */
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
