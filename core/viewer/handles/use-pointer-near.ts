import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Json } from '../../contract/values/json.ts'
import type { Control } from '../panel/control.ts'
import type { Stage } from '../stage/stage.ts'
import { findNear, findSegment } from './find-near.ts'
import type { RowHandle } from './place-handle.ts'
import { createSight, type ResultSpace } from './result-space.ts'

/** The pointer over a picture with handles. */
interface NearPointer {
  readonly handles: readonly RowHandle[]
  readonly space: ResultSpace
  readonly stage: RefObject<Stage | null>
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
      const { stage, space, handles, near } = latest.current
      if (!stage.current || event.buttons !== 0) return
      near.value = findNear(createSight(stage.current, space), handles, toSpot(event))
    }
    const onDouble = (event: MouseEvent): void => {
      const { stage, space, handles, control } = latest.current
      if (!stage.current) return
      const met = findSegment(createSight(stage.current, space), handles, toSpot(event))
      const next: Json | undefined = met?.handle.insert?.(met.behind, met.point)
      if (met && next !== undefined) control.settle(met.handle.row.pointer, next)
    }
    frame.addEventListener('pointermove', onMove, listen)
    frame.addEventListener('pointerleave', () => (latest.current.near.value = null), { signal: ended.signal })
    frame.addEventListener('dblclick', onDouble, listen)
    return () => ended.abort()
  }, [])
}
