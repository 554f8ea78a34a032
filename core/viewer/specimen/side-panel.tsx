import type { ReadonlySignal, Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { SpecimenBody } from '../../client/client.ts'
import { mergeDefaults, type Params } from '../../domain/schema.ts'
import type { Display } from '../../look/display.ts'
import type { Prepared } from '../data/prepared.ts'
import type { RunState } from '../drive/run-state.ts'
import { explainUnknown } from '../panel/explain.ts'
import { Panel } from '../panel/panel.tsx'
import { About } from './about.tsx'
import { listClipSettings } from './clip-settings.ts'
import { listSettings, readSettings, toSettingsSchema, writeSettings } from './display-schema.ts'
import { Histogram } from './histogram.tsx'
import type { Setting } from './setting.ts'

/** The panel beside the picture: parameters, settings, and texts. A reset leads to the settings of `base`. */
export function SidePanel(props: {
  readonly body: SpecimenBody
  readonly run: ReadonlySignal<RunState>
  readonly prepared: Prepared | null
  readonly params: Params
  readonly display: Display
  readonly base: Display
  readonly onDrag: (params: Params, name: string) => void
  readonly onSettle: (params: Params) => void
  readonly onDisplay: (display: Display) => void
  readonly isClipping: Signal<boolean>
}) {
  const { body, run, prepared, params, display, base, onDrag, onSettle, onDisplay, isClipping } = props
  const { shown, run: work } = run.value
  // Depends on these members alone: a panel restarts with another schema.
  const { rendering, colorBy, plane } = display
  const picture = useMemo(
    () => (prepared ? listSettings(prepared, { rendering, colorBy }) : []),
    [prepared, rendering, colorBy],
  )
  const hasPlane = plane !== null
  const chosen = { display, base, onDisplay }
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
        <Settings title="Picture" settings={picture} {...chosen} isOpen>
          {prepared.type === 'volume' && <Histogram prepared={prepared} display={display} />}
        </Settings>
      )}
      {prepared && <Settings title="Clipping" settings={clipping} {...chosen} isOpen={isClipping} />}
      <About body={body} isOpen={body.schema === null} />
    </div>
  )
}

function Settings({
  title,
  settings,
  display,
  base,
  onDisplay,
  isOpen,
  children,
}: {
  readonly title: string
  readonly settings: readonly Setting[]
  readonly display: Display
  readonly base: Display
  readonly onDisplay: (display: Display) => void
  /** A signal follows the section as it is opened and closed. */
  readonly isOpen: boolean | Signal<boolean>
  readonly children?: ComponentChildren
}) {
  const schema = useMemo(() => toSettingsSchema(settings, base), [settings, base])
  // The panel omits defaults: without them nothing could be reset.
  const change = (params: Params): void =>
    onDisplay(writeSettings(settings, display, mergeDefaults(schema, params)))
  if (settings.length === 0) return null
  return (
    <details
      class="settings"
      open={typeof isOpen === 'boolean' ? isOpen : isOpen.value}
      onToggle={({ currentTarget }) => {
        if (typeof isOpen !== 'boolean') isOpen.value = currentTarget.open
      }}
    >
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
