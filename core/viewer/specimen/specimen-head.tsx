import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import { defaultRoomId } from '../../domain/invocation.ts'
import type { Params } from '../../domain/schema.ts'
import { UndoButtons } from '../history/undo-buttons.tsx'
import { Icon } from '../parts/icon.tsx'
import type { ShownView } from '../state/view-state.ts'
import { Downloads } from './downloads.tsx'
import { ShareButton } from './share-button.tsx'
import type { SpecimenModel } from './specimen-model.ts'

/** The head of a specimen's page: the way back, its name, and what concerns the page as a whole. */
export function SpecimenHead(props: {
  readonly name: string
  readonly model: SpecimenModel
  readonly client: Client
  readonly params: Params
  readonly roomId: string
  readonly view: ReadonlySignal<ShownView>
  readonly home: string
  readonly send: (params: Params, how: (params: Params) => void) => void
  /** Stands in the place of sharing and downloads. */
  readonly own: ComponentChildren
}) {
  const { name, model, client, params, roomId, view, home, send } = props
  const heading = useHeading()
  const body = model.body.value
  return (
    <header class="specimen-head">
      <a class="icon-button" href={home} aria-label="All specimens">
        <Icon name="back" />
      </a>
      <h1 ref={heading} tabIndex={-1}>
        {name}
      </h1>
      {roomId !== defaultRoomId && <span class="room">Room {roomId}</span>}
      {body?.schema && <UndoButtons timeline={model.timeline} onStep={(step) => send(step, model.restore)} />}
      {props.own ?? <ShareButton view={view} isDynamic={body?.is_dynamic ?? false} />}
      {body && !props.own && (
        <Downloads
          body={body}
          isReadable={model.file.value === null}
          result={model.prepared.value?.result ?? null}
          params={params}
          roomId={roomId}
          client={client}
        />
      )}
    </header>
  )
}

/** Focuses the heading, because the followed card is gone and has taken the focus with it. */
function useHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return heading
}
