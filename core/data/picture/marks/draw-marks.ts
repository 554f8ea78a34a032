/** The marks over a picture that is asked for them: directions, a length, colours of values, and a name. */
import { findWorldEnds } from '../../../contract/domain/result/direction.ts'
import { identity, invertAffine, joinAffine } from '../../../contract/look/affine.ts'
import { chooseColormap, colormapSize, sampleColormap } from '../../../contract/look/colormaps.ts'
import type { Display, Vector3 } from '../../../contract/look/display.ts'
import { chooseLength } from '../../../contract/look/scale-length.ts'
import { formatNumber } from '../../../contract/look/ticks.ts'
import { dot } from '../../../contract/look/vectors.ts'
import { chooseTransfer, type ValueRange } from '../../../contract/look/volume-transfer.ts'
import { splitAxes } from '../../../contract/text/words.ts'
import { findWorldPlacement } from '../../prepared/placement.ts'
import type { Prepared } from '../../prepared/prepared.ts'
import type { SceneScale } from '../camera.ts'
import type { Colors } from '../finish-picture.ts'
import { black, MarkCanvas, type MarkColor, white } from './canvas.ts'
import { toDrawable } from './glyphs.ts'

/** The marks that a picture is to have. */
export interface PictureMarks {
  /** Directions with their letters, a bar of a length, and the colours of values. */
  readonly axes: boolean
  /** Written at the top left, such as `teeth 12`; empty for none. */
  readonly label: string
}

/** A picture's content, and how it is seen. */
export interface MarkedContent {
  readonly prepared: Prepared
  readonly display: Display
  /** The author's words on axes. */
  readonly axes: string | undefined
  readonly scale: SceneScale
}

const axisInks: readonly [MarkColor, MarkColor, MarkColor] = [
  [240, 100, 90],
  [110, 210, 110],
  [110, 160, 255],
]
const axisNames = ['x', 'y', 'z'] as const
/** Pictures of so many pixels have letters of twice the dots. */
const largeEdge = 200

/** Draws marks over a picture. */
export function drawMarks(colors: Colors, content: MarkedContent, { axes, label }: PictureMarks): void {
  const edge = Math.min(colors.width, colors.height)
  const canvas = new MarkCanvas(colors, edge < largeEdge ? 1 : 2)
  const margin = 4 * canvas.scale
  if (label !== '') canvas.write(toDrawable(label), margin, margin, white)
  if (!axes) return
  drawTriad(canvas, content, margin)
  drawLength(canvas, content, margin)
  drawColorBar(canvas, { ...content, label }, margin)
}

/** Draws the axes of the coordinates that facts have, those behind first. */
function drawTriad(
  canvas: MarkCanvas,
  { prepared, scale: { right, up, back } }: MarkedContent,
  margin: number,
) {
  const reach = 16 * canvas.scale
  const letter = canvas.lineHeight
  const middle = [margin + reach + letter, canvas.height - margin - reach - letter] as const
  const ends = findEnds(prepared)
  const listed = listAxes(prepared).map((axis, i) => ({ axis, i, depth: dot(axis, back) }))
  for (const { axis, i } of listed.toSorted((one, other) => one.depth - other.depth)) {
    const [across, height] = [dot(axis, right), dot(axis, up)]
    const tip = [middle[0] + reach * across, middle[1] - reach * height] as const
    const ink = axisInks[i] ?? white
    canvas.line(middle, tip, ink)
    const name = `${axisNames[i] ?? ''}${ends.charAt(i)}`
    const left = tip[0] + 0.6 * letter * across - canvas.measure(name) / 2
    canvas.write(name, left, tip[1] - 0.8 * letter * height - letter / 2, ink)
  }
}

/** Returns the directions in the scene of the axes in which facts have their coordinates. */
function listAxes(prepared: Prepared): readonly Vector3[] {
  const { placement } = prepared
  if (prepared.type === 'image') return identity.columns.slice(0, 2)
  if (!placement) return identity.columns
  const world = findWorldPlacement(prepared)
  return (world ? joinAffine(placement, invertAffine(world)) : placement).columns
}

/** Returns the anatomical directions in which these axes grow; empty where there are none. */
function findEnds(prepared: Prepared): string {
  const { result, orientation = '' } = prepared
  return result.type === 'volume' && result.direction ? (findWorldEnds(result) ?? '') : orientation
}

/** Draws a bar of a round length, as it is in the middle of the content. */
function drawLength(canvas: MarkCanvas, { prepared, axes, scale }: MarkedContent, margin: number): void {
  const { result } = prepared
  const length = chooseLength(scale.middlePixels, canvas.width / 4)
  if (length === null) return
  const own = result.type === 'image' ? 'px' : result.unit
  const unit = own ?? splitAxes(axes ?? '').unit
  const text = toDrawable(`${formatNumber(length)} ${unit}`.trim())
  const wide = length * scale.middlePixels
  const [right, bottom] = [canvas.width - margin, canvas.height - margin]
  const thick = 2 * canvas.scale
  canvas.fill([right - wide - 1, bottom - thick - 1, wide + 2, thick + 2], black)
  canvas.fill([right - wide, bottom - thick, wide, thick], white)
  const left = Math.min(right - wide, right - canvas.measure(text))
  canvas.write(text, left, bottom - thick - margin - canvas.lineHeight, white)
}

/** Draws the colours of values between their ends. */
function drawColorBar(
  canvas: MarkCanvas,
  { prepared, display, label }: MarkedContent & Pick<PictureMarks, 'label'>,
  margin: number,
): void {
  const bar = findBar(prepared, display)
  if (!bar) return
  const [low = '', end = ''] = bar.window.map((value) => toDrawable(formatNumber(value)))
  // Both ends have room below it, and a name at the left its line above it.
  const ends = canvas.measure(low) + canvas.measure(end) + 2 * margin
  const [wide, high] = [Math.max(Math.round(canvas.width / 3), ends), 5 * canvas.scale]
  const left = canvas.width - margin - wide
  const isBeside = margin + canvas.measure(toDrawable(label)) + margin <= left
  const top = label === '' || isBeside ? margin : 2 * margin + canvas.lineHeight
  canvas.fill([left - 1, top - 1, wide + 2, high + 2], black)
  for (let x = 0; x < wide; x++) {
    const at = 4 * Math.round((x / Math.max(1, wide - 1)) * (colormapSize - 1))
    canvas.fill(
      [left + x, top, 1, high],
      [bar.colors[at] ?? 0, bar.colors[at + 1] ?? 0, bar.colors[at + 2] ?? 0],
    )
  }
  const below = top + high + canvas.scale * 3
  canvas.write(low, left, below, white)
  canvas.write(end, left + wide - canvas.measure(end), below, white)
}

interface ColorBar {
  readonly colors: Uint8Array
  readonly window: ValueRange
}

/** Returns the colours that mean values; undefined where none do, as those of labels and of authors. */
function findBar(prepared: Prepared, display: Display): ColorBar | undefined {
  if (prepared.type === 'volume') {
    if (prepared.labels) return undefined
    const { window, colormap } = chooseTransfer(prepared, display)
    return { colors: sampleColormap(colormap, display.isInverted), window }
  }
  if (prepared.type === 'scene' || prepared.type === 'labels' || prepared.type === 'table') return undefined
  const { colorBy, isInverted, window } = display
  const isScalar =
    prepared.type === 'image'
      ? prepared.result.channels <= 2
      : colorBy === 'scalar' || (colorBy === 'own' && !prepared.result.colors)
  if (!isScalar || !prepared.range) return undefined
  const colormap = chooseColormap(display.colormap, prepared.result)
  return { colors: sampleColormap(colormap, isInverted), window: window ?? prepared.range }
}
