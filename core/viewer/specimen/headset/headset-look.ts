/** The parts of a picture in a headset that the page has beside its canvas. */
import type { ReadonlySignal } from '@preact/signals'
import type { Display } from '../../../contract/look/display.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { listMarks } from '../../color-bar/marks.ts'
import { listLabels } from '../../stage/labels.ts'
import type { BoardColors } from '../../xr/board-words.ts'
import type { SceneLabel } from '../../xr/scene-labels.ts'
import { findChosenPart, toPartContent, withPartTitle } from '../model/chosen-part.ts'
import type { Meaning } from '../model/meaning.ts'
import type { PartChoice } from '../model/opened-view.ts'
import { listTexts } from '../over/place-texts.ts'
import { findBar } from '../over/value-bar.ts'

/** A view, as far as its picture goes. */
export interface LookedView {
  readonly model: { readonly prepared: ReadonlySignal<Prepared | null> }
  readonly display: ReadonlySignal<Display>
  readonly meaning: ReadonlySignal<Meaning>
  readonly parts: Pick<PartChoice, 'chosen'>
}

/** Returns the colour bar of a view for its board; null where colours mean no values. */
export function toBoardColors({ model, display, meaning, parts }: LookedView): BoardColors | null {
  const prepared = model.prepared.value
  if (!prepared) return null
  const part = findChosenPart(prepared, parts.chosen.value)
  const content = { prepared, display: display.value, meaning: meaning.value }
  const bar = findBar(part ? toPartContent(part, display.value) : content)
  if (!bar) return null
  const { colors, ends, low, high } = bar
  const title = withPartTitle(part, bar.title)
  const [first, last] = ends ?? []
  if (first === undefined || last === undefined) return { title, colors, marks: listMarks(bar) }
  return {
    title,
    colors,
    marks: [
      { text: first, percent: 0 },
      { text: last, percent: low < high ? 100 : 0 },
    ],
  }
}

/** Returns the letters of the patient's sides, or the names of the axes, where the page has them. */
export function listAxisNames({ model, display }: LookedView): readonly SceneLabel[] {
  const prepared = model.prepared.value
  if (!prepared) return []
  return listLabels(prepared, { ...display.value, box: false }).map(({ place, text }) => ({
    place,
    text,
    isName: true,
  }))
}

/** Texts of a content in the scene: each is a canvas of its own. */
const mostTexts = 24

/** Returns the first texts of a content of labels. */
export function listSceneTexts({ model, display }: LookedView): readonly SceneLabel[] {
  const prepared = model.prepared.value
  return prepared ? listTexts(prepared, display.value).slice(0, mostTexts) : []
}
