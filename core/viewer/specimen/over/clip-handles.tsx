import type { ReadonlySignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Display, Slab, Vector3 } from '../../../contract/look/display.ts'
import { toVector } from '../../../contract/look/vectors.ts'
import { findColorAxis } from '../../../data/prepared/placement.ts'
import type { Bounds, Prepared } from '../../../data/prepared/prepared.ts'
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
  /** The pointer's place from the middle of the handle that it holds. */
  const grab = useRef<Spot>([0, 0])
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
          {...followDrag(grab, (handle) => move({ axis, end }, handle))}
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

/** Returns the listeners for a drag: `onMove` gets the place of the handle in the layer around it. */
function followDrag(grab: { current: Spot }, onMove: (handle: Spot) => void) {
  return {
    onPointerDown(event: PointerEvent & { readonly currentTarget: HTMLElement }) {
      event.stopPropagation() // the stage would pick
      const { currentTarget, pointerId, clientX, clientY } = event
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      grab.current = [clientX - left - width / 2, clientY - top - height / 2]
      if (event.button === 0) currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove(event: PointerEvent & { readonly currentTarget: HTMLElement }) {
      event.stopPropagation()
      const { currentTarget, pointerId, clientX, clientY } = event
      const box = currentTarget.parentElement?.getBoundingClientRect()
      if (!box || !currentTarget.hasPointerCapture(pointerId)) return
      onMove([clientX - box.left - grab.current[0], clientY - box.top - grab.current[1]])
    },
    onPointerUp: (event: PointerEvent) => event.stopPropagation(),
  }
}

const steps = 6
const small = 1e-3
/** An axis that is shorter on the screen points at the eye: a pixel would be a large part of it. */
const shortest = 12

/**
 * Returns the fraction of an axis, from 0 to 1, whose place on the screen is nearest to a pointer. Newton's
 * method begins at the fraction before, which stays for an axis that points at the eye.
 */
export function followAxis(project: (fraction: number) => Spot, before: number, pointer: Spot): number {
  let fraction = before
  for (let step = 0; step < steps; step++) {
    const [x, y] = project(fraction)
    const [nextX, nextY] = project(fraction + small)
    const [right, down] = [(nextX - x) / small, (nextY - y) / small]
    const square = right * right + down * down
    if (!(square >= shortest * shortest)) return before
    const moved = ((pointer[0] - x) * right + (pointer[1] - y) * down) / square
    fraction = Math.min(1, Math.max(0, fraction + moved))
  }
  return fraction
}
