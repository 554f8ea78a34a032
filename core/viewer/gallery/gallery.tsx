import { useSignalEffect } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { CatalogEntry } from '../../client/client.ts'
import { keysOf } from '../../contract/values/keys-of.ts'
import { Cards } from './cards.tsx'
import { typeNames } from './figures.tsx'
import { Filters, OrderField, SearchField } from './filters.tsx'
import type { GalleryState } from './gallery-state.ts'
import { CatalogFailure, LeftOut, NothingFound, NothingYet, Skeleton } from './notices.tsx'
import { countTags, findSpecimens, type GalleryFilter, indexSpecimens } from './search.ts'

const everySeconds = 30
/** Shortest time between two requests, however often the window gets the focus. */
const leastSeconds = 3

interface GalleryProps {
  readonly state: GalleryState
  readonly filter: GalleryFilter
  readonly onFilter: (filter: GalleryFilter) => void
  /** Null leads to the choice of a file of the user's own. */
  readonly toLink: (id: string | null) => string
}

/** The gallery of a page, and how it was left. */
export interface PageGallery {
  readonly state: GalleryState
  readonly Gallery: typeof Gallery
}

/** Every specimen of the host as a card, with a search, filters and an order. */
export function Gallery(props: GalleryProps) {
  const { state, filter, onFilter, toLink } = props
  useRefresh(state)
  const { catalog, session } = state
  const entries = catalog.entries.value
  const [faults, failure] = [catalog.faults.value, catalog.failure.value]
  const docs = `${session.baseUrl}/docs`
  const matches = useFound(entries ?? [], filter)
  const isFiltered = filter.search.trim() !== '' || filter.tags.length > 0 || filter.type !== null
  const retry = (): void => void catalog.refresh()
  return (
    <main class="gallery" aria-busy={entries === undefined && failure === undefined}>
      <Head {...props} found={matches.shown.length} />
      {entries?.length !== 0 && (
        <>
          <Filters filter={filter} types={matches.types} tags={matches.tags} onFilter={onFilter} />
          <OrderField
            order={filter.order}
            hasLive={entries?.some((entry) => entry.is_dynamic) ?? false}
            onOrder={(order) => onFilter({ ...filter, order })}
          />
        </>
      )}
      {failure !== undefined && <CatalogFailure text={failure} onRetry={retry} />}
      {entries === undefined && failure === undefined && <Skeleton />}
      {faults.length > 0 && <LeftOut faults={faults} />}
      {entries?.length === 0 && faults.length === 0 && <NothingYet docs={docs} />}
      {entries !== undefined && entries.length > 0 && matches.shown.length === 0 && isFiltered && (
        <NothingFound
          search={filter.search}
          onClear={() => onFilter({ ...filter, search: '', tags: [], type: null })}
        />
      )}
      {matches.shown.length > 0 && (
        <Cards
          state={state}
          entries={matches.shown}
          filterKey={JSON.stringify([filter.search, filter.tags, filter.type, filter.order])}
          toLink={toLink}
        />
      )}
    </main>
  )
}

/** The title with the number of cards, the search, and the ways to other pages. */
function Head(props: GalleryProps & { readonly found: number }) {
  const { state, filter, onFilter, toLink, found } = props
  const { catalog, session } = state
  const entries = catalog.entries.value
  return (
    <header>
      <h1>Specimens</h1>
      <p class="total" role="status">
        {entries !== undefined && describeCount(found, entries.length)}
      </p>
      {entries?.length !== 0 && <SearchField filter={filter} onFilter={onFilter} />}
      <a class="open" href={toLink(null)}>
        Open a file
      </a>
      {!session.isStatic && (
        <a class="docs" href={`${session.baseUrl}/docs`}>
          API
        </a>
      )}
    </header>
  )
}

function useFound(entries: readonly CatalogEntry[], filter: GalleryFilter) {
  const index = useMemo(() => indexSpecimens(entries), [entries])
  return useMemo(() => {
    const ofAnyType = findSpecimens(index, { ...filter, type: null })
    const shown = ofAnyType.filter(({ type }) => filter.type === null || type === filter.type)
    const types = keysOf(typeNames)
      .map((value) => ({ value, count: ofAnyType.filter(({ type }) => type === value).length }))
      .filter(({ value, count }) => count > 0 || value === filter.type)
    return { shown, types, tags: countTags(shown, filter.tags) }
  }, [index, filter.search, filter.tags.join('\n'), filter.type, filter.order])
}

function describeCount(shown: number, total: number): string {
  if (total === 0) return ''
  if (shown < total) return `${shown} of ${total}`
  return String(total)
}

/** Keeps the catalog up to date: at first, at intervals, and whenever the page becomes visible. */
function useRefresh({ session, catalog }: GalleryState): void {
  useSignalEffect(() => {
    // A restarted host may have another catalog.
    if (!session.isAway.value) void catalog.refresh()
  })
  useEffect(() => {
    let asked = performance.now()
    const refresh = (): void => {
      const seconds = (performance.now() - asked) / 1000
      if (document.visibilityState !== 'visible' || session.isAway.value || seconds < leastSeconds) return
      asked = performance.now()
      void catalog.refresh()
    }
    const timer = setInterval(refresh, 1000 * everySeconds)
    addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
}
