import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import { defaultRoomId } from '../../domain/invocation.ts'
import { UndoButtons } from '../history/undo-buttons.tsx'
import { Icon } from '../parts/icon.tsx'
import { EnterButton } from '../room/person-form.tsx'
import { Downloads } from './downloads.tsx'
import { ShareButton } from './share-button.tsx'
import type { OpenedView } from './specimen-view.tsx'

/** The head of a specimen's page: the way back, the name of the active view, and what concerns it. */
export function SpecimenHead(props: {
  readonly name: string
  readonly client: Client
  readonly roomId: string
  /** Null in a page of another. */
  readonly home: string | null
  readonly toAddress: () => string
  readonly opened: OpenedView
  /** Stands in the place of comparing, sharing and downloads. */
  readonly own: ComponentChildren
  /** Puts a second view beside the first; undefined when there is one. */
  readonly onCompare: (() => void) | undefined
  /** Enters a room; undefined in a page of another. */
  readonly onRoom: ((room: string) => void) | undefined
}) {
  const { name, client, roomId, home, toAddress, opened, own, onCompare, onRoom } = props
  const { model, onStep, shownView, params, view } = opened
  const heading = useHeading(home !== null)
  const body = model.body.value
  return (
    <header class="specimen-head">
      {home !== null && (
        <a class="icon-button" href={home} aria-label="All specimens">
          <Icon name="back" />
        </a>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      {body && <UndoButtons timeline={model.timeline} onStep={onStep} />}
      {body && !own && onCompare && (
        <button type="button" class="icon-button" aria-label="Compare" onClick={onCompare}>
          <Icon name="compare" />
        </button>
      )}
      {body && !own && onRoom && roomId === defaultRoomId && <EnterButton onEnter={onRoom} />}
      {own ?? <ShareButton view={shownView} toAddress={toAddress} isDynamic={body?.is_dynamic ?? false} />}
      {body && !own && (
        <Downloads
          body={body}
          isReadable={model.file.value === null}
          prepared={model.prepared.value}
          params={params.value}
          roomId={view.peek().roomId}
          client={client}
        />
      )}
    </header>
  )
}

/** Focuses the heading, because the followed card is gone and has taken the focus with it. */
function useHeading(isWanted: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isWanted && document.activeElement === document.body) heading.current?.focus()
  }, [])
  return heading
}
