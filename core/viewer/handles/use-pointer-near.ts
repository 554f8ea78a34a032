import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Control } from '../panel/control.ts'
import type { Row } from '../panel/panel-model.ts'
import { readPointList, withPicked } from '../panel/places.ts'
import { readAt } from '../panel/values.ts'
import { clampPlace } from './clamp-place.ts'
import { findNear, findSegment } from './find-near.ts'
import type { HandleGround } from './handle-ground.ts'
import { toPlaceRow } from './picking.ts'
import type { RowHandle } from './place-handle.ts'
import type { ResultSpace } from './result-space.ts'
import { roundPlace, toUnitLength } from './rounding.ts'
import { takeByFinger } from './touch-grip.ts'

/** The pointer over a picture with handles. */
interface NearPointer {
  readonly handles: readonly RowHandle[]
  readonly ground: HandleGround
  readonly rows: readonly Row[]
  readonly space: ResultSpace
  /** The list of points that was seen last; null for none. */
  readonly lists: RefObject<string | null>
  readonly control: Control
  /** The handle that it is near. */
  readonly near: { value: string | null }
}

/** Returns the list of points that takes a place, with it: the one that was seen last, or the only one. */
function addToList(
  { rows, control, lists, space }: NearPointer,
  place: Vector3 | null,
): readonly [pointer: string, value: Json | undefined] | null {
  const known = rows.filter((row) => readPointList(row) !== null)
  const row = known.find(({ pointer }) => pointer === lists.current) ?? (known.length === 1 ? known[0] : null)
  if (!row || !place) return null
  const point = clampPlace(toPlaceRow(row), roundPlace(place, toUnitLength(space.size)), space)
  return [row.pointer, withPicked(row, readAt(control.read().current, row.pointer), { point, normal: null })]
}

/** Follows the pointer in the frame around a layer: what it is near, and where it adds a point to a curve or a list. */
export function usePointerNear(layer: RefObject<HTMLElement | null>, pointer: NearPointer): void {
  const latest = useRef(pointer)
  latest.current = pointer
  useEffect(() => {
    const frame = layer.current?.parentElement
    if (!frame) return
    const ended = new AbortController()
    const listen = { capture: true, signal: ended.signal } // handles keep it from the stage
    const toSpot = ({ clientX, clientY }: MouseEvent): readonly [number, number] => {
      const { left, top } = frame.getBoundingClientRect()
      return [clientX - left, clientY - top]
    }
    const onMove = (event: PointerEvent): void => {
      const { ground, handles, near } = latest.current
      const sight = ground.toSight()
      if (sight && event.buttons === 0) near.value = findNear(sight, handles, toSpot(event))
    }
    const onDouble = (event: MouseEvent): void => {
      const isOnGrip = event.target instanceof Element && event.target.closest('.place-grip') !== null
      if (isOnGrip) {
        event.stopPropagation() // as below
        return
      }
      const { ground, handles, control } = latest.current
      const sight = ground.toSight()
      const spot = toSpot(event)
      const met = sight && findSegment(sight, handles, spot)
      const next: Json | undefined = met?.handle.insert?.(met.behind, met.point)
      const added = met ? null : sight && addToList(latest.current, sight.pick(spot))
      const [pointer, value] = met ? [met.handle.row.pointer, next] : (added ?? [])
      if (pointer === undefined || value === undefined) return
      event.stopPropagation() // a slice would change its size
      control.settle(pointer, value)
    }
    const onDown = (event: PointerEvent): void => {
      if (layer.current && event.isTrusted) takeByFinger(layer.current, event)
    }
    frame.addEventListener('pointerdown', onDown, listen)
    frame.addEventListener('pointermove', onMove, listen)
    frame.addEventListener('pointerleave', () => (latest.current.near.value = null), { signal: ended.signal })
    frame.addEventListener('dblclick', onDouble, listen)
    return () => ended.abort()
  }, [])
}
