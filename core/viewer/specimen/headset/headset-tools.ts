/** The tools of a page in a headset: their state is the page's, a pinch is what a click is there. */
import { cutText } from '../../../contract/text/cut-text.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import type { BoardCell, BoardRow } from '../../xr/board-words.ts'
import type { SceneLabel } from '../../xr/scene-labels.ts'
import type { VisitSubject } from '../../xr/visit-subject.ts'
import { type Measure, type Pointing, sayNext, toMeasured } from '../over/measure.ts'
import type { NoteEditor } from '../over/pinned-notes.tsx'
import { plain, toCellRows } from './board-rows.ts'

/** The tools of a picture that a headset has too. */
export interface HeadsetTools {
  readonly pointing: Pointing
  readonly notes: NoteEditor
}

/** Notes for hands without a keyboard. */
const phrases = ['Look here', '?', 'Good', 'Wrong', 'Measure this', 'Compare']
/** Notes with words in the scene, and letters of each. */
const [mostWorded, wordsLength] = [12, 40]

/** Returns the tools as buttons, of which one can be on. */
export function listTools({ pointing, notes }: HeadsetTools): readonly BoardCell[] {
  const isNoting = notes.added.value !== 'none'
  const stopNoting = (): void => {
    if (notes.added.peek() !== 'none') notes.toggle()
  }
  const toMeasureCell = (label: string, measure: Measure): BoardCell => {
    const isOn = pointing.measure.value === measure
    const press = (): void => {
      stopNoting()
      pointing.startMeasure(isOn ? null : measure)
    }
    return { label, isOn, isOff: false, press }
  }
  const note = {
    label: 'Note',
    isOn: isNoting,
    isOff: false,
    press: () => {
      pointing.startMeasure(null)
      notes.toggle()
    },
  }
  return [toMeasureCell('Distance', 'distance'), toMeasureCell('Angle', 'angle'), note]
}

/** Returns what takes the place of a pinch; null where hands take the specimen. */
export function findPick({ pointing, notes }: HeadsetTools): VisitSubject['onPick'] {
  if (notes.isPicking.value) return notes.pick
  return pointing.measure.value === null ? null : pointing.onClick
}

/** Returns what the hands are to do next; null for nothing. */
export function sayPinch({ pointing, notes }: HeadsetTools): string | null {
  if (notes.isPicking.value) return 'Pinch a place for the note.'
  const measure = pointing.measure.value
  return measure && sayNext(measure, pointing.marks.value.length, 'Pinch')
}

/** The content of a view, null for none, and the unit of its lengths. */
export interface ShownContent {
  readonly content: Prepared | null
  readonly unit: string
}

/** Returns the measurement and the notes, each at its place. */
export function listLabels({ pointing, notes }: HeadsetTools, shown: ShownContent): readonly SceneLabel[] {
  const { content, unit } = shown
  const measure = pointing.measure.value
  const [places, ends] = [pointing.marks.value, pointing.ends.value]
  const measured = measure && content && toMeasured({ measure, places, content, ends }, unit)
  const pinned = notes.notes.value.slice(0, mostWorded).map(({ at, text }, i) => ({
    place: at,
    text: `${i + 1}  ${toShownText(cutText(text, wordsLength))}`,
  }))
  return [...(measured ? [measured] : []), ...pinned]
}

/**
 * Returns the rows for the text of a note whose place is picked: short ones to choose from, and the one that
 * a keyboard has written into the page's field, which has the focus.
 */
export function listNoteRows({ notes }: HeadsetTools): readonly BoardRow[] {
  if (typeof notes.added.value === 'string') return []
  const draft = notes.draft.value.trim()
  const toPhrase = (label: string, text: string): BoardCell => ({
    label,
    isOn: false,
    isOff: text === '',
    press: () => notes.save(text),
  })
  const written = {
    ...plain('note draft', 'By keyboard', toShownText(draft)),
    cells: [toPhrase('Pin', draft), { label: 'Cancel', isOn: false, isOff: false, press: notes.toggle }],
  }
  return [
    ...toCellRows(
      'note',
      phrases.map((text) => toPhrase(text, text)),
    ),
    written,
  ]
}
