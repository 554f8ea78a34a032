import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { mergeDefaults, type Params } from '../../../contract/domain/schema.ts'
import type { Display } from '../../../contract/look/display.ts'
import { toIsovalues } from '../../../contract/look/volume-transfer.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { Panel } from '../../panel/panel.tsx'
import { TransferEditor } from '../../transfer/transfer-editor.tsx'
import { type Meaning, withUnits } from '../model/meaning.ts'
import { listClipSettings } from '../settings/clip-settings.ts'
import {
  listSettings,
  listViewSettings,
  readSettings,
  toSettingsSchema,
  writeSettings,
} from '../settings/display-schema.ts'
import type { Setting } from '../settings/setting.ts'

interface ChosenSettings {
  readonly display: ReadonlySignal<Display>
  readonly base: Display
  readonly onDisplay: (display: Display) => void
}

interface PictureSettingsProps {
  readonly prepared: Prepared
  readonly meaning: Meaning
  readonly isClipping: Signal<boolean>
}

/** The settings of the picture, of light and camera, and of the clipping planes, as panels of rows. */
export function PictureSettings({
  prepared,
  meaning,
  isClipping,
  ...chosen
}: ChosenSettings & PictureSettingsProps) {
  // Depends on these alone: a panel restarts with another schema.
  const { onDisplay } = chosen
  const display = chosen.display.value
  const { rendering, colorBy, plane } = display
  const isovalueCount = prepared.type === 'volume' ? toIsovalues(prepared, display).length : 0
  const picture = useMemo(
    () => withUnits(listSettings(prepared, display), meaning),
    [prepared, meaning, rendering, colorBy, isovalueCount],
  )
  const hasOwnNormals = prepared.type === 'mesh' && prepared.creaseAngle === undefined
  const view = useMemo(() => listViewSettings(prepared.type, hasOwnNormals), [prepared.type, hasOwnNormals])
  const hasPlane = plane !== null
  const clipping = useMemo(
    () => withUnits(listClipSettings(prepared, hasPlane), meaning),
    [prepared, meaning, hasPlane],
  )
  return (
    <>
      <Settings title="Picture" settings={picture} {...chosen} isOpen>
        {prepared.type === 'volume' && !prepared.labels && (
          <TransferEditor
            prepared={prepared}
            display={display}
            onDisplay={onDisplay}
            unit={meaning.valueUnit}
          />
        )}
      </Settings>
      <Settings title="Light and camera" settings={view} {...chosen} isOpen={false} />
      <Settings title="Clipping" settings={clipping} {...chosen} isOpen={isClipping} />
    </>
  )
}

interface SettingsProps {
  readonly title: string
  readonly settings: readonly Setting[]
  /** A signal follows the section as it is opened and closed. */
  readonly isOpen: boolean | Signal<boolean>
  readonly children?: ComponentChildren
}

function Settings(props: ChosenSettings & SettingsProps) {
  const { title, settings, display, base, onDisplay, isOpen, children } = props
  const schema = useMemo(() => toSettingsSchema(settings, base), [settings, base])
  const params = useMemo(() => computed(() => readSettings(settings, display.value)), [settings, display])
  // The panel omits defaults: without them nothing could be reset.
  const change = (changed: Params): void =>
    onDisplay(writeSettings(settings, display.value, mergeDefaults(schema, changed)))
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
        params={params}
        onDrag={change}
        onSettle={change}
      />
    </details>
  )
}
