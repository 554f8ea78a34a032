import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import type { ParameterSchema, Params } from '../../domain/schema.ts'
import { type DrawPreset, Presets, TriedStrip } from '../history/picks.tsx'
import { explainUnknown } from '../panel/explain.ts'
import { Panel } from '../panel/panel.tsx'
import { Button } from '../parts/button.tsx'
import { toSweep } from '../sweep/sweep-values.ts'
import { About } from './about.tsx'
import { pictureHeight, pictureWidth } from './keep-picture.ts'
import { PictureSettings } from './picture-settings.tsx'
import type { SpecimenModel } from './specimen-model.ts'
import type { OpenedView } from './specimen-view.tsx'

/** The panel beside the active view: parameters, settings, and texts. */
export function SidePanel(props: {
  readonly opened: OpenedView
  readonly roomId: string
  /** The complete parameters of other views of the specimen. */
  readonly beside: readonly Params[]
  /** Asks the host for a picture; undefined where it draws none. */
  readonly picture: Client['picture'] | undefined
}) {
  const { opened, roomId, beside, picture } = props
  const { model, send, isClipping, onDisplay, onSweep, room } = opened
  const [body, prepared, params] = [model.body.value, model.prepared.value, opened.params.value]
  if (!body) return null
  const { schema, presets } = body
  const { shown, run: work } = model.run.value
  const unknown = explainUnknown(schema, params)
  const changes = {
    params,
    onDrag: (changed: Params, name: string) => send(changed, () => model.drag(changed, name)),
    onSettle: (changed: Params) => send(changed, model.settle),
  }
  const picks = schema && { schema, params, tried: model.tried, onPick: toPick(opened) }
  return (
    <Lockable refusal={room?.refusal.value ?? null}>
      {unknown !== null && <Note class="panel-problem" text={unknown} />}
      {picks && presets && (
        <Presets
          {...{ ...picks, presets }}
          draw={picture && toDraw(picture, body.id)}
          isResting={shown !== null && work.stage === 'idle'}
        />
      )}
      {schema && (
        <Panel
          key={JSON.stringify(schema)} // its state begins with the defaults of a schema
          title="Parameters"
          hasHeading
          {...{ schema, beside, ...changes }}
          shownParams={shown?.params ?? null}
          onPlay={room ? undefined : (row, value) => onSweep(toSweep(row, value))}
          issues={work.stage === 'failed' ? work.failure.issues : []}
        />
      )}
      {picks && <TriedStrip {...picks} />}
      {prepared?.result.notes?.map((note) => (
        <Note key={note} class="panel-note" text={note} />
      ))}
      <SecondContent model={model} />
      {schema === null && <FramePanel {...{ model, ...changes }} />}
      {prepared && (
        <PictureSettings
          {...{ prepared, isClipping, onDisplay }}
          meaning={opened.meaning.value}
          display={opened.display.value}
          base={opened.base.value}
        />
      )}
      <About body={body} roomId={roomId} isOpen={schema === null} />
    </Lockable>
  )
}

/** Disables its fields while a room refuses changes, and says why. */
function Lockable(props: { readonly refusal: string | null; readonly children: ComponentChildren }) {
  const { refusal, children } = props
  return (
    <fieldset class="lockable" disabled={refusal !== null}>
      {/* Chromium lets go of a dragged slider when a child of its fieldset comes or goes. */}
      <div class="side-parts">
        {refusal !== null && <Note class="panel-note" text={refusal} />}
        {children}
      </div>
    </fieldset>
  )
}

function toPick({ model, send }: OpenedView): (picked: Params) => void {
  return (picked) => {
    model.timeline.push({ params: picked })
    send(picked, model.restore)
  }
}

function toDraw(picture: Client['picture'], id: string): DrawPreset {
  const size = { width: pictureWidth, height: pictureHeight, mediaType: 'image/webp' } as const
  return async (params, signal) => await picture(id, { params, ...size, signal })
}

function Note(props: { readonly class: string; readonly text: string }) {
  return (
    <p class={props.class} role="status">
      {props.text}
    </p>
  )
}

/** Names the place of the user's own content beside the specimen's, and takes it away. */
function SecondContent({ model: { prepared, companion } }: { readonly model: SpecimenModel }) {
  const second = prepared.value?.second
  if (!companion.value || !second) return null
  return (
    <section class="second-content" aria-label="Your own file">
      <p role="status">{second.note}</p>
      <Button
        onClick={() => {
          companion.value = null
        }}
      >
        Take {companion.value.name} away
      </Button>
    </section>
  )
}

/** The choice of one of the volumes that a file has. */
function FramePanel({
  model,
  ...changes
}: Pick<Parameters<typeof Panel>[0], 'params' | 'onDrag' | 'onSettle'> & { readonly model: SpecimenModel }) {
  const prepared = model.prepared.value
  const frames = useRef(1)
  if (prepared) frames.current = prepared.type === 'volume' ? (prepared.result.frames ?? 1) : 1
  const count = frames.current
  const schema = useMemo(() => toFrameSchema(count), [count])
  if (count === 1) return null
  return <Panel title={`${count} volumes`} hasHeading {...{ schema, ...changes }} />
}

function toFrameSchema(count: number): ParameterSchema {
  const frame = { title: 'Volume', type: 'integer', minimum: 0, maximum: count - 1, default: 0 } as const
  return { type: 'object', properties: { frame }, required: [] }
}
