/** Moves the texts of labels to their places in each frame, as many as there is room for. */
import { applyAffine } from '../../../contract/look/affine.ts'
import { toFiniteBox } from '../../../contract/look/box.ts'
import { type HalfSpace, isKept, listKept } from '../../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../../contract/look/display.ts'
import { type FreeText, setTexts } from '../../../contract/look/free-texts.ts'
import { mostLetters, textGap } from '../../../contract/look/label-dots.ts'
import { findPartLook } from '../../../contract/look/part-look.ts'
import { add, readVector } from '../../../contract/look/vectors.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import { findShownPlace } from '../../../data/prepared/prepare-scene.ts'
import type { Prepared, PreparedPart, PreparedScenePart } from '../../../data/prepared/prepared.ts'
import type { ProjectedPlace, Stage } from '../../stage/stage.ts'

/** A text of a content: as it is shown, and its place in the specimen's coordinates. */
export interface PlacedText {
  readonly text: string
  readonly place: Vector3
}

/** Returns the texts of a content of labels, or of such parts of a scene, without those clipped away. */
export function listTexts(
  prepared: Prepared,
  display: Pick<Display, 'slabs' | 'plane' | 'parts'>,
): readonly PlacedText[] {
  const kept = listKept(display, toFiniteBox(prepared.bounds))
  const all =
    prepared.type === 'scene'
      ? prepared.parts.flatMap((part) => listOfPart(part, display, kept))
      : listOwn(prepared).filter(({ place }) => isKept(kept, place))
  return all.filter(({ text }) => text.trim() !== '')
}

function listOfPart(
  part: PreparedScenePart,
  { parts }: Pick<Display, 'parts'>,
  kept: readonly HalfSpace[],
): readonly PlacedText[] {
  const { prepared } = part
  const { isShown, opacity, isWhole } = findPartLook(part, parts)
  if (!isShown || opacity === 0) return []
  const way = findShownPlace(part, parts)
  const texts = listOwn(prepared).map(({ text, place }) => ({
    text,
    place: way ? applyAffine(way, place) : place,
  }))
  return isWhole ? texts : texts.filter(({ place }) => isKept(kept, place))
}

function listOwn(prepared: PreparedPart): readonly PlacedText[] {
  if (prepared.type !== 'labels') return []
  const { result, positions, centre } = prepared
  return result.texts.map((text, i) => ({
    text: toShownText(cutText(text, mostLetters)),
    place: add(readVector(positions, 3 * i), centre),
  }))
}

/** A stage, as far as texts over it need it. */
type SeenStage = Pick<Stage, 'project' | 'pick'>

/** Texts over a picture, in elements that are made for those that have room. */
export class TextLayer {
  readonly #layer: HTMLElement
  readonly #elements = new Map<number, HTMLElement>()
  #texts: readonly PlacedText[] = []
  #covered: ReadonlySet<number> = new Set()
  #font = ''
  #widths: readonly number[] = []
  #lineHeight = 0

  constructor(layer: HTMLElement) {
    this.#layer = layer
  }

  /** Takes other texts, which are not there until they are placed. */
  show(texts: readonly PlacedText[]): void {
    this.#texts = texts
    this.#covered = new Set()
    this.#font = ''
    this.#elements.clear()
    this.#layer.replaceChildren()
  }

  /** Places the texts. Those behind the content are found when the picture is at rest. */
  place(stage: SeenStage, isQuick: boolean): void {
    if (this.#texts.length === 0) return
    this.#measure()
    const spots = this.#texts.map(({ place }) => stage.project(place))
    const before = this.#covered
    const covered = new Set<number>()
    const boxes = spots.map(({ x, y, depth, isVisible }, i): FreeText => {
      const size = { width: this.#widths[i] ?? 0, height: this.#lineHeight }
      return { x: isVisible ? x : Number.NaN, y, depth, ...size }
    })
    const { clientWidth: width, clientHeight: height } = this.#layer
    const isSeen = (i: number): boolean => {
      const spot = spots[i]
      if (isQuick || !spot) return !before.has(i)
      if (!isCovered(stage, spot)) return true
      covered.add(i)
      return false
    }
    const set = setTexts(boxes, { width, height, gap: textGap, isSeen })
    if (!isQuick) this.#covered = covered
    const indices = new Set(set.map(({ index }) => index))
    for (const [index, element] of this.#elements) if (!indices.has(index)) element.hidden = true
    for (const { index, left, top } of set) {
      const element = this.#elements.get(index) ?? this.#make(index)
      element.hidden = false
      element.style.transform = `translate(${left}px, ${top}px)`
    }
  }

  #make(index: number): HTMLElement {
    const element = document.createElement('span')
    element.textContent = this.#texts[index]?.text ?? ''
    element.dir = 'auto'
    this.#elements.set(index, element)
    this.#layer.append(element)
    return element
  }

  /** Measures the texts in the font of the layer, again where that is another. */
  #measure(): void {
    const { fontStyle, fontWeight, fontSize, fontFamily, lineHeight } = getComputedStyle(this.#layer)
    const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}` // browsers leave `font` empty
    if (font === this.#font) return
    this.#font = font
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) return
    context.font = font
    const size = Number.parseFloat(fontSize)
    this.#lineHeight = Number.parseFloat(lineHeight) || 1.2 * size
    // The padding is 0.3em at both sides, by `specimen.css`.
    this.#widths = this.#texts.map(({ text }) => Math.ceil(context.measureText(text).width + 0.6 * size))
  }
}

/** A hit on the dot of the text itself is as far as the text. */
const nearer = 1 - 1e-4

/** Returns whether the content hides a place. */
export function isCovered(stage: SeenStage, { x, y, depth }: ProjectedPlace): boolean {
  const hit = stage.pick(x, y)
  return hit !== null && stage.project(hit.place).depth < depth * nearer
}
