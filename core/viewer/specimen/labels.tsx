import { type ReadonlySignal, useComputed } from '@preact/signals'
import { formatNumber } from '../color/ticks.ts'
import type { Prepared } from '../data/prepared.ts'
import { listLabels } from '../stage/labels.ts'
import type { Stage } from '../stage/stage.ts'
import type { Vector3 } from '../state/display.ts'
import { add, scale } from '../state/vectors.ts'
import type { ViewState } from '../state/view-state.ts'
import { readMeasure } from './measure.ts'

/** The texts over the picture: lengths and axes of the box, and what is measured. */
export function Labels({
  prepared,
  view,
  marks,
}: {
  readonly prepared: ReadonlySignal<Prepared | null>
  readonly view: ReadonlySignal<ViewState>
  readonly marks: ReadonlySignal<readonly Vector3[]>
}) {
  const display = useComputed(() => view.value.display)
  const labels = prepared.value ? listLabels(prepared.value, display.value) : []
  const measured = toMeasured(marks.value)
  return (
    <div class="stage-labels">
      {labels.map(({ kind, axis, place, text }) => (
        <span key={`${kind} ${axis}`} class={`is-${kind}`} data-axis={axis} data-place={place.join()}>
          {text}
        </span>
      ))}
      {measured && (
        <span class="measured" data-place={measured.place.join()} role="status">
          {measured.text}
        </span>
      )}
    </div>
  )
}

/** Puts every label of a frame where its place is in the picture. */
export function placeLabels(frame: HTMLElement, stage: Stage): void {
  for (const label of frame.querySelectorAll<HTMLElement>('[data-place]')) {
    const [x = 0, y = 0, z = 0] = (label.dataset.place ?? '').split(',').map(Number)
    const found = stage.project([x, y, z])
    label.style.visibility = found.isVisible ? 'visible' : 'hidden'
    label.style.transform = `translate(${within(found.x, 'cqw')}, ${within(found.y, 'cqh')})`
  }
}

/** Centres a label, and keeps it whole at the edge: the style knows how large it is and need not be asked. */
function within(middle: number, full: 'cqw' | 'cqh'): string {
  return `clamp(0px, ${middle}px - 50%, 100${full} - 100%)`
}

/** Two places are a distance, three an angle at the second. */
function toMeasured(places: readonly Vector3[]): { readonly place: Vector3; readonly text: string } | null {
  const [a, b, c] = places
  if (!a || !b) return null
  const value = readMeasure(c ? 'angle' : 'distance', places)
  if (value === null) return null
  const place: Vector3 = c ? b : scale(add(a, b), 0.5)
  return { place, text: c ? `${value.toFixed(1)}°` : formatNumber(value) }
}
