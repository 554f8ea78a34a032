import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CatalogEntry, Client } from '../../client/client.ts'
import { CompareBar } from '../compare/compare-bar.tsx'
import { describeDifferences } from '../compare/differences.ts'
import { ViewHead } from '../compare/view-head.tsx'
import { WipeDivider } from '../compare/wipe-divider.tsx'
import { mostViews } from '../state/view-state.ts'
import type { PageView, PageViews } from './page-views.ts'
import type { ModelProps } from './specimen-model.ts'
import { SpecimenView } from './specimen-view.tsx'

type ViewsProps = Omit<ModelProps, 'id' | 'kept' | 'tried'> &
  Pick<Parameters<typeof SpecimenView>[0], 'sharedStage'> & { readonly views: PageViews }

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
          {...{ isLinked, wipe }}
          onLinked={(linked) => views.setLinked(linked)}
          onWipe={canWipe || wipe !== null ? setWipe : null}
          onAdd={list.length < mostViews ? () => views.add() : null}
        />
      )}
      {list.map((own, place) => (
        <View
          key={JSON.stringify([own.key, own.id.value])}
          {...{ own, place, isCompared, entries }}
          page={props}
          isActive={place === active}
        />
      ))}
      {wipe !== null && <WipeDivider at={wipe} onMove={setWipe} />}
    </div>
  )
}

/** One of the views, with its head and its differences when there are others. */
function View(props: {
  readonly page: ViewsProps
  readonly own: PageView
  readonly place: number
  readonly isCompared: boolean
  readonly isActive: boolean
  readonly entries: ReadonlySignal<readonly CatalogEntry[]>
}) {
  const { page, own, place, isCompared, isActive, entries } = props
  const { views, sharedStage, client, source, viewerId, room } = page
  const { key, view, space, onChange } = own
  const id = own.id.value
  const activate = (): void => views.activate(key)
  const texts = views.compared.value
  return (
    <section
      class={isActive ? 'view is-active' : 'view'}
      aria-label={isCompared ? `View ${place + 1}` : undefined}
      onFocusCapture={activate}
      onPointerDownCapture={activate}
    >
      {isCompared && (
        <ViewHead
          {...{ id, place, isActive, entries: entries.value }}
          onSpecimen={(specimenId) =>
            onChange({ specimenId, params: {}, display: {}, camera: null, sweep: null, notes: [] })
          }
          onRemove={() => views.remove(key)}
        />
      )}
      <SpecimenView
        {...{ id, view, space, onChange, client, source, viewerId, sharedStage, isActive, room }}
        tried={views.findTried(id)}
        kept={views.kept}
        onOpened={(opened) => views.open(key, opened)}
      />
      {isCompared && <p class="view-differences">{describeDifferences(texts, place)}</p>}
    </section>
  )
}

/** Returns the catalog, loaded once there are views that may be given another specimen. */
function useEntries(client: Client, isWanted: boolean): ReadonlySignal<readonly CatalogEntry[]> {
  const entries = useSignal<readonly CatalogEntry[]>([])
  useEffect(() => {
    // Without it the specimens stay as they are.
    if (isWanted) client.catalog().then((found) => (entries.value = found), console.warn)
  }, [isWanted])
  return entries
}
