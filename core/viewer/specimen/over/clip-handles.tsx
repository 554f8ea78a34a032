import type { ReadonlySignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Display, Slab, Vector3 } from '../../../contract/look/display.ts'
import { toVector } from '../../../contract/look/vectors.ts'
import { findColorAxis } from '../../../data/prepared/placement.ts'
import type { Bounds, Prepared } from '../../../data/prepared/prepared.ts'
import { followAxis } from '../../handles/follow-axis.ts'
import { followDrag } from '../../handles/follow-drag.ts'
import type { Stage } from '../../stage/stage.ts'
import { setSlab } from '../settings/clip-settings.ts'
import type { Spot } from './free-place.ts'
import { placeLabels } from './place-labels.ts'

/** The content that is clipped, and its settings. */
export interface ClippedContent {
  readonly prepared: Prepared
  readonly display: Display
  readonly onDisplay: (change: Partial<Display>) => void
}

interface ClipHandlesProps extends ClippedContent {
  readonly stage: ReadonlySignal<Stage | null>
}

/** An end of the kept part of an axis. */
interface SlabEnd {
  readonly axis: 0 | 1 | 2
  readonly end: 0 | 1
}

/**
 * Handles in the middle of the faces of the kept box, which are dragged along their axes. Keys and screen
 * readers have the sliders of the panel.
 */
export function ClipHandles(props: ClipHandlesProps) {
  const { stage, prepared, display, onDisplay } = props
  const layer = useRef<HTMLDivElement>(null)
  const latest = useRef(display) // moves come faster than they are drawn
  latest.current = display
  useLayoutEffect(() => {
    const drawn = stage.peek()
    if (layer.current && drawn) placeLabels(layer.current, drawn)
  })
  const { bounds } = prepared
  const move = ({ axis, end }: SlabEnd, handle: Spot): void => {
    const { slabs } = latest.current
    const project = (fraction: number): Spot => {
      const at = stage.peek()?.project(toPlace(bounds, slabs, axis, fraction))
      return at ? [at.x, at.y] : [0, 0]
    }
    const [from, to] = slabs[axis]
    const fraction = followAxis(project, slabs[axis][end], handle)
    const slab: Slab = end === 0 ? [Math.min(fraction, to), to] : [from, Math.max(fraction, from)]
    onDisplay({ slabs: setSlab(latest.current, axis, slab).slabs })
  }
  return (
    <div class="stage-labels clip-handles" ref={layer} aria-hidden="true">
      {listEnds(bounds).map(({ axis, end }) => (
        <i
          key={`${axis} ${end}`}
          data-axis={axis}
          data-color={findColorAxis(prepared, axis)}
          data-end={end}
          data-place={toPlace(bounds, display.slabs, axis, display.slabs[axis][end]).join()}
          {...followDrag(layer, { onMove: (handle) => move({ axis, end }, handle) })}
        />
      ))}
    </div>
  )
}

/** Returns the ends of the kept part of each axis with an extent. */
function listEnds({ low, high }: Bounds): readonly SlabEnd[] {
  const solid = ([0, 1, 2] as const).filter(
    (axis) => Number.isFinite(high[axis] - low[axis]) && high[axis] > low[axis],
  )
  return solid.flatMap((axis) => [
    { axis, end: 0 },
    { axis, end: 1 },
  ])
}

/** Returns the place at a fraction of an axis, in the middle of what is kept of the others. */
function toPlace({ low, high }: Bounds, slabs: Display['slabs'], axis: number, fraction: number): Vector3 {
  return toVector((other) => {
    const [from, to] = slabs[other]
    const part = other === axis ? fraction : (from + to) / 2
    return low[other] + part * (high[other] - low[other])
  })
}
