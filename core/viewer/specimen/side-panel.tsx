import type { ReadonlySignal, Signal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import type { SpecimenBody } from '../../client/client.ts'
import type { ParameterSchema, Params } from '../../domain/schema.ts'
import type { Display } from '../../look/display.ts'
import type { Companion, Prepared } from '../data/prepared.ts'
import type { RunState } from '../drive/run-state.ts'
import { Presets, TriedStrip } from '../history/picks.tsx'
import type { Tried } from '../history/tried.ts'
import { explainUnknown } from '../panel/explain.ts'
import { Panel } from '../panel/panel.tsx'
import { About } from './about.tsx'
import type { Meaning } from './meaning.ts'
import { PictureSettings } from './picture-settings.tsx'

/** The panel beside the picture: parameters, settings, and texts. A reset leads to the settings of `base`. */
export function SidePanel(props: {
  readonly body: SpecimenBody
  readonly roomId: string
  readonly run: ReadonlySignal<RunState>
  readonly prepared: Prepared | null
  readonly meaning: Meaning
  readonly params: Params
  /** The complete parameters of other views of the specimen. */
  readonly beside: readonly Params[]
  readonly display: Display
  readonly base: Display
  readonly onDrag: (params: Params, name: string) => void
  readonly onSettle: (params: Params) => void
  readonly onDisplay: (display: Display) => void
  readonly isClipping: Signal<boolean>
  /** Called for a parameter that is to be played. */
  readonly onPlay: Parameters<typeof Panel>[0]['onPlay']
  readonly tried: Tried
  readonly companion: Signal<Companion | null>
  /** Called with parameters that were shown or recommended. */
  readonly onPick: (params: Params) => void
}) {
  const { body, roomId, run, prepared, meaning, params, display, base, isClipping } = props
  const { beside, onPlay, onDrag, onSettle, onDisplay, tried, companion, onPick } = props
  const { shown, run: work } = run.value
  const unknown = explainUnknown(body.schema, params)
  return (
    <>
      {unknown !== null && (
        <p class="panel-problem" role="status">
          {unknown}
        </p>
      )}
      {body.schema && body.presets && (
        <Presets {...{ schema: body.schema, presets: body.presets, params, tried, onPick }} />
      )}
      {body.schema && (
        <Panel
          key={JSON.stringify(body.schema)} // its state begins with the defaults of a schema
          title="Parameters"
          hasHeading
          schema={body.schema}
          shownParams={shown?.params ?? null}
          {...{ params, beside, onPlay, onDrag, onSettle }}
          issues={work.stage === 'failed' ? work.failure.issues : []}
        />
      )}
      {body.schema && <TriedStrip {...{ schema: body.schema, params, tried, onPick }} />}
      {prepared?.notes?.map((note) => (
        <p key={note} class="panel-note" role="status">
          {note}
        </p>
      ))}
      <SecondContent prepared={prepared} companion={companion} />
      {body.schema === null && <FramePanel {...{ prepared, params, onDrag, onSettle }} />}
      {prepared && <PictureSettings {...{ prepared, meaning, display, base, onDisplay, isClipping }} />}
      <About body={body} roomId={roomId} isOpen={body.schema === null} />
    </>
  )
}

/** Names the place of the user's own content beside the specimen's, and takes it away. */
function SecondContent(props: Pick<Parameters<typeof SidePanel>[0], 'prepared' | 'companion'>) {
  const { prepared, companion } = props
  if (!companion.value || !prepared?.second) return null
  return (
    <section class="second-content" aria-label="Your own file">
      <p role="status">{prepared.second.note}</p>
      <button
        type="button"
        class="button"
        onClick={() => {
          companion.value = null
        }}
      >
        Take {companion.value.name} away
      </button>
    </section>
  )
}

/** The choice of one of the volumes that a file has. */
function FramePanel(
  props: Pick<Parameters<typeof SidePanel>[0], 'prepared' | 'params' | 'onDrag' | 'onSettle'>,
) {
  const { prepared, params, onDrag, onSettle } = props
  const frames = useRef(1)
  if (prepared) frames.current = prepared.type === 'volume' ? (prepared.result.frames ?? 1) : 1
  const count = frames.current
  const schema = useMemo(() => toFrameSchema(count), [count])
  if (count === 1) return null
  return (
    <Panel
      title={`${count} volumes`}
      hasHeading
      {...{ schema, params, onDrag, onSettle }}
      shownParams={null}
      issues={[]}
    />
  )
}

function toFrameSchema(count: number): ParameterSchema {
  const frame = { title: 'Volume', type: 'integer', minimum: 0, maximum: count - 1, default: 0 } as const
  return { type: 'object', properties: { frame }, required: [] }
}
