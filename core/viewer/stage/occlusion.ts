import {
  type Camera,
  DoubleSide,
  MeshBasicMaterial,
  MultiplyBlending,
  type Plane,
  type Scene,
  Vector2,
  type WebGLRenderer,
} from 'three'
import { GTAOPass } from 'three/addons/postprocessing/GTAOPass.js'
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js'

/** The reach of what darkens a place, in parts of the specimen's diagonal. */
const reach = 0.15

/** Darkens what lies near to other surfaces. */
export interface Occlusion {
  draw(
    camera: Camera,
    { diagonal, planes }: { readonly diagonal: number; readonly planes: readonly Plane[] },
  ): void
  dispose(): void
}

/** Returns what darkens the creases of the meshes in a scene, over a picture of it that has been drawn. */
export function createOcclusion(renderer: WebGLRenderer, scene: Scene): Occlusion {
  let pass: GTAOPass | undefined
  const material = new MeshBasicMaterial({
    blending: MultiplyBlending,
    premultipliedAlpha: true,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
  })
  const quad = new FullScreenQuad(material)
  const size = new Vector2()

  /** The pass has another program for each kind of camera. */
  function findPass(camera: Camera): GTAOPass {
    if (pass?.camera.type !== camera.type) {
      pass?.dispose()
      pass = new GTAOPass(scene, camera)
      pass.output = GTAOPass.OUTPUT.Off
      pass.normalMaterial.side = DoubleSide
      pass.updateGtaoMaterial({ distanceFallOff: 0, distanceExponent: 1.5, samples: 24, scale: 1.6 })
    }
    pass.camera = camera
    return pass
  }

  return {
    draw(
      camera: Camera,
      { diagonal, planes }: { readonly diagonal: number; readonly planes: readonly Plane[] },
    ) {
      const found = findPass(camera)
      renderer.getDrawingBufferSize(size)
      if (found.width !== size.x || found.height !== size.y) found.setSize(size.x, size.y)
      found.updateGtaoMaterial({ radius: reach * diagonal, thickness: reach * diagonal })
      found.updatePdMaterial({ depthPhi: reach * diagonal })
      found.normalMaterial.clippingPlanes = [...planes]
      found.render(renderer, found.pdRenderTarget, found.pdRenderTarget, 0, false)
      renderer.setRenderTarget(null)
      material.map = found.gtaoMap
      const { autoClear } = renderer
      renderer.autoClear = false
      quad.render(renderer)
      renderer.autoClear = autoClear
    },
    dispose() {
      pass?.dispose()
      quad.dispose()
      material.dispose()
    },
  }
}
