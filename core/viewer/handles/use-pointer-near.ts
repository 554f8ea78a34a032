import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Json } from '../../contract/values/json.ts'
import type { Control } from '../panel/control.ts'
import { findNear, findSegment } from './find-near.ts'
import type { HandleGround } from './handle-ground.ts'
import type { RowHandle } from './place-handle.ts'

/** The pointer over a picture with handles. */
interface NearPointer {
  readonly handles: readonly RowHandle[]
  readonly ground: HandleGround
  readonly control: Control
  /** The handle that it is near. */
  readonly near: { value: string | null }
}

/** Follows the pointer in the frame around a layer: what it is near, and where it adds a point to a curve. */
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
      const met = sight && findSegment(sight, handles, toSpot(event))
      const next: Json | undefined = met?.handle.insert?.(met.behind, met.point)
      if (!met || next === undefined) return
      event.stopPropagation() // a slice would change its size
      control.settle(met.handle.row.pointer, next)
    }
    frame.addEventListener('pointermove', onMove, listen)
    frame.addEventListener('pointerleave', () => (latest.current.near.value = null), { signal: ended.signal })
    frame.addEventListener('dblclick', onDouble, listen)
    return () => ended.abort()
  }, [])
}
