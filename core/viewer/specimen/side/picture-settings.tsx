import type { Signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { defaultDisplay } from '../../../contract/look/display.ts'
import { toIsovalues } from '../../../contract/look/volume-transfer.ts'
import type { Prepared, PreparedScene } from '../../../data/prepared/prepared.ts'
import { TransferEditor } from '../../transfer/transfer-editor.tsx'
import { findChosenPart, toChosenContent, toPartTitle } from '../model/chosen-part.ts'
import { type Meaning, withUnits } from '../model/meaning.ts'
import type { PartChoice } from '../model/opened-view.ts'
import { listClipSettings } from '../settings/clip-settings.ts'
import { listSettings, listViewSettings } from '../settings/display-schema.ts'
import { listPartSettings } from '../settings/part-settings.ts'
import { PartList } from './part-list.tsx'
import { listSceneNotes } from './scene-notes.ts'
import { type ChosenSettings, Settings } from './settings-section.tsx'

interface PictureSettingsProps {
  readonly prepared: Prepared
  readonly meaning: Meaning
  readonly isClipping: Signal<boolean>
  readonly parts: PartChoice
}

/** The settings of the picture, of light and camera, and of the clipping planes, as panels of rows. */
export function PictureSettings({
  prepared,
  meaning,
  isClipping,
  parts,
  ...chosen
}: ChosenSettings & PictureSettingsProps) {
  // Depends on these alone: a panel restarts with another schema.
  const { onDisplay } = chosen
  const display = chosen.display.value
  const part = findChosenPart(prepared, parts.chosen.value)
  const shown = toChosenContent({ prepared, display, meaning, onDisplay }, parts.chosen.value)
  const { rendering, colorBy } = shown.display
  const { plane } = display
  const isovalueCount =
    shown.prepared.type === 'volume' ? toIsovalues(shown.prepared, shown.display).length : 0
  const picture = useMemo(
    () => withUnits(part ? listPartSettings(part, display) : listSettings(prepared, display), shown.meaning),
    [prepared, part, meaning, rendering, colorBy, isovalueCount],
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
      {prepared.type === 'scene' && (
        <Parts prepared={prepared} choice={parts} isClipping={isClipping} {...chosen} />
      )}
      <Settings
        key={part?.name}
        title={part ? toPartTitle(part) : 'Picture'}
        settings={picture}
        {...chosen}
        isOpen
      >
        {shown.prepared.type === 'volume' && !shown.prepared.labels && (
          <TransferEditor
            prepared={shown.prepared}
            display={shown.display}
            onDisplay={shown.onDisplay}
            unit={shown.meaning.valueUnit}
            hasCurve={part === null}
          />
        )}
      </Settings>
      <Settings title="Light and camera" settings={view} {...chosen} isOpen={false} />
      <Settings title="Clipping" settings={clipping} {...chosen} isOpen={isClipping} />
    </>
  )
}

interface PartsProps extends ChosenSettings {
  readonly prepared: PreparedScene
  readonly choice: PartChoice
  readonly isClipping: Signal<boolean>
}

/** The parts of a scene, and below them what the picture leaves out: no row moves for that. */
function Parts({ prepared, choice, isClipping, display, base, onDisplay }: PartsProps) {
  const { parts, plane, slabs } = display.value
  const hasCuts =
    isClipping.value || plane !== null || slabs.flat().join() !== defaultDisplay.slabs.flat().join()
  const isChanged = JSON.stringify(parts) !== JSON.stringify(base.parts)
  return (
    <details class="settings" open>
      <summary>Parts</summary>
      <section class="panel" aria-label="Parts">
        <header class="panel-title is-bare" hidden={!isChanged}>
          <button type="button" class="panel-reset-all" onClick={() => onDisplay({ parts: base.parts })}>
            Reset all
          </button>
        </header>
        <PartList
          prepared={prepared}
          display={display.value}
          choice={choice}
          hasCuts={hasCuts}
          onDisplay={onDisplay}
        />
        {listSceneNotes(prepared, display.value).map((note) => (
          <p key={note} class="panel-note" role="status">
            {note}
          </p>
        ))}
      </section>
    </details>
  )
}
