import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { chooseTransfer, type Transfer } from '../../../contract/look/volume-transfer.ts'
import { dragWindow } from '../../transfer/edit-window.ts'
import type { ChangedContent } from '../model/chosen-part.ts'

/** The pointer that drags, and where it began with which window. */
interface WindowDrag {
  readonly pointerId: number
  readonly start: readonly [x: number, y: number]
  readonly transfer: Transfer
}

/** A pointer that changes window and level. */
export interface Windowing {
  /** Those of the element around the canvas. */
  readonly listeners: {
    onPointerDownCapture(event: PointerEvent & { readonly currentTarget: HTMLElement }): void
    onPointerMoveCapture(event: PointerEvent): void
    onPointerUpCapture(event: PointerEvent): void
    onPointerCancelCapture(event: PointerEvent): void
  }
  readonly tool: {
    readonly isWindowing: boolean
    readonly onWindowing: (isOn: boolean) => void
  }
}

/**
 * Returns the listeners of the element around the canvas, and the state of the tool: while it is on any
 * pointer, else the right button, changes window and level of a volume, and the camera stays.
 */
export function useWindowing(shown: ChangedContent | null): Windowing {
  const isOn = useSignal(false)
  const drag = useRef<WindowDrag | null>(null)
  const end = (event: PointerEvent): void => {
    if (drag.current?.pointerId === event.pointerId) drag.current = null
  }
  const listeners = {
    onPointerDownCapture(event: PointerEvent & { readonly currentTarget: HTMLElement }) {
      const { target, currentTarget, pointerId, button, clientX, clientY } = event
      const isWanted = button === 2 || (button === 0 && isOn.value && !event.shiftKey)
      if (!isWanted || shown?.prepared.type !== 'volume' || !(target instanceof HTMLCanvasElement)) return
      event.stopPropagation() // the canvas would move the camera
      currentTarget.setPointerCapture(pointerId)
      const transfer = chooseTransfer(shown.prepared, shown.display)
      drag.current ??= { pointerId, start: [clientX, clientY], transfer }
    },
    onPointerMoveCapture(event: PointerEvent) {
      if (drag.current?.pointerId !== event.pointerId) return
      event.stopPropagation()
      const { start, transfer } = drag.current
      const moved = [event.clientX - start[0], event.clientY - start[1]] as const
      shown?.onDisplay({ window: dragWindow(transfer, moved) })
    },
    onPointerUpCapture: end,
    onPointerCancelCapture: end,
  }
  const onWindowing = (wanted: boolean): void => {
    isOn.value = wanted
  }
  return { listeners, tool: { isWindowing: isOn.value, onWindowing } }
}
