import type { ReadonlySignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { SpecimenBody } from '../../client/client.ts'
import { mergeDefaults, type Params } from '../../domain/schema.ts'
import type { Prepared } from '../data/prepared.ts'
import type { RunState } from '../drive/run-state.ts'
import { explainUnknown } from '../panel/explain.ts'
import { Panel } from '../panel/panel.tsx'
import { type Display, defaultDisplay } from '../state/display.ts'
import {
  listClipSettings,
  listSettings,
  readSettings,
  type Setting,
  toSettingsSchema,
  writeSettings,
} from './display-schema.ts'
import { Histogram } from './histogram.tsx'

/** The panel beside the picture: the function's parameters, the settings of the picture, and the story. */
export function SidePanel(props: {
  readonly body: SpecimenBody
  readonly run: ReadonlySignal<RunState>
  readonly prepared: Prepared | null
  readonly params: Params
  readonly display: Display
  readonly onDrag: (params: Params, name: string) => void
  readonly onSettle: (params: Params) => void
  readonly onDisplay: (display: Display) => void
}) {
  const { body, run, prepared, params, display, onDrag, onSettle, onDisplay } = props
  const { shown, run: work } = run.value
  // Depends on these members alone: a panel restarts with another schema.
  const { rendering, colorBy, plane } = display
  const picture = useMemo(
    () => (prepared ? listSettings(prepared, { rendering, colorBy }) : []),
    [prepared, rendering, colorBy],
  )
  const hasPlane = plane !== null
  const unknown = explainUnknown(body.schema, params)
  const clipping = useMemo(() => (prepared ? listClipSettings(prepared, hasPlane) : []), [prepared, hasPlane])
  return (
    <div class="side">
      {unknown !== null && (
        <p class="panel-problem" role="status">
          {unknown}
        </p>
      )}
      {body.schema && (
        <Panel
          key={JSON.stringify(body.schema)} // its state begins with the defaults of a schema
          title="Parameters"
          hasHeading
          schema={body.schema}
          params={params}
          shownParams={shown?.params ?? null}
          issues={work.stage === 'failed' ? work.failure.issues : []}
          onDrag={onDrag}
          onSettle={onSettle}
        />
      )}
      {prepared && (
        <Settings title="Picture" settings={picture} display={display} onDisplay={onDisplay} isOpen>
          {prepared.type === 'volume' && <Histogram prepared={prepared} display={display} />}
        </Settings>
      )}
      {prepared && (
        <Settings
          title="Clipping"
          settings={clipping}
          display={display}
          onDisplay={onDisplay}
          isOpen={false}
        />
      )}
      <About body={body} isOpen={body.schema === null} />
    </div>
  )
}

function Settings({
  title,
  settings,
  display,
  onDisplay,
  isOpen,
  children,
}: {
  readonly title: string
  readonly settings: readonly Setting[]
  readonly display: Display
  readonly onDisplay: (display: Display) => void
  readonly isOpen: boolean
  readonly children?: ComponentChildren
}) {
  const schema = useMemo(() => toSettingsSchema(settings, defaultDisplay), [settings])
  // The panel omits defaults: without them nothing could be reset.
  const change = (params: Params): void =>
    onDisplay(writeSettings(settings, display, mergeDefaults(schema, params)))
  if (settings.length === 0) return null
  return (
    <details class="settings" open={isOpen}>
      <summary>{title}</summary>
      {children}
      <Panel
        title={title}
        hasHeading={false}
        schema={schema}
        params={readSettings(settings, display)}
        shownParams={null}
        issues={[]}
        onDrag={change}
        onSettle={change}
      />
    </details>
  )
}

function About({ body, isOpen }: { readonly body: SpecimenBody; readonly isOpen: boolean }) {
  const pages = body.story_text.length > 0 ? body.story_text : [body.description]
  return (
    <details class="settings" open={isOpen}>
      <summary>About</summary>
      {pages
        .filter((page) => page !== '')
        .map((page) => (
          <p key={page}>{page}</p>
        ))}
      <dl>
        <dt>Id</dt>
        <dd>{body.id}</dd>
        {body.tags.length > 0 && <dt>Tags</dt>}
        {body.tags.length > 0 && <dd>{body.tags.join(', ')}</dd>}
        <dt>{body.is_dynamic ? 'Function' : 'File'}</dt>
        <dd>{body.function_name ?? body.data_file}</dd>
      </dl>
    </details>
  )
}
