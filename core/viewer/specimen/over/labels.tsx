import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { RefObject } from 'preact'
import { middle } from '../../../contract/look/box.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { listLabels } from '../../stage/labels.ts'
import type { ShownView } from '../../state/view-state.ts'
import { withUnit } from '../model/meaning.ts'
import { type Measure, type Measured, toMeasured } from './measure.ts'
import type { TextLayer } from './place-texts.ts'
import { Texts } from './texts.tsx'

interface LabelsProps {
  readonly prepared: ReadonlySignal<Prepared | null>
  readonly view: ReadonlySignal<ShownView>
  /** Receives the texts of a content of labels. */
  readonly texts: RefObject<TextLayer | null>
  readonly marks: ReadonlySignal<readonly Vector3[]>
  /** The parts that they are on; empty for none. */
  readonly ends: ReadonlySignal<string>
  readonly measure: Measure | null
  /** The unit of lengths, empty for none. */
  readonly unit: string
}

/** The texts over the picture: those of labels, lengths and axes of the box, and measurements. */
export function Labels(props: LabelsProps) {
  const { prepared, view, texts, marks, ends, measure, unit } = props
  const display = useComputed(() => view.value.display)
  const labels = prepared.value ? listLabels(prepared.value, display.value) : []
  const measured = findMeasured({ prepared, marks, ends, measure, unit })
  return (
    <>
      <Texts prepared={prepared} view={view} layer={texts} />
      <div
        class="stage-labels"
        data-middle={prepared.value ? middle(prepared.value.bounds).join() : undefined}
      >
        {labels.map(({ kind, axis, place, text, from }) => (
          <span
            key={kind === 'name' ? text : axis}
            class={`is-${kind}`}
            data-axis={axis}
            data-place={place.join()}
            data-from={from?.join()}
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
    </>
  )
}

/** Returns the complete measurement of a picture; null for none. */
export function findMeasured(measuring: Omit<LabelsProps, 'view' | 'texts'>): Measured | null {
  const { prepared, marks, ends, measure, unit } = measuring
  const content = prepared.value
  if (!measure || !content) return null
  return toMeasured({ measure, places: marks.value, content, ends: ends.value }, unit)
}
