import { type ReadonlySignal, useComputed, useSignalEffect } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import type { Params } from '../../domain/schema.ts'
import type { DataSource } from '../data/data-source.ts'
import { Icon } from '../parts/icon.tsx'
import type { Display } from '../state/display.ts'
import { defaultRoomId, type ViewState } from '../state/view-state.ts'
import { Downloads } from './downloads.tsx'
import { Picture } from './picture.tsx'
import { ShareButton } from './share-button.tsx'
import type { SharedStage } from './shared-stage.ts'
import { SidePanel } from './side-panel.tsx'
import { createSpecimenModel, type SpecimenModel } from './specimen-model.ts'

/** What the page of a specimen needs. */
export interface SpecimenPageProps {
  readonly id: string
  readonly view: ReadonlySignal<ViewState>
  readonly client: Client
  readonly source: DataSource
  readonly sharedStage: SharedStage
  /** Some letters that no other open page has. */
  readonly viewerId: string
  readonly onChange: (change: Partial<ViewState>) => void
  /** Gives the model to whoever has to tell it that the function has changed; null when the page is gone. */
  readonly onModel: (model: SpecimenModel | null) => void
}

/** The page of one specimen in one room: the picture, its tools, and the panel. */
export function SpecimenPage(props: SpecimenPageProps) {
  const { id, view, client, onChange } = props
  const { roomId } = view.peek() // another room is another page
  const display = useComputed(() => view.value.display).value
  const params = useComputed(() => view.value.params).value
  const model = useModel(props)
  const send = useSend(props, model)
  const setDisplay = (change: Partial<Display>): void =>
    onChange({ display: { ...view.peek().display, ...change } })
  const body = model.body.value
  const name = body?.display_name ?? id
  const heading = useHeading(name)
  return (
    <main class="specimen">
      <header class="specimen-head">
        <a class="icon-button" href="#/" aria-label="All specimens">
          <Icon name="back" />
        </a>
        <h1 ref={heading} tabIndex={-1}>
          {name}
        </h1>
        {roomId !== defaultRoomId && <span class="room">Room {roomId}</span>}
        <ShareButton />
        {body && (
          <Downloads
            body={body}
            isReadable={model.file.value === null}
            params={params}
            roomId={roomId}
            client={client}
          />
        )}
      </header>
      <Picture
        model={model}
        client={client}
        sharedStage={props.sharedStage}
        view={view}
        onChange={onChange}
        onDisplay={setDisplay}
      />
      {body && (
        <SidePanel
          body={body}
          run={model.run}
          prepared={model.prepared.value}
          params={params}
          display={display}
          onDrag={(changed, name) => send(changed, () => model.drag(changed, name))}
          onSettle={(changed) => send(changed, model.settle)}
          onDisplay={setDisplay}
        />
      )}
    </main>
  )
}

/** Names the tab, and gives it its name back. */
function useTitle(name: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${name} · ${before}`
    return () => {
      document.title = before
    }
  }, [name])
}

/** The card that was followed here is gone, and has taken the focus with it: the heading gets it. */
function useHeading(name: string): RefObject<HTMLHeadingElement | null> {
  useTitle(name)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return heading
}

/** Returns what takes changed parameters into the view, and to the model in the way that is given. */
function useSend(
  { id, view, onChange }: SpecimenPageProps,
  model: SpecimenModel,
): (changed: Params, how: (params: Params) => void) => void {
  const { roomId, params } = view.peek()
  const sent = useRef(params)
  // A link was followed, or the history: the parameters are others than those that were sent from here.
  useSignalEffect(() => {
    const now = view.value
    // A page that is about to go has no part in the parameters of the next.
    if (now.specimenId !== id || now.roomId !== roomId || now.params === sent.current) return
    sent.current = now.params
    model.settle(now.params)
  })
  return (changed, how) => {
    sent.current = changed
    onChange({ params: changed })
    how(changed)
  }
}

function useModel({ id, view, client, source, viewerId, onModel }: SpecimenPageProps): SpecimenModel {
  const { roomId, params } = view.peek()
  const model = useMemo(
    () => createSpecimenModel({ id, roomId, params, client, source, viewerId }),
    [id, roomId],
  )
  useEffect(() => {
    onModel(model)
    void model.load()
    return () => {
      onModel(null)
      model.close()
    }
  }, [model])
  return model
}
