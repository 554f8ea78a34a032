/** Runs in the page: draws one view of a volume or an image, without the stage around it. */
import {
  BoxGeometry,
  type Camera,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three'
import { identity } from '../../../../core/contract/look/affine.ts'
import { type Display, defaultDisplay } from '../../../../core/contract/look/display.ts'
import { createImageView } from '../../../../core/viewer/stage/image-view.ts'
import { Placement } from '../../../../core/viewer/stage/placement.ts'
import type { ResultView } from '../../../../core/viewer/stage/view.ts'
import { createVolumeView } from '../../../../core/viewer/stage/volume-view.ts'
import { type PictureName, pictures } from './pictures.ts'

/** What is drawn. */
export interface Shot {
  readonly picture: PictureName
  readonly display?: Partial<Display>
  /** Normal and constant of each plane, in the specimen's coordinates. */
  readonly planes?: readonly (readonly [x: number, y: number, z: number, constant: number])[]
  /** Whether the edges of the box are drawn too. */
  readonly box?: boolean
  readonly isMoving?: boolean
  /** Of images: how much larger than fitting. */
  readonly zoom?: number
}

const [width, height] = [192, 144]
const card = { textureSize: 8192, volumeSize: 2048 }
const canvas = document.body.appendChild(document.createElement('canvas'))
const renderer = new WebGLRenderer({ canvas, alpha: true })
renderer.setPixelRatio(1)
renderer.setSize(width, height)
renderer.setClearColor('#1b1e25', 1)

function createView(name: PictureName): ResultView {
  const prepared = pictures[name]()
  return prepared.type === 'volume' ? createVolumeView(prepared, card) : createImageView(prepared, card)
}

/** From above, the left and the front, as far away as everything is seen. */
function lookAround(middle: Vector3, sides: Vector3): Camera {
  const diagonal = sides.length()
  const camera = new PerspectiveCamera(40, width / height, diagonal / 100, 10 * diagonal)
  camera.up.set(0, 0, 1)
  camera.position
    .set(0.9, -1.4, 0.8)
    .setLength(1.25 * diagonal)
    .add(middle)
  camera.lookAt(middle)
  return camera
}

/** Straight on, y downwards. */
function lookStraight(middle: Vector3, sides: Vector3, zoom: number): Camera {
  const unit = Math.max(sides.x / width, sides.y / height) / zoom / 2
  const camera = new OrthographicCamera(-width * unit, width * unit, height * unit, -height * unit, 0.1, 2)
  camera.up.set(0, -1, 0)
  camera.position.set(middle.x, middle.y, -1)
  camera.lookAt(middle)
  return camera
}

function drawEdges(middle: Vector3, sides: Vector3): LineSegments {
  const edges = new EdgesGeometry(new BoxGeometry(...sides.toArray()))
  const lines = new LineSegments(edges, new LineBasicMaterial({ color: '#ffffff' }))
  lines.position.copy(middle)
  return lines
}

Object.assign(globalThis, {
  /** Draws, and returns the PNG as base64. */
  shoot({ picture, display = {}, planes = [], box = false, isMoving = false, zoom = 1 }: Shot): string {
    const view = createView(picture)
    view.apply({ ...defaultDisplay, colormap: 'viridis', ...display })
    const kept = planes.map(([x, y, z, constant]) => ({ normal: [x, y, z] as const, constant }))
    view.clip(kept, new Placement(identity).toPlanes(kept))
    const sides = new Vector3(...view.bounds.high).sub(new Vector3(...view.bounds.low))
    const middle = new Vector3(...view.bounds.low).addScaledVector(sides, 0.5)
    const scene = new Scene().add(view.object)
    if (box) scene.add(drawEdges(middle, sides))
    const isFlat = view.projection === 'flat'
    const camera = isFlat ? lookStraight(middle, sides, zoom) : lookAround(middle, sides)
    view.prepareFrame({ isMoving, isStereo: false, pixelRatio: 1, width, height })
    renderer.render(scene, camera)
    const url = canvas.toDataURL('image/png') // in the same task: later the canvas may be empty
    view.dispose()
    return url.slice(url.indexOf(',') + 1)
  },
  /** What the card still holds of what was drawn. */
  countTextures: () => renderer.info.memory.textures,
})
