import type { RefObject } from 'preact'
import type { Spot } from '../specimen/over/free-place.ts'

type HandleEvent = PointerEvent & { readonly currentTarget: HTMLElement }

/** Callbacks for a handle that is dragged, by its place in the layer around it. */
export interface HandleDrag {
  /** Called when it is taken. */
  readonly onStart?: () => void
  readonly onMove: (handle: Spot, event: PointerEvent) => void
  /** Called when it is let go. */
  readonly onEnd?: () => void
}

/** Listeners of a handle over a picture. */
export interface HandleListeners {
  onPointerDown(event: HandleEvent): void
  onPointerMove(event: HandleEvent): void
  onPointerUp(event: PointerEvent): void
  onLostPointerCapture(): void
}

/** The place of the pointer from the middle of the handle that it holds, by handles. */
const grabs = new WeakMap<HTMLElement, Spot>()

/** Returns the listeners of a handle that is dragged over a layer; the stage below hears nothing of it. */
export function followDrag(layer: RefObject<HTMLElement | null>, drag: HandleDrag): HandleListeners {
  return {
    onPointerDown(event) {
      event.stopPropagation() // the stage would pick
      const { currentTarget, pointerId, clientX, clientY } = event
      if (event.button !== 0) return
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      grabs.set(currentTarget, [clientX - left - width / 2, clientY - top - height / 2])
      currentTarget.setPointerCapture(pointerId)
      drag.onStart?.()
    },
    onPointerMove(event) {
      event.stopPropagation()
      const { currentTarget, pointerId, clientX, clientY } = event
      const box = layer.current?.getBoundingClientRect()
      const [x, y] = grabs.get(currentTarget) ?? [0, 0]
      if (!box || !currentTarget.hasPointerCapture(pointerId)) return
      drag.onMove([clientX - box.left - x, clientY - box.top - y], event)
    },
    onPointerUp: (event) => event.stopPropagation(),
    onLostPointerCapture: () => drag.onEnd?.(),
  }
}
