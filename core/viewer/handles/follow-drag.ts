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
  onLostPointerCapture(event: HandleEvent): void
}

/** The pointer that holds a handle, with its place from the middle of that. */
interface Grab {
  readonly pointerId: number
  readonly spot: Spot
}

/** Those of the handles that are held; a second finger on one moves nothing. */
const grabs = new WeakMap<HTMLElement, Grab>()

/** Returns the listeners of a handle that is dragged over a layer; the stage below hears nothing of it. */
export function followDrag(layer: RefObject<HTMLElement | null>, drag: HandleDrag): HandleListeners {
  return {
    onPointerDown(event) {
      event.stopPropagation() // the stage would pick
      const { currentTarget, pointerId, clientX, clientY } = event
      if (event.button !== 0 || grabs.has(currentTarget)) return
      const { left, top, width, height } = currentTarget.getBoundingClientRect()
      const spot = [clientX - left - width / 2, clientY - top - height / 2] as const
      grabs.set(currentTarget, { pointerId, spot })
      currentTarget.setPointerCapture(pointerId)
      drag.onStart?.()
    },
    onPointerMove(event) {
      event.stopPropagation()
      const { currentTarget, pointerId, clientX, clientY } = event
      const box = layer.current?.getBoundingClientRect()
      const grab = grabs.get(currentTarget)
      if (!box || grab?.pointerId !== pointerId) return
      const [x, y] = grab.spot
      drag.onMove([clientX - box.left - x, clientY - box.top - y], event)
    },
    onPointerUp: (event) => event.stopPropagation(),
    onLostPointerCapture({ currentTarget, pointerId }) {
      if (grabs.get(currentTarget)?.pointerId !== pointerId) return
      grabs.delete(currentTarget)
      drag.onEnd?.()
    },
  }
}
