import { type ReadonlySignal, useComputed } from '@preact/signals'
import { findFront } from '../../look/front.ts'
import { readView } from '../../look/view-text.ts'
import type { ShownView, ViewState } from '../state/view-state.ts'
import { toMeaning } from './meaning.ts'
import type { SpecimenModel } from './specimen-model.ts'

/** Returns the settings of the author's view, the view over them, and the meaning of the numbers. */
export function useShownView(view: ReadonlySignal<ViewState>, model: SpecimenModel) {
  const text = useComputed(() => model.body.value?.view)
  const base = useComputed(() => readView(text.value ?? ''))
  // One by one: the camera changes the view many times a second, and settings seldom.
  const chosen = useComputed(() => view.value.display)
  const meaning = useComputed(() => toMeaning(model.body.value ?? {}, model.prepared.value))
  const front = useComputed(() => findFront(meaning.value.orientation))
  const display = useComputed(() => {
    const { from } = base.value
    return { ...base.value, from: from ?? front.value, ...chosen.value }
  })
  const shownView = useComputed((): ShownView => ({ ...view.value, display: display.value }))
  return { base, display, shownView, meaning }
}
