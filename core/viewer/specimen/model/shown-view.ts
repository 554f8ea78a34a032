import { type ReadonlySignal, useComputed } from '@preact/signals'
import { type Display, defaultDisplay } from '../../../contract/look/display.ts'
import { findFront } from '../../../contract/look/front.ts'
import { readView } from '../../../contract/look/view-text.ts'
import { middle } from '../../slices/crosshair.ts'
import type { ShownView, ViewState } from '../../state/view-state.ts'
import { type Meaning, toMeaning } from './meaning.ts'
import type { SpecimenModel } from './specimen-model.ts'

/** A view over the settings of its author. */
export interface DisplayedView {
  /** The author's. */
  readonly base: ReadonlySignal<Display>
  /** The user's over the author's. */
  readonly display: ReadonlySignal<Display>
  readonly shownView: ReadonlySignal<ShownView>
  readonly meaning: ReadonlySignal<Meaning>
}

/** Returns the settings of the author's view, the view over them, and the meaning of the numbers. */
export function useShownView(view: ReadonlySignal<ViewState>, model: SpecimenModel): DisplayedView {
  const text = useComputed(() => model.body.value?.view)
  // One by one: the camera changes the view many times a second, and settings seldom.
  const chosen = useComputed(() => view.value.display)
  const meaning = useComputed(() => toMeaning(model.body.value ?? {}, model.prepared.value))
  const front = useComputed(() => findFront(meaning.value.orientation))
  const isAnatomy = useComputed(() => {
    const prepared = model.prepared.value
    return prepared?.type === 'volume' && prepared.orientation !== undefined
  })
  // Anatomy opens with its slices, unless its author says none.
  const base = useComputed(
    (): Display =>
      readView(text.value ?? '', isAnatomy.value ? { ...defaultDisplay, slices: middle } : defaultDisplay),
  )
  const display = useComputed(() => {
    const { from } = base.value
    return { ...base.value, from: from ?? front.value, ...chosen.value }
  })
  const shownView = useComputed((): ShownView => ({ ...view.value, display: display.value }))
  return { base, display, shownView, meaning }
}
