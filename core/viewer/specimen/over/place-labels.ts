/** Moves what stands over a picture to where it belongs, in each frame. */

import type { Vector3 } from '../../../contract/look/display.ts'
import { chooseLength } from '../../../contract/look/scale-length.ts'
import { add } from '../../../contract/look/vectors.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { Stage } from '../../stage/stage.ts'
import { sayLength } from '../model/meaning.ts'
import { findFreeBox, leaveBox, meetsBox, meetsLine, type ScreenBox, type Spot } from './free-place.ts'
import { isCovered } from './place-texts.ts'

/** CSS pixels of the longest scale bar, and around it. */
const [longest, edge] = [120, 16]
/** Half of the width and height of a name, in CSS pixels. */
const [halfWidth, halfHeight] = [9, 10]
/** The opacity of a name that is farther than the middle of the content. */
const farOpacity = '0.4'

/** The name of an axis as it is placed: its box, and its line. */
interface PlacedName {
  readonly box: ScreenBox
  readonly line: readonly [from: Spot, to: Spot]
}

/**
 * Places the names of axes, all other labels, and the scale bar. Names make room for the cube and the bar for
 * names and lines. A name that is behind is faint; where the content hides it, it is not there. That is found
 * when the picture is at rest.
 */
export function placeOver(frame: HTMLElement, stage: Stage, isQuick: boolean): void {
  const { clientWidth: width, clientHeight: height } = frame
  const cube = readBox(frame.querySelector<HTMLElement>('.view-cube'))
  const names = Array.from(frame.querySelectorAll<HTMLElement>('.is-name[data-place]'))
  const placed = names.flatMap((name) => placeName(name, stage, { width, height, cube, isQuick }) ?? [])
  placeLabels(frame, stage)
  placeScaleBar(frame, stage, { width, height, cube, placed })
}

/**
 * Moves labels and lines of a frame to their places in the picture; those that are `data-free` also out of
 * it. The
 * style finds the place from the left as `--left`. Names of axes are placed by {@link placeOver}.
 */
export function placeLabels(frame: HTMLElement, stage: Stage): void {
  placeLines(frame, stage)
  for (const label of frame.querySelectorAll<HTMLElement>('[data-place]:not(.is-name)')) {
    const spot = stage.project(readPlace(label.dataset.place))
    label.style.visibility = spot.isVisible ? 'visible' : 'hidden'
    label.style.setProperty('--left', `${spot.x}px`)
    label.style.transform =
      'free' in label.dataset
        ? `translate(calc(${spot.x}px - 50%), calc(${spot.y}px - 50%))`
        : `translate(${within(spot.x, 'cqw')}, ${within(spot.y, 'cqh')})`
  }
}

/** Draws the lines of a frame through their places; what is behind the eye is left out. */
function placeLines(frame: HTMLElement, stage: Stage): void {
  for (const line of frame.querySelectorAll<SVGPathElement>('[data-path]')) {
    let command = 'M'
    const parts = (line.dataset.path ?? '').split(' ').map((text) => {
      const { x, y, isVisible } = stage.project(readPlace(text))
      const part = isVisible ? `${command}${x.toFixed(1)} ${y.toFixed(1)}` : ''
      command = isVisible ? 'L' : 'M'
      return part
    })
    line.setAttribute('d', parts.join(''))
  }
}

/** A frame with what stands in it. */
interface OverFrame {
  readonly width: number
  readonly height: number
  /** Null where there is none. */
  readonly cube: ScreenBox | null
}

/** Places a name, and returns where it is; null where it is not seen. */
function placeName(
  name: HTMLElement,
  stage: Stage,
  { width, height, cube, isQuick }: OverFrame & { readonly isQuick: boolean },
): PlacedName | null {
  const shift = stage.axesShift
  const isShifted = shift.some((part) => part !== 0) // it is then above all that is there
  const place = add(readPlace(name.dataset.place), shift)
  const spot = stage.project(place)
  const middle = stage.project(readPlace(name.parentElement?.dataset.middle))
  const isFar = !isShifted && spot.depth > middle.depth
  if (!isFar) delete name.dataset.covered
  else if (!isQuick) name.dataset.covered = String(isCovered(stage, spot))
  const isSeen = spot.isVisible && name.dataset.covered !== 'true'
  name.style.visibility = isSeen ? 'visible' : 'hidden'
  if (!isSeen) return null
  name.style.opacity = isFar ? farOpacity : ''
  const inside: Spot = [
    Math.max(halfWidth, Math.min(width - halfWidth, spot.x)),
    Math.max(halfHeight, Math.min(height - halfHeight, spot.y)),
  ]
  const box = toBox(inside)
  const free = cube && meetsBox(box, cube) ? leaveBox(box, cube) : box
  const [x, y] = [free.left + halfWidth, free.top + halfHeight]
  name.style.transform = `translate(calc(${x}px - 50%), calc(${y}px - 50%))`
  const from = stage.project(add(readPlace(name.dataset.from), shift))
  return { box: free, line: [[from.x, from.y], inside] }
}

function toBox([x, y]: Spot): ScreenBox {
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight }
}

/** Gives the bar of a frame a round length at the distance of the camera's target, and a free place below. */
function placeScaleBar(
  frame: HTMLElement,
  stage: Stage,
  { width, height, cube, placed }: OverFrame & { readonly placed: readonly PlacedName[] },
): void {
  const bar = frame.querySelector<HTMLElement>('.scale-bar')
  const length = bar && chooseLength(stage.unitPixels, longest)
  if (!bar || !length) return
  const text = toShownText(sayLength(length, bar.dataset.unit ?? ''))
  bar.style.width = `${length * stage.unitPixels}px`
  if (bar.textContent !== text) {
    bar.textContent = text
    bar.setAttribute('aria-label', `Scale bar: ${text}`)
  }
  const { offsetWidth, offsetHeight } = bar
  const toPlace = (left: number, bottom: number): ScreenBox => ({
    left,
    top: height - bottom - offsetHeight,
    right: left + offsetWidth,
    bottom: height - bottom,
  })
  const ends = [edge, (width - offsetWidth) / 2, (cube?.left ?? width) - edge - offsetWidth, width / 4]
  const places = [edge, 3 * edge].flatMap((bottom) => ends.map((left) => toPlace(left, bottom)))
  const isFree = (place: ScreenBox): boolean =>
    !(cube && meetsBox(place, cube)) &&
    placed.every(({ box, line }) => !meetsBox(place, box) && !meetsLine(place, line))
  const place = findFreeBox(places, isFree)
  bar.style.transform = `translate(${place.left - edge}px, ${place.bottom - height + edge}px)`
}

function readBox(element: HTMLElement | null): ScreenBox | null {
  if (!element || element.offsetWidth === 0) return null
  const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = element
  return { left, top, right: left + offsetWidth, bottom: top + offsetHeight }
}

function readPlace(text = ''): Vector3 {
  const [x = 0, y = 0, z = 0] = text.split(',').map(Number)
  return [x, y, z]
}

/** Centres a label and keeps it whole at the edge; the style knows its size. */
function within(middle: number, full: 'cqw' | 'cqh'): string {
  return `clamp(0px, ${middle}px - 50%, 100${full} - 100%)`
}
