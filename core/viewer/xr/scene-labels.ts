import { Group, type Object3D, Vector3 } from 'three'
import type { Vector3 as Place } from '../../contract/look/display.ts'
import { toShownText } from '../../contract/text/visible-text.ts'
import { CanvasPlane } from './canvas-plane.ts'
import { toFont, writeLine } from './draw-text.ts'

/** A text at a place of the specimen. */
export interface SceneLabel {
  readonly place: Place
  readonly text: string
  /** True of the name of an axis: letters around the place, hidden by what stands before them. */
  readonly isName?: boolean
}

/** Pixels of a label, of which the text takes as many as it needs; its tip is at the place. */
const [width, height, tip] = [720, 96, 24]
const side = 24
/** Pixels of the sides of a name. */
const nameSize = 96
/** Metres of its height in the room. */
const tall = 0.037

/** A label as it is drawn. */
interface DrawnLabel {
  readonly plane: CanvasPlane
  /** In the scene of the specimen. */
  readonly place: Vector3
  /** Metres of its middle above the place. */
  readonly above: number
}

/** Texts beside places of the specimen, which face the eyes and are as large wherever they are. */
export class SceneLabels {
  readonly #group = new Group()
  readonly #labels: DrawnLabel[] = []
  #drawn = ''

  constructor(parent: Object3D) {
    parent.add(this.#group)
  }

  /** Draws other labels, at places that are given in the scene of the specimen. */
  show(labels: readonly SceneLabel[]): void {
    const drawn = JSON.stringify(labels)
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.#clear()
    for (const label of labels) {
      const made = label.isName ? drawName(label) : drawLabel(label)
      this.#labels.push(made)
      this.#group.add(made.plane.mesh)
    }
  }

  /** Moves the labels with the specimen, turned to the eyes. Called in each frame; it allocates nothing. */
  follow(stand: Object3D, eyes: Vector3): void {
    for (let i = 0; i < this.#labels.length; i++) {
      const label = this.#labels[i]
      if (!label) continue
      const { place } = label
      const { mesh } = label.plane
      mesh.position.copy(place).applyMatrix4(stand.matrix)
      mesh.position.y += label.above
      mesh.lookAt(eyes)
    }
  }

  dispose(): void {
    this.#clear()
    this.#group.removeFromParent()
  }

  #clear(): void {
    for (const { plane } of this.#labels) plane.dispose()
    this.#labels.length = 0
  }
}

function drawLabel({ place, text }: SceneLabel): DrawnLabel {
  const plane = new CanvasPlane(
    { pixels: [width, height], metres: [(tall * width) / height, tall] },
    { depthTest: false, depthWrite: false },
  )
  const { context } = plane
  const font = toFont(44, 600)
  context.font = font
  const wide = Math.min(width, context.measureText(text).width + 2 * side + 2)
  const left = (width - wide) / 2
  context.fillStyle = '#14161be0'
  context.beginPath()
  context.roundRect(left, 0, wide, height - tip, 16)
  context.moveTo(width / 2 - 16, height - tip)
  context.lineTo(width / 2, height)
  context.lineTo(width / 2 + 16, height - tip)
  context.fill()
  writeLine(context, { text, font, color: '#f2f4f8', x: left + side, y: 51, width: wide - 2 * side })
  plane.update()
  Object.assign(plane.mesh, { renderOrder: 2000, pointerEvents: 'none', frustumCulled: false })
  return { plane, place: new Vector3(...place), above: tall / 2 }
}

/** Draws a name without a ground, with a dark rim for bright specimens. */
function drawName({ place, text }: SceneLabel): DrawnLabel {
  const plane = new CanvasPlane({ pixels: [nameSize, nameSize], metres: [tall, tall] }, { depthWrite: false })
  const { context } = plane
  Object.assign(context, { font: toFont(56, 600), textAlign: 'center', lineJoin: 'round', lineWidth: 12 })
  context.strokeStyle = '#14161bc0'
  const shown = toShownText(text)
  context.strokeText(shown, nameSize / 2, 68)
  context.fillStyle = '#f2f4f8'
  context.fillText(shown, nameSize / 2, 68)
  plane.update()
  Object.assign(plane.mesh, { renderOrder: 2000, pointerEvents: 'none', frustumCulled: false })
  return { plane, place: new Vector3(...place), above: 0 }
}
