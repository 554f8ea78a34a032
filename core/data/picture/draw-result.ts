/** Draws any result as the page shows it before anybody has touched a control. */
import type { Result } from '../../contract/domain/result/result.ts'
import { type Bounds, joinBoxes } from '../../contract/look/box.ts'
import { findContentZoom, trialHeight } from '../../contract/look/content-zoom.ts'
import type { Display } from '../../contract/look/display.ts'
import { findShownBox } from '../prepared/placement.ts'
import type { Prepared } from '../prepared/prepared.ts'
import { type Frame, findSceneScale, isFlatScene } from './camera.ts'
import { drawPixels } from './draw-pixels.ts'
import { drawTable, isFlatTable } from './draw-table.ts'
import { chooseVolumeFactor } from './draw-volume.ts'
import { addGround, type Colors, encodePng } from './finish-picture.ts'
import { drawMarks, type PictureMarks } from './marks/draw-marks.ts'
import { type OpenedContent, openContent } from './open-content.ts'
import { writeLabels } from './write-labels.ts'

/** Pixels along each side of a thumbnail. */
export const pictureEdge = 256

/** Supersampling along each side; of a volume it depends on its size. */
const factors = { mesh: 3, point_cloud: 3, lines: 3, arrows: 3, labels: 3, table: 3, image: 4 } as const
/** Supersampling of volumes with something in them, whose edges are smooth. */
const mixedFactor = 2

function chooseFactor(prepared: Prepared): number {
  if (prepared.type === 'volume') return chooseVolumeFactor(prepared)
  if (prepared.type !== 'scene') return factors[prepared.type]
  const own = prepared.parts.map((part) => chooseFactor(part.prepared))
  const count = prepared.parts.filter((part) => part.prepared.type === 'volume').length
  if (count === 0) return Math.max(1, ...own)
  return count === own.length ? Math.min(...own) : mixedFactor
}

/** A picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** An author's words on how a result is drawn, and on its axes. */
export interface PictureWords {
  readonly view?: string | undefined
  readonly axes?: string | undefined
  /** The marks over the picture; absent for none. */
  readonly marks?: PictureMarks | undefined
}

const thumbnailSize: PictureSize = { width: pictureEdge, height: pictureEdge }
/** Rays of a large picture along each side, in those of a thumbnail: its edges are less smooth. */
const mostGrowth = 1.43

/** Returns a result by an author's words as a PNG: equal results, words and sizes, equal bytes. */
export function drawResult(
  result: Result,
  words: PictureWords = {},
  shape: PictureSize = thumbnailSize,
): Uint8Array {
  return encodePng(drawColors(result, words, shape))
}

/**
 * Returns a thumbnail as a PNG. It is drawn once and looked at often, so volumes have four rays a pixel
 * whatever their size; with one, a large volume shows the grain of its steps.
 */
export function drawThumbnail(result: Result, words: PictureWords): Uint8Array {
  return encodePng(drawColors(result, words, thumbnailSize, 2))
}

/**
 * Returns the colours of a picture. The content fills the largest square, with ground beside it.
 * `leastFactor`: fewest rays of a pixel along each side.
 */
export function drawColors(result: Result, words: PictureWords, shape: PictureSize, leastFactor = 1): Colors {
  const content = openContent(result, words)
  return drawContent(content, { zoom: findZoom(content) }, shape, leastFactor)
}

/**
 * Returns the colours of a picture by a camera that fits a box of the scene, in place of the content:
 * pictures with one box have one scale.
 */
export function drawInBox(own: WordedResult, box: Bounds, shape: PictureSize): Colors {
  return drawContent(openContent(own.result, own.words), { zoom: 1, box }, shape)
}

/** Two pictures by one camera, and what differs between them: black where they are alike. */
export interface PicturePair {
  readonly first: Uint8Array
  readonly second: Uint8Array
  readonly difference: Uint8Array
}

/** A result with its author's words. */
export interface WordedResult {
  readonly result: Result
  readonly words: PictureWords
}

/**
 * Returns two results as PNG, both by the camera of the second one's words, which fits both; undefined where
 * one is an image and the other is not, or of another size, so that no camera is that of both.
 */
export function drawPair(first: WordedResult, second: WordedResult): PicturePair | undefined {
  if (!haveOneSpace(first.result, second.result)) return undefined
  const [one, other] = [first, second].map(({ result, words }) => openContent(result, words))
  if (!one || !other) return undefined
  const { up, from, projection } = other.display
  const both = [{ ...one, display: { ...one.display, up, from, projection } }, other]
  const { zoom, box } = fitAll(both, other.display)
  const [before, after] = both.map((content) => drawContent(content, { zoom, box }, thumbnailSize))
  if (!before || !after) return undefined
  const rgb = before.rgb.map((part, i) => Math.abs(part - (after.rgb[i] ?? 0)))
  return {
    first: encodePng(before),
    second: encodePng(after),
    difference: encodePng({ ...before, rgb }),
  }
}

/** Another result that has to fit the same camera. */
export interface BesideResult extends WordedResult {
  /** Set where the camera is that of the other result's words. */
  readonly leads: boolean
}

/**
 * Returns the colours of a picture by a camera that fits another result as well; as {@link drawColors} where
 * no camera is that of both.
 */
export function drawBeside(own: WordedResult, other: BesideResult, shape: PictureSize): Colors {
  if (!haveOneSpace(own.result, other.result)) return drawColors(own.result, own.words, shape)
  const contents = [own, other].map(({ result, words }) => openContent(result, words))
  const [content, beside] = contents
  const leader = other.leads ? beside : content
  if (!content || !leader) throw new TypeError('two contents are opened')
  const { zoom, box } = fitAll(contents, leader.display)
  const { up, from, projection } = leader.display
  return drawContent(
    { ...content, display: { ...content.display, up, from, projection } },
    { zoom, box },
    shape,
  )
}

/** The zoom and the box with which a camera shows all contents. */
interface SharedFrame {
  readonly zoom: number
  readonly box: Bounds
}

function fitAll(contents: readonly Content[], { up, from, projection }: Display): SharedFrame {
  const box = contents.map(({ prepared }) => findShownBox(prepared)).reduce(joinBoxes)
  const zooms = contents.map((content) =>
    findZoom({ ...content, display: { ...content.display, up, from, projection } }, box),
  )
  return { zoom: Math.min(...zooms), box }
}

function haveOneSpace(one: Result, other: Result): boolean {
  if (isFlatScene(one) !== isFlatScene(other)) return false
  if (one.type !== 'image' && other.type !== 'image') return true
  return 'width' in one && 'width' in other && one.width === other.width && one.height === other.height
}

type Content = OpenedContent<PictureWords>

/** Supersampling along each side is less in a larger picture, which is drawn in about as many pixels. */
function drawContent(
  { prepared, display, words: { axes, marks } }: Content,
  view: Pick<Frame, 'zoom' | 'box'>,
  shape: PictureSize,
  leastFactor = 1,
): Colors {
  const edge = Math.min(shape.width, shape.height)
  if (isFlatTable(prepared)) {
    const page = addGround(new Float32Array(4 * edge * edge), edge, shape)
    drawTable(page, prepared.result)
    return page
  }
  const most = chooseFactor(prepared)
  const usual = Math.min(most, Math.max(1, Math.round((most * pictureEdge * mostGrowth) / edge)))
  const factor = Math.max(usual, leastFactor)
  const colors = addGround(
    drawPixels(prepared, display, { ...view, size: edge * factor, factor }),
    edge,
    shape,
  )
  if (prepared.type === 'labels' || prepared.type === 'scene')
    writeLabels(colors, prepared, display, { ...view, size: edge, factor: 1 })
  if (!marks) return colors
  const scale = findSceneScale(prepared, display, { ...view, size: edge, factor: 1 })
  drawMarks(colors, { prepared, display, axes, scale }, marks)
  return colors
}

function findZoom({ prepared, display }: Pick<Content, 'prepared' | 'display'>, box?: Bounds): number {
  if (isFlatTable(prepared)) return 1
  return findContentZoom((zoom) => {
    const pixels = drawPixels(prepared, display, { size: trialHeight, factor: 1, zoom, ...(box && { box }) })
    return { width: trialHeight, opacities: pixels.filter((_, i) => i % 4 === 3) }
  })
}
