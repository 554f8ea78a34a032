import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CatalogEntry, HostCalls } from '../../client/client.ts'
import { CompareBar } from '../compare/compare-bar.tsx'
import { WipeDivider } from '../compare/wipe-divider.tsx'
import type { DataSource } from '../data/data-source.ts'
import type { PageRoom } from '../room/page-room.ts'
import { mostViews, type ViewState } from '../state/view-state.ts'
import { checkOnceLoaded, ViewDifferences, ViewHead } from './lazy-tools.ts'
import type { PageView, PageViews } from './page-views.ts'
import type { SharedStage } from './picture/shared-stage.ts'
import { SpecimenView } from './specimen-view.tsx'

/** The views of a page, and what they are drawn of. */
export interface ViewsProps {
  readonly views: PageViews
  readonly view: ReadonlySignal<ViewState>
  readonly client: HostCalls
  readonly source: DataSource
  readonly viewerId: string
  /** The room that the page is in; null for none. */
  readonly room: PageRoom | null
  readonly sharedStage: SharedStage
  readonly onChange: (change: Partial<ViewState>) => void
}

/** The pictures of a page: one, or several with a bar above, and a head and the differences at each. */
export function Views(props: ViewsProps) {
  const { view, client, onChange, views } = props
  const list = views.list.value
  const isCompared = list.length > 1
  const isLinked = useComputed(() => view.value.isLinked).value
  const wipe = useComputed(() => view.value.wipe).value
  const active = useComputed(() => view.value.active).value
  const entries = useEntries(client, isCompared)
  const types = list.map(({ key }) => views.opened.value.get(key)?.model.prepared.value?.type)
  const canWipe = list.length === 2 && types[0] !== undefined && types[0] === types[1]
  const setWipe = (at: number | null): void => onChange({ wipe: at })
  return (
    <div
      class={`views${isCompared ? ' is-compared' : ''}${wipe === null ? '' : ' is-wiped'}`}
      style={wipe === null ? undefined : { '--wipe': String(wipe) }}
    >
      {isCompared && (
        <CompareBar
          isLinked={isLinked}
          wipe={wipe}
          onLinked={(linked) => views.setLinked(linked)}
          onWipe={canWipe || wipe !== null ? setWipe : null}
          onAdd={list.length < mostViews ? () => views.add() : null}
        />
      )}
      {list.map((own, place) => (
        <View
          key={JSON.stringify([own.key, own.id.value])}
          own={own}
          place={place}
          isCompared={isCompared}
          entries={entries}
          page={props}
          isActive={place === active}
        />
      ))}
      {wipe !== null && <WipeDivider at={wipe} onMove={setWipe} />}
    </div>
  )
}

interface ViewProps {
  readonly page: ViewsProps
  readonly own: PageView
  readonly place: number
  readonly isCompared: boolean
  readonly isActive: boolean
  readonly entries: ReadonlySignal<readonly CatalogEntry[]>
}

/** One of the views, with its head and its differences when there are others. */
function View(props: ViewProps) {
  const { page, own, place, isCompared, isActive, entries } = props
  const { views, sharedStage, client, source, viewerId, room } = page
  const { key, view, space, onChange } = own
  const id = own.id.value
  const activate = (): void => views.activate(key)
  const texts = views.compared.value
  const nameId = `name-of-view-${place + 1}`
  return (
    <section
      class={isActive ? 'view is-active' : 'view'}
      aria-labelledby={isCompared ? nameId : undefined}
      onFocusCapture={activate}
      onPointerDownCapture={activate}
    >
      {isCompared && (
        <ViewHead
          id={id}
          place={place}
          isActive={isActive}
          nameId={nameId}
          views={texts}
          entries={entries.value}
          onSpecimen={(specimenId) =>
            onChange({ specimenId, params: {}, display: {}, camera: null, sweep: null, notes: [] })
          }
          onRemove={() => views.remove(key)}
        />
      )}
      <SpecimenView
        id={id}
        view={view}
        space={space}
        onChange={onChange}
        client={client}
        source={source}
        viewerId={viewerId}
        sharedStage={sharedStage}
        isActive={isActive}
        room={room}
        tried={views.findTried(id)}
        kept={views.kept}
        check={checkOnceLoaded}
        onOpened={(opened) => views.open(key, opened)}
      />
      {isCompared && <ViewDifferences views={texts} place={place} />}
    </section>
  )
}

/** Returns the catalog, loaded once there are views that may be given another specimen. */
function useEntries(client: HostCalls, isWanted: boolean): ReadonlySignal<readonly CatalogEntry[]> {
  const entries = useSignal<readonly CatalogEntry[]>([])
  useEffect(() => {
    // Without it the specimens stay as they are.
    if (isWanted) client.catalog().then((found) => (entries.value = found), console.warn)
  }, [isWanted])
  return entries
}
