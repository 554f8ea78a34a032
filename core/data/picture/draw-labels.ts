import { toFiniteBox } from '../../contract/look/box.ts'
import { isKept, listKept } from '../../contract/look/clip.ts'
import type { Display } from '../../contract/look/display.ts'
import { type FreeText, setTexts } from '../../contract/look/free-texts.ts'
import { mostLetters, textGap, toDotDisplay } from '../../contract/look/label-dots.ts'
import { pageHeight } from '../../contract/look/point-size.ts'
import { add, readVector } from '../../contract/look/vectors.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import type { PreparedLabels } from '../prepared/prepared.ts'
import { createCamera, type Frame, type PlacedContent } from './camera.ts'
import { drawPoints } from './draw-points.ts'
import type { Colors } from './finish-picture.ts'
import { MarkCanvas, white } from './marks/canvas.ts'
import { toDrawable } from './marks/glyphs.ts'

/** Returns sRGB with opacity of `size`² pixels: a dot at each place. */
export function drawDots(
  labels: PreparedLabels & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { result, ...places } = labels
  const cloud = {
    ...places,
    type: 'point_cloud',
    result: { ...result, type: 'point_cloud' },
    diameter: 0,
  } as const
  return drawPoints(cloud, toDotDisplay(display), frame)
}

/** Writes the texts that have room over a picture, whose middle square the frame is of. */
export function writeLabels(
  colors: Colors,
  labels: PreparedLabels & PlacedContent,
  display: Display,
  frame: Frame,
): void {
  const { result, positions, centre } = labels
  const { size } = frame
  const canvas = new MarkCanvas(colors, Math.max(1, Math.round(size / pageHeight)))
  const bounds = toFiniteBox(labels.bounds)
  const camera = createCamera({ ...labels, bounds }, display, frame)
  const kept = listKept(display, bounds)
  const [besides, above] = [(canvas.width - size) / 2, (canvas.height - size) / 2].map(Math.floor)
  const edge = 2 * canvas.scale
  const texts = result.texts.flatMap((text, i) => {
    const place = add(readVector(positions, 3 * i), centre)
    if (text.trim() === '' || !place.every(Number.isFinite) || !isKept(kept, place)) return []
    const [x, y, depth] = camera.project(place)
    const drawn = toDrawable(cutText(text, mostLetters))
    const [width, height] = [canvas.measure(drawn) + 2 * edge, canvas.lineHeight + 2 * edge]
    return [{ drawn, x: x + (besides ?? 0), y: y + (above ?? 0), depth, width, height }]
  })
  const gap = (textGap * size) / pageHeight
  const shape = { width: canvas.width, height: canvas.height, gap, isSeen: () => true }
  const boxes: readonly FreeText[] = texts
  for (const { index, left, top } of setTexts(boxes, shape)) {
    const text = texts[index]
    if (text) canvas.write(text.drawn, left + edge, top + edge, white)
  }
}
