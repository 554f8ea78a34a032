import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { mergeDefaults, type Params } from '../../domain/schema.ts'
import type { Display } from '../../look/display.ts'
import { toIsovalues } from '../../look/volume-transfer.ts'
import type { Prepared } from '../data/prepared.ts'
import { Panel } from '../panel/panel.tsx'
import { TransferEditor } from '../transfer/transfer-editor.tsx'
import { listClipSettings } from './clip-settings.ts'
import { listSettings, readSettings, toSettingsSchema, writeSettings } from './display-schema.ts'
import { type Meaning, withUnits } from './meaning.ts'
import type { Setting } from './setting.ts'

interface ChosenSettings {
  readonly display: Display
  readonly base: Display
  readonly onDisplay: (display: Display) => void
}

/** The settings of the picture and of its clipping planes, as panels of rows. */
export function PictureSettings({
  prepared,
  meaning,
  isClipping,
  ...chosen
}: ChosenSettings & {
  readonly prepared: Prepared
  readonly meaning: Meaning
  readonly isClipping: Signal<boolean>
}) {
  // Depends on these alone: a panel restarts with another schema.
  const { display, onDisplay } = chosen
  const { rendering, colorBy, plane } = display
  const isovalueCount = prepared.type === 'volume' ? toIsovalues(prepared, display).length : 0
  const picture = useMemo(
    () => withUnits(listSettings(prepared, display), meaning),
    [prepared, meaning, rendering, colorBy, isovalueCount],
  )
  const hasPlane = plane !== null
  const clipping = useMemo(
    () => withUnits(listClipSettings(prepared, hasPlane), meaning),
    [prepared, meaning, hasPlane],
  )
  return (
    <>
      <Settings title="Picture" settings={picture} {...chosen} isOpen>
        {prepared.type === 'volume' && (
          <TransferEditor {...{ prepared, display, onDisplay }} unit={meaning.valueUnit} />
        )}
      </Settings>
      <Settings title="Clipping" settings={clipping} {...chosen} isOpen={isClipping} />
    </>
  )
}

function Settings(
  props: ChosenSettings & {
    readonly title: string
    readonly settings: readonly Setting[]
    /** A signal follows the section as it is opened and closed. */
    readonly isOpen: boolean | Signal<boolean>
    readonly children?: ComponentChildren
  },
) {
  const { title, settings, display, base, onDisplay, isOpen, children } = props
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
        onDrag={change}
        onSettle={change}
      />
    </details>
  )
}
