import {
  BoxGeometry,
  type Camera,
  DepthTexture,
  Mesh,
  type Object3D,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { subtract } from '../../contract/look/vectors.ts'
import type { Bounds } from '../../data/prepared/prepared.ts'
import { SceneMarch, type ShownVolume } from './scene-march.ts'

/** The volumes of a scene in a headset, which ask for these before each eye. */
export interface HeadsetVolumes {
  /** Has all opaque parts. */
  readonly solid: Object3D
  /** Returns the volumes in their places of this frame. */
  readonly place: () => readonly ShownVolume[]
}

/**
 * The box around all volumes of a scene, which a headset draws coarsely: rays through it end at the opaque
 * parts, which are drawn before as coarsely, for their depth alone.
 */
export class SceneBox {
  readonly mesh: Mesh
  readonly #march = new SceneMarch(true)
  #depth: WebGLRenderTarget | null = null

  constructor(bounds: Bounds, { solid, place }: HeadsetVolumes) {
    this.mesh = new Mesh(new BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5), this.#march.material)
    this.hold(bounds)
    this.mesh.onBeforeRender = (renderer, _scene, camera) => {
      if (this.mesh.material !== this.#march.material) return // the coarse picture of it
      this.#march.take(place())
      const target = renderer.getRenderTarget()
      const { width, height } = target ?? renderer.domElement
      this.#drawDepth(renderer, camera, solid, { width, height })
      renderer.setRenderTarget(target)
      this.#march.aim(camera, {
        opaque: null,
        opaqueDepth: this.#depth?.depthTexture ?? null,
        layers: [null, null],
        layerDepths: [null, null],
        layerCount: 0,
        layerRows: 0,
        width,
        height,
      })
    }
  }

  /** Encloses the volumes, which a view may have moved. */
  hold({ low, high }: Bounds): void {
    this.mesh.position.set(...low)
    this.mesh.scale.set(...subtract(high, low))
  }

  dispose(): void {
    this.mesh.geometry.dispose()
    this.#march.dispose()
    this.#depth?.depthTexture?.dispose()
    this.#depth?.dispose()
  }

  #drawDepth(
    renderer: WebGLRenderer,
    camera: Camera,
    solid: Object3D,
    { width, height }: Record<'width' | 'height', number>,
  ): void {
    this.#depth ??= new WebGLRenderTarget(width, height, { depthTexture: new DepthTexture(width, height) })
    this.#depth.setSize(width, height)
    renderer.setRenderTarget(this.#depth)
    renderer.render(solid, camera)
  }
}
