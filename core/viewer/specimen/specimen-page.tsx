import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { toShownText } from '../../domain/visible-text.ts'
import { listBeside } from '../compare/differences.ts'
import { PageViews } from './page-views.ts'
import type { SharedStage } from './shared-stage.ts'
import { SidePanel } from './side-panel.tsx'
import { SpecimenHead } from './specimen-head.tsx'
import type { ModelProps } from './specimen-model.ts'
import { Views } from './views.tsx'

interface PageProps extends Omit<ModelProps, 'kept' | 'tried'> {
  readonly sharedStage: SharedStage
  /** The gallery as it was left; null in a page of another, which keeps its title and its focus. */
  readonly home: string | null
  /** True where a room can be entered. */
  readonly hasRooms: boolean
  /** True where the host draws pictures. */
  readonly isDrawing: boolean
  /** Returns the whole address of the view. */
  readonly toAddress: () => string
  /** Stands in the head in place of comparing, sharing and downloads. */
  readonly head?: ComponentChildren
  /** Called with the page; with null when it closes. */
  readonly onOpen: (page: PageViews | null) => void
}

/** The page of a specimen in one room: its picture, or several beside each other, and the panel. */
export function SpecimenPage(props: PageProps) {
  const { id, view, client, onChange, onOpen, home, hasRooms, toAddress } = props
  const { roomId } = view.peek() // the page is made again for another room
  const views = useMemo(() => new PageViews(view, onChange), [])
  const active = useComputed(() => view.value.active).value
  const key = views.list.value[active]?.key ?? 0
  const opened = views.opened.value.get(key)
  const name = toShownText(opened?.model.body.value?.display_name ?? opened?.view.peek().specimenId ?? id)
  useTitle(home === null ? null : name)
  // In this order with the page of another file of the user's own, which takes the place of this one.
  useLayoutEffect(() => {
    onOpen(views)
    return () => onOpen(null)
  }, [])
  const others = views.list.value.length > 1
  return (
    <main class="specimen">
      {opened && (
        <SpecimenHead
          {...{ name, client, home, toAddress, opened, roomId }}
          own={props.head}
          onCompare={others || props.room ? undefined : () => views.add()}
          onRoom={hasRooms ? (room) => onChange({ roomId: room }) : undefined}
        />
      )}
      <Views {...props} views={views} />
      {opened?.model.body.value && (
        <div class="side">
          <SidePanel
            key={JSON.stringify([key, opened.model.body.value.id])}
            {...{ opened, roomId }}
            picture={props.isDrawing ? client.picture : undefined}
            beside={listBeside(views.compared.value, active)}
          />
        </div>
      )}
    </main>
  )
}

function useTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    const before = document.title
    document.title = `${name} · ${before}`
    return () => {
      document.title = before
    }
  }, [name])
}
