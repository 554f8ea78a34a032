import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { Vector3 } from '../../../contract/look/display.ts'
import { add } from '../../../contract/look/vectors.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { listLabels } from '../../stage/labels.ts'
import type { Stage } from '../../stage/stage.ts'
import type { ShownView } from '../../state/view-state.ts'
import { withUnit } from '../model/meaning.ts'
import { type Measure, type Measured, toMeasured } from './measure.ts'

interface LabelsProps {
  readonly prepared: ReadonlySignal<Prepared | null>
  readonly view: ReadonlySignal<ShownView>
  readonly marks: ReadonlySignal<readonly Vector3[]>
  readonly measure: Measure | null
  /** The unit of lengths, empty for none. */
  readonly unit: string
}

/** The texts over the picture: lengths and axes of the box, and measurements. */
export function Labels(props: LabelsProps) {
  const { prepared, view, marks, measure, unit } = props
  const display = useComputed(() => view.value.display)
  const labels = prepared.value ? listLabels(prepared.value, display.value) : []
  const measured = findMeasured({ prepared, marks, measure, unit })
  return (
    <div class="stage-labels">
      {labels.map(({ kind, axis, place, text }) => (
        <span
          key={kind === 'name' ? text : axis}
          class={`is-${kind}`}
          data-axis={axis}
          data-place={place.join()}
        >
          {kind === 'length' ? withUnit(text, unit) : text}
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

/** Returns the complete measurement of a picture; null for none. */
export function findMeasured(measuring: Omit<LabelsProps, 'view'>): Measured | null {
  const { prepared, marks, measure, unit } = measuring
  const content = prepared.value
  return measure && content && toMeasured({ measure, places: marks.value, content }, unit)
}

/**
 * Moves the labels of a frame to their places in the picture; those that are `data-free` also out of it. The
 * style finds the place from the left as `--left`.
 */
export function placeLabels(frame: HTMLElement, stage: Stage): void {
  for (const label of frame.querySelectorAll<HTMLElement>('[data-place]')) {
    const [x = 0, y = 0, z = 0] = (label.dataset.place ?? '').split(',').map(Number)
    const place = [x, y, z] as const
    const spot = stage.project(label.classList.contains('is-name') ? add(place, stage.axesShift) : place)
    label.style.visibility = spot.isVisible ? 'visible' : 'hidden'
    label.style.setProperty('--left', `${spot.x}px`)
    label.style.transform =
      'free' in label.dataset
        ? `translate(calc(${spot.x}px - 50%), calc(${spot.y}px - 50%))`
        : `translate(${within(spot.x, 'cqw')}, ${within(spot.y, 'cqh')})`
  }
}

/** Centres a label and keeps it whole at the edge; the style knows its size. */
function within(middle: number, full: 'cqw' | 'cqh'): string {
  return `clamp(0px, ${middle}px - 50%, 100${full} - 100%)`
}
