import type { Camera, Object3D, Plane, Scene, WebGLRenderer } from 'three'
import { diagonal } from '../../contract/look/box.ts'
import type { Display } from '../../contract/look/display.ts'
import { toClipPlanes } from './clip-planes.ts'
import type { Occlusion } from './occlusion.ts'
import { isSoftware } from './renderer.ts'
import type { ShownPicture } from './shown-picture.ts'

/** The mesh whose creases are darkened. */
interface CreasedMesh {
  readonly diagonal: number
  readonly planes: readonly Plane[]
}

/** The parts of a picture in which creases are darkened. */
export interface CreasedPicture {
  readonly renderer: WebGLRenderer
  readonly scene: Scene
  /** The objects without creases. */
  readonly others: readonly Object3D[]
  /** Called when the script is there: the next frame is another one. */
  readonly onChange: () => void
}

/** The dark creases of a mesh at rest. Their script is loaded when a picture first has any. */
export class Creases {
  readonly #picture: CreasedPicture
  #occlusion: Occlusion | 'loading' | null = null
  #mesh: CreasedMesh | null = null

  constructor(picture: CreasedPicture) {
    this.#picture = picture
  }

  show(shown: ShownPicture | null, display: Display): void {
    const { occlusion, meshOpacity, shading } = display
    const isLit = shading !== 'none' && meshOpacity === 1
    const isCreased = shown?.prepared.type === 'mesh' && isLit && occlusion !== 'off'
    this.#mesh =
      shown && isCreased && (occlusion === 'on' || !isSoftware)
        ? {
            diagonal: diagonal(shown.sceneBox),
            planes: shown.placement.toPlanes(toClipPlanes(display, shown.bounds)),
          }
        : null
    if (this.#mesh && !this.#occlusion) void this.#load()
  }

  /** Draws over the picture that has just been drawn. */
  draw(camera: Camera): void {
    if (!this.#mesh || !this.#occlusion || this.#occlusion === 'loading') return
    const { others } = this.#picture
    for (const object of others) object.visible = false
    this.#occlusion.draw(camera, this.#mesh)
    for (const object of others) object.visible = true
  }

  dispose(): void {
    if (this.#occlusion !== 'loading') this.#occlusion?.dispose()
  }

  async #load(): Promise<void> {
    const { renderer, scene, onChange } = this.#picture
    this.#occlusion = 'loading'
    const { createOcclusion } = await import('./occlusion.ts')
    if (renderer.getContext().isContextLost()) return
    this.#occlusion = createOcclusion(renderer, scene)
    onChange()
  }
}
