/** Writes the texts of labels over a picture. */
import { type Affine, applyAffine } from '../../contract/look/affine.ts'
import { toFiniteBox } from '../../contract/look/box.ts'
import { isKept, listKept } from '../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { type FreeText, setTexts } from '../../contract/look/free-texts.ts'
import { mostLetters, textGap } from '../../contract/look/label-dots.ts'
import { pageHeight } from '../../contract/look/point-size.ts'
import { add, readVector } from '../../contract/look/vectors.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import type { Prepared, PreparedLabels } from '../prepared/prepared.ts'
import { createCamera, type Frame, toCameraSettings } from './camera.ts'
import type { Colors } from './finish-picture.ts'
import { MarkCanvas, white } from './marks/canvas.ts'
import { toDrawable } from './marks/glyphs.ts'
import { type ShownPart, showParts } from './scene/show-part.ts'

/** A text, and its place in the coordinates of the content. */
interface PlacedText {
  readonly text: string
  readonly place: Vector3
}

/** Returns the texts of labels, or of all parts of a scene that are shown, without those clipped away. */
function listTexts(content: Prepared, display: Display): readonly PlacedText[] {
  const kept = listKept(display, toFiniteBox(content.bounds))
  const shown: readonly Pick<ShownPart, 'prepared' | 'place' | 'kept'>[] =
    content.type === 'scene' ? showParts(content, display) : [{ prepared: content, place: undefined, kept }]
  const all = shown.flatMap(({ prepared, place, kept }) =>
    prepared.type === 'labels' ? listOwn(prepared, place).filter((text) => isKept(kept, text.place)) : [],
  )
  return all.filter(({ text, place }) => text.trim() !== '' && place.every(Number.isFinite))
}

function listOwn({ result, positions, centre }: PreparedLabels, way: Affine | undefined): PlacedText[] {
  return result.texts.map((text, i) => {
    const place = add(readVector(positions, 3 * i), centre)
    return { text, place: way ? applyAffine(way, place) : place }
  })
}

/** Writes the texts that have room over a picture, whose middle square the frame is of. */
export function writeLabels(colors: Colors, content: Prepared, display: Display, frame: Frame): void {
  const found = listTexts(content, display)
  if (found.length === 0) return
  const { size } = frame
  const canvas = new MarkCanvas(colors, Math.max(1, Math.round(size / pageHeight)))
  const bounds = toFiniteBox(content.bounds)
  const camera = createCamera({ ...content, bounds }, toCameraSettings(content, display), frame)
  const [besides, above] = [(canvas.width - size) / 2, (canvas.height - size) / 2].map(Math.floor)
  const edge = 2 * canvas.scale
  const texts = found.map(({ text, place }) => {
    const [x, y, depth] = camera.project(place)
    const drawn = toDrawable(cutText(text, mostLetters))
    const [width, height] = [canvas.measure(drawn) + 2 * edge, canvas.lineHeight + 2 * edge]
    return { drawn, x: x + (besides ?? 0), y: y + (above ?? 0), depth, width, height }
  })
  const gap = (textGap * size) / pageHeight
  const shape = { width: canvas.width, height: canvas.height, gap, isSeen: () => true }
  const boxes: readonly FreeText[] = texts
  for (const { index, left, top } of setTexts(boxes, shape)) {
    const text = texts[index]
    if (text) canvas.write(text.drawn, left + edge, top + edge, white)
  }
}
