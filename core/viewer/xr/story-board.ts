import { type Object3D, Quaternion, Vector3 } from 'three'
import {
  type BoardBox,
  boardHeight,
  boardWidth,
  edge,
  gap,
  pixelsPerMetre,
  rowHeight,
  split,
  type TargetLayout,
} from './board-layout.ts'
import type { StoryWords } from './board-words.ts'
import { drawGround, drawTarget, soft, type Touched, text } from './draw-board.ts'
import { type BoardContext, breakLines, toFont, writeLine } from './draw-text.ts'
import { TargetPlane } from './target-plane.ts'

/** Pixels of the board of a story. */
export const [storyWidth, storyHeight] = [820, boardHeight]
/** Pixels from its upper edge to the text, and from line to line. */
const [textTop, linePitch] = [190, 50]
/** Metres between the two boards, and the turn of this one around its edge, towards the eyes. */
const [between, inward] = [0.02, 0.4]

/** A page of a story as it is drawn. */
export interface StoryLayout extends TargetLayout {
  readonly words: StoryWords
  /** The box of its text. */
  readonly page: BoardBox
}

/** Returns the places of what is on the board of a story. */
export function layOutStory(words: StoryWords): StoryLayout {
  const width = storyWidth - 2 * edge
  const top = storyHeight - edge - rowHeight
  const named = Object.entries({ back: words.back, show: words.show, next: words.next })
  const cells = named.flatMap(([key, cell]) => (cell ? [{ key, thing: { cell } }] : []))
  const boxes = split([edge, top, width, rowHeight], cells.length)
  const targets = cells.flatMap((cell, i) => {
    const box = boxes[i]
    return box ? [{ ...cell, box }] : []
  })
  return { words, targets, page: [edge, textTop, width, top - gap - textTop] }
}

/** Puts the board of a story at the left of the other, turned towards the eyes like the wing of a desk. */
export function placeBeside(story: Object3D, board: Object3D): void {
  story.quaternion.copy(board.quaternion).multiply(wing)
  story.position.copy(aside).applyQuaternion(board.quaternion).add(board.position)
  story.visible = board.visible
}

const halfWidth = storyWidth / pixelsPerMetre / 2
const wing = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), inward)
const aside = new Vector3(
  -boardWidth / pixelsPerMetre / 2 - between - halfWidth * Math.cos(inward),
  0,
  halfWidth * Math.sin(inward),
)

/** The board of a story beside the board of the panel; there is none for a specimen without a story. */
export class StoryBoard {
  readonly #parent: Object3D
  readonly #board: Object3D
  #plane: TargetPlane<StoryLayout> | null = null
  #words: StoryWords | null = null

  /** `board` is the one beside which it stands. */
  constructor(parent: Object3D, board: Object3D) {
    this.#parent = parent
    this.#board = board
  }

  /** True while a ray points at it. */
  get isPointedAt(): boolean {
    return this.#plane?.isPointedAt ?? false
  }

  /** Shows a page; null for no story. */
  show(words: StoryWords | null): void {
    if (words === this.#words) return
    this.#words = words
    if (words) {
      const pixels = [storyWidth, storyHeight] as const
      this.#plane ??= new TargetPlane(this.#parent, { pixels, draw: drawStory })
      this.#plane.show(layOutStory(words), words)
    } else this.dispose()
  }

  /** Turns to the page before (-1) or after (1), as its buttons do. */
  turn(by: -1 | 1): void {
    const cell = by < 0 ? this.#words?.back : this.#words?.next
    if (cell && !cell.isOff) cell.press()
  }

  /** Stands beside the other board, drawn again where it says something else. Called in each frame. */
  draw(): void {
    const plane = this.#plane
    if (!plane) return
    placeBeside(plane.mesh, this.#board)
    plane.draw()
  }

  dispose(): void {
    this.#plane?.dispose()
    this.#plane = null
  }
}

function drawStory(context: BoardContext, { words, page, targets }: StoryLayout, touched: Touched): void {
  const [x, top, width, height] = page
  drawGround(context, storyWidth, storyHeight)
  writeLine(context, { text: 'Story', font: toFont(54, 600), color: text, x, y: 92, width })
  writeLine(context, { text: words.place, font: toFont(32), color: soft, x, y: 142, width })
  const font = toFont(36)
  context.font = font
  breakLines(context, words.text, width, Math.floor(height / linePitch)).forEach((line, i) => {
    writeLine(context, { text: line, font, color: text, x, y: top + 36 + linePitch * i, width })
  })
  for (const target of targets) drawTarget(context, target, touched)
}
