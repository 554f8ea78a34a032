import {
  type Camera,
  DepthTexture,
  FloatType,
  type Mesh,
  type Object3D,
  SRGBColorSpace,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three'
import { createPeelUniforms } from './peel.ts'
import { isSoftware } from './renderer.ts'
import { createSheet, SceneMarch, type ShownVolume } from './scene-march.ts'
import { mostLayers } from './scene-rays-shader.ts'
import type { ComposedPicture, FrameShape } from './view.ts'

/** Samples of a pixel in the target of what is opaque: as those of a canvas. */
const samples = isSoftware ? 0 : 4

/** The passes that draw a scene of volumes and translucent surfaces on a page. */
export class ScenePasses {
  readonly peel = createPeelUniforms()
  readonly march = new SceneMarch(false)
  /** Is never shown but while it is drawn. It stands in the scene so that its program is compiled early. */
  readonly sheet: Mesh = createSheet(this.march)
  #opaque: WebGLRenderTarget | null = null
  /** Layers are in both by turns: what is read is never what is drawn. */
  #layers: readonly WebGLRenderTarget[] = []
  /** Pixels of the targets. A turning picture has fewer, in their lower left corner. */
  #size: readonly [width: number, height: number] = [0, 0]

  constructor() {
    this.sheet.visible = false
  }

  /**
   * Draws a picture. What is below `clear` is peeled, and everything else in the scene ends rays, but for
   * what is above everything else.
   */
  draw(
    renderer: WebGLRenderer,
    { scene, camera, others }: ComposedPicture,
    { clear, volumes, frame }: SceneContent,
  ): void {
    const { width, height } = frame
    this.#resize(frame)
    const above = listAbove(others)
    const opaque = this.#findOpaque()
    for (const object of [...above, clear]) object.visible = false
    this.#drawInto(renderer, { target: opaque, row: 0, frame }, () => renderer.render(scene, camera))
    for (const object of [...above, clear]) object.visible = true
    const layerCount = clear.children.length > 0 ? countLayers(frame) : 0
    if (layerCount > 0) this.#drawLayers(renderer, { clear, camera, frame, layerCount })
    renderer.setRenderTarget(null)
    this.march.take(volumes)
    this.march.aim(camera, {
      opaque: opaque.texture,
      opaqueDepth: opaque.depthTexture,
      layers: [0, 1].map((i) => this.#layers[i]?.texture ?? null),
      layerDepths: [0, 1].map((i) => this.#layers[i]?.depthTexture ?? null),
      layerCount,
      layerRows: this.#size[1],
      width,
      height,
    })
    this.sheet.visible = true
    renderer.render(this.sheet, camera)
    this.sheet.visible = false
    drawOver(renderer, above, camera)
  }

  dispose(): void {
    this.#free()
    this.march.dispose()
    this.sheet.geometry.dispose()
  }

  #drawLayers(renderer: WebGLRenderer, { clear, camera, frame, layerCount }: LayerPass): void {
    const { peel } = this
    const below = this.#size[1]
    const targets = this.#findLayers()
    peel.opaqueDepth.value = this.#opaque?.depthTexture ?? null
    for (let layer = 0; layer < layerCount; layer++) {
      const target = targets[layer % 2]
      if (!target) continue
      peel.isFirst.value = layer === 0
      peel.layerDepth.value = layer === 0 ? null : (targets[(layer + 1) % 2]?.depthTexture ?? null)
      peel.row.value = Math.floor(layer / 2) * below
      peel.rowBefore.value = Math.floor((layer - 1) / 2) * below
      const rows = { target, row: peel.row.value, frame }
      this.#drawInto(renderer, rows, () => renderer.render(clear, camera))
    }
    peel.layerDepth.value = null
  }

  /** Draws into the rows of a target from one on. */
  #drawInto(
    renderer: WebGLRenderer,
    { target, row, frame: { width, height } }: TargetRows,
    draw: () => void,
  ): void {
    target.viewport.set(0, row, width, height)
    target.scissor.set(0, row, width, height)
    target.scissorTest = true
    renderer.setRenderTarget(target)
    draw()
  }

  /** A picture at rest sets the size: one that turns would allocate all again at each beginning and end. */
  #resize({ width, height, isMoving }: FrameShape): void {
    const [columns, rows] = this.#size
    if (isMoving ? width <= columns && height <= rows : width === columns && height === rows) return
    this.#free()
    this.#size = [width, height]
  }

  #findOpaque(): WebGLRenderTarget {
    this.#opaque ??= createTarget(...this.#size, samples)
    return this.#opaque
  }

  #findLayers(): readonly WebGLRenderTarget[] {
    const [width, height] = this.#size
    if (this.#layers.length === 0)
      this.#layers = [0, 1].map(() => createTarget(width, (mostLayers / 2) * height, 0))
    return this.#layers
  }

  #free(): void {
    for (const target of [this.#opaque, ...this.#layers]) {
      target?.depthTexture?.dispose()
      target?.dispose()
    }
    this.#opaque = null
    this.#layers = []
  }
}

/** What is drawn in passes of its own. */
export interface SceneContent {
  /** Has all translucent surfaces, which are peeled. */
  readonly clear: Object3D
  readonly volumes: readonly ShownVolume[]
  readonly frame: FrameShape
}

/** The part of a target that a pass draws. */
interface TargetRows {
  readonly target: WebGLRenderTarget
  readonly row: number
  readonly frame: FrameShape
}

interface LayerPass extends Pick<SceneContent, 'clear' | 'frame'> {
  readonly camera: Camera
  readonly layerCount: number
}

/** Each layer draws all translucent surfaces once more. */
function countLayers({ isMoving }: FrameShape): number {
  if (!isMoving) return mostLayers
  return isSoftware ? 1 : 2
}

/** Returns a target of bytes in sRGB, as a canvas has them, so that the same programs draw into both. */
function createTarget(width: number, height: number, samples: number): WebGLRenderTarget {
  const depthTexture = new DepthTexture(width, height, FloatType)
  const target = new WebGLRenderTarget(width, height, {
    depthTexture,
    samples,
    colorSpace: SRGBColorSpace,
    internalFormat: 'RGBA8',
  })
  return Object.assign(target, { isXRRenderTarget: true }) // to three: it takes what a screen takes
}

/** Returns what is drawn above everything else, in its order. */
function listAbove(others: readonly Object3D[]): readonly Object3D[] {
  const found: Object3D[] = []
  for (const other of others)
    other.traverseVisible((object) => {
      if ('material' in object && !isHidden(object.material)) found.push(object)
    })
  return found.sort((one, next) => one.renderOrder - next.renderOrder)
}

function isHidden(material: unknown): boolean {
  return (
    typeof material === 'object' &&
    material !== null &&
    'depthTest' in material &&
    material.depthTest === true
  )
}

function drawOver(renderer: WebGLRenderer, above: readonly Object3D[], camera: Camera): void {
  const { autoClear } = renderer
  renderer.autoClear = false
  for (const object of above) renderer.render(object, camera)
  renderer.autoClear = autoClear
}
