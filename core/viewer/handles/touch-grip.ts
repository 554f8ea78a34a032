import type { Spot } from '../specimen/over/free-place.ts'

/** CSS pixels from the middle of a handle within which a finger takes it. */
const fingerPixels = 22

/**
 * Gives the touch of a finger to the nearest part of a place, where one is near enough: fingers are wider
 * than the dots, and the dots nearer to each other than fingers are wide. Returns whether it has done so.
 */
export function takeByFinger(layer: HTMLElement, event: PointerEvent): boolean {
  const { target, pointerType, clientX, clientY } = event
  if (pointerType !== 'touch' || isOfOther(target) || layer.classList.contains('is-locked')) return false
  const found = findNearest(layer, [clientX, clientY])
  if (!found || found === target) return false
  event.stopPropagation() // the picture would turn
  found.dispatchEvent(new PointerEvent('pointerdown', event))
  return true
}

/** Returns whether an event in a picture is that of something else over it which can be pressed. */
export function isOfOther(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button:not(.place-grip), summary, a, input') !== null
}

function findNearest(layer: HTMLElement, [x, y]: Spot): HTMLElement | null {
  let [found, least]: [HTMLElement | null, number] = [null, fingerPixels]
  for (const grip of layer.querySelectorAll<HTMLElement>('.place-grip')) {
    if (!grip.checkVisibility({ visibilityProperty: true })) continue
    const { left, top, width, height } = grip.getBoundingClientRect()
    const way = Math.hypot(left + width / 2 - x, top + height / 2 - y)
    if (way <= least) [found, least] = [grip, way]
  }
  return found
}
