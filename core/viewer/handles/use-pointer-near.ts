import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { type AddedList, addToList } from './add-to-list.ts'
import { findNear, findSegment } from './find-near.ts'
import type { HandleGround } from './handle-ground.ts'
import type { RowHandle } from './place-handle.ts'
import { isOfOther, takeByFinger } from './touch-grip.ts'

/** The pointer over a picture with handles. */
interface NearPointer extends AddedList {
  readonly handles: readonly RowHandle[]
  readonly ground: HandleGround
  /** The handle that it is near. */
  readonly near: { value: string | null }
}

/** Follows the pointer in the frame around a layer: what it is near, and where it adds a point. */
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
      const sight = isOfOther(event.target) ? null : ground.toSight()
      const spot = toSpot(event)
      const met = sight && findSegment(sight, handles, spot)
      const longer = met
        ? { pointer: met.handle.row.pointer, value: met.handle.insert?.(met.behind, met.point) }
        : sight && addToList(latest.current, sight.pick(spot))
      if (longer?.value === undefined) return
      event.stopPropagation() // a slice would change its size
      control.settle(longer.pointer, longer.value)
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
