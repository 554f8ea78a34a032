import type { RefObject } from 'preact'

/** A place in an element: fractions of its width from the left and of its height from below. */
export type PlotPlace = readonly [x: number, y: number]

/** Returns the place of a pointer in an element, also beside it. */
export function toPlotPlace(plot: HTMLElement, { clientX, clientY }: MouseEvent): PlotPlace {
  const { left, bottom, width, height } = plot.getBoundingClientRect()
  return [(clientX - left) / Math.max(1, width), (bottom - clientY) / Math.max(1, height)]
}

type HandleEvent = PointerEvent & { readonly currentTarget: HTMLElement }

/** Callbacks for a pointer on the plot. */
export interface DragHandlers {
  readonly onMove: (place: PlotPlace) => void
  readonly onStart?: () => void
  readonly onEnd?: () => void
}

/** Handlers of an element that follows the pointer. */
export interface DragEvents {
  onPointerDown(event: HandleEvent): void
  onPointerMove(event: HandleEvent): void
  onLostPointerCapture(): void
}

/** Returns the listeners of a handle that is dragged in a plot. */
export function followDrag(plot: RefObject<HTMLElement | null>, drag: DragHandlers): DragEvents {
  return {
    onPointerDown({ currentTarget, pointerId, button }: HandleEvent) {
      if (button !== 0) return
      currentTarget.setPointerCapture(pointerId)
      drag.onStart?.()
    },
    onPointerMove(event: HandleEvent) {
      if (!plot.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return
      drag.onMove(toPlotPlace(plot.current, event))
    },
    onLostPointerCapture: () => drag.onEnd?.(),
  }
}
