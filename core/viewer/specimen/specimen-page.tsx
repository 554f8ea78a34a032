import { computed, useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { toShownText } from '../../contract/text/visible-text.ts'
import type { FileBringer } from '../brought/brought-files.ts'
import { listBeside } from '../compare/compared-view.ts'
import { SidePanel } from './lazy-tools.ts'
import type { OpenedView } from './model/opened-view.ts'
import { PageViews } from './page-views.ts'
import { listShownData } from './side/shown-data.ts'
import { SpecimenHead } from './specimen-head.tsx'
import { Views, type ViewsProps } from './views.tsx'

/** A specimen, and the page around it. */
export interface SpecimenPageProps extends Omit<ViewsProps, 'views'> {
  readonly id: string
  /** The gallery as it was left; null in a page of another, which keeps its title and its focus. */
  readonly home: string | null
  /** True where a room can be entered. */
  readonly hasRooms: boolean
  /** True where the host draws pictures and measures results. */
  readonly isDrawing: boolean
  /** Brings files to the host; null where there is none. */
  readonly bringer: FileBringer | null
  /** True in a chat, where the panel begins open, and nothing is saved. */
  readonly isInChat?: boolean
  /** Returns the whole address of the view. */
  readonly toAddress: () => string
  /** Stands in the head in place of comparing, sharing and downloads. */
  readonly head?: ComponentChildren
  /** Stands above the panel. */
  readonly beside?: ((opened: OpenedView) => ComponentChildren) | null
  /** Called with the page; with null when it closes. */
  readonly onOpen: (page: PageViews | null) => void
}

/** The page of a specimen in one room: its picture, or several beside each other, and the panel. */
export function SpecimenPage(props: SpecimenPageProps) {
  const { id, view, client, onChange, onOpen, home, hasRooms, isInChat = false, toAddress } = props
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
  const offered = useMemo(() => computed(() => listShownData(views, key)), [key])
  return (
    <main class="specimen">
      {opened && (
        <SpecimenHead
          name={name}
          client={client}
          home={home}
          toAddress={toAddress}
          opened={opened}
          roomId={roomId}
          own={props.head}
          hasDownloads={!isInChat}
          onCompare={others || props.room ? undefined : () => views.add()}
          onRoom={hasRooms ? (room) => onChange({ roomId: room }) : undefined}
        />
      )}
      <Views {...props} views={views} />
      {opened?.model.body.value && (
        <Side isFoldable={home === null} isOpen={isInChat}>
          {props.beside?.(opened)}
          <SidePanel
            key={JSON.stringify([key, opened.model.body.value.id])}
            opened={opened}
            roomId={roomId}
            client={client}
            isDrawing={props.isDrawing}
            bringer={props.bringer}
            offered={offered}
            beside={listBeside(views.compared.value, active)}
          />
        </Side>
      )}
    </main>
  )
}

/** Pixels of a view that has room for the panel beside the picture; below that it begins folded. */
const wide = 800

interface SideProps {
  readonly isFoldable: boolean
  /** True where it begins open even if there is no room for it beside the picture. */
  readonly isOpen: boolean
  readonly children: ComponentChildren
}

/**
 * The place of the panel: beside the picture, and in a small view in a page of another folded below it, where
 * it is fetched when somebody unfolds it.
 */
function Side({ isFoldable, isOpen, children }: SideProps) {
  const place = useRef<HTMLDetailsElement>(null)
  const [wasOpen, setWasOpen] = useState(false)
  useLayoutEffect(() => {
    const { current } = place
    if (current) current.open = isOpen || (current.parentElement?.clientWidth ?? 0) > wide
  }, [])
  const onToggle = (): void => {
    if (place.current?.open) setWasOpen(true)
  }
  if (!isFoldable) return <div class="side">{children}</div>
  return (
    <details class="side" ref={place} onToggle={onToggle}>
      <summary>Parameters and picture</summary>
      {wasOpen && children}
    </details>
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
