import { type Object3D, Vector3 } from 'three'
import { type BoardLayout, boardHeight, boardWidth, layOut, pixelsPerMetre } from './board-layout.ts'
import type { BoardFace } from './board-words.ts'
import { drawBoard } from './draw-board.ts'
import { TargetPlane } from './target-plane.ts'

/**
 * Metres from the middle of the specimen to the upper edge of the board: down, as narrow views have no sides,
 * and nearer.
 */
const [below, nearer] = [0.18, 0.12]

/** The board below a specimen: its panel and its work, in pages of rows. */
export class Board {
  readonly #plane: TargetPlane<BoardLayout>
  #face: BoardFace | null = null
  #page = 0

  constructor(parent: Object3D) {
    this.#plane = new TargetPlane(parent, { pixels: [boardWidth, boardHeight], draw: drawBoard })
  }

  /** True while a ray points at the board. */
  get isPointedAt(): boolean {
    return this.#plane.isPointedAt
  }

  /** The object in the room. */
  get mesh(): Object3D {
    return this.#plane.mesh
  }

  /** Puts the board below a place, like a desk that faces the eyes. */
  place(middle: Vector3, eyes: Vector3): void {
    const { mesh } = this
    const away = new Vector3().subVectors(middle, eyes).setY(0).normalize()
    mesh.position.copy(middle).addScaledVector(away, -nearer)
    mesh.position.y -= below + boardHeight / pixelsPerMetre / 2
    mesh.lookAt(eyes)
    mesh.visible = true
  }

  /** Takes another face, which the next {@link Board.draw} draws. */
  show(face: BoardFace): void {
    this.#face = face
    this.#layOut()
  }

  /** Shows the rows before (-1) or after (1) those that are shown. */
  turn(by: -1 | 1): void {
    this.#page += by
    this.#layOut()
  }

  /** Draws the board where anything on it has changed. Called in each frame. */
  draw(): void {
    this.#plane.draw()
  }

  dispose(): void {
    this.#plane.dispose()
  }

  #layOut(): void {
    const face = this.#face
    if (!face) return
    const layout = layOut(face, this.#page, (by) => this.turn(by))
    this.#page = layout.page
    this.#plane.show(layout, [face, layout.page])
  }
}
