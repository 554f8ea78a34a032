import { computed, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { mergeDefaults, type Params } from '../../../contract/domain/schema.ts'
import type { Display } from '../../../contract/look/display.ts'
import { Panel } from '../../panel/panel.tsx'
import { readSettings, toSettingsSchema, writeSettings } from '../settings/display-schema.ts'
import type { Setting } from '../settings/setting.ts'

/** The settings of a view, and the author's. */
export interface ChosenSettings {
  readonly display: ReadonlySignal<Display>
  readonly base: Display
  readonly onDisplay: (change: Partial<Display>) => void
}

interface SettingsProps {
  readonly title: string
  readonly settings: readonly Setting[]
  /** A signal follows the section as it is opened and closed. */
  readonly isOpen: boolean | Signal<boolean>
  readonly children?: ComponentChildren
}

/** Settings of the picture as a section that opens and closes. */
export function Settings(props: ChosenSettings & SettingsProps) {
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
