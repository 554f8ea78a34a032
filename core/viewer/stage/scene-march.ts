import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  type Camera,
  DataTexture,
  GLSL3,
  HalfFloatType,
  type IUniform,
  LinearFilter,
  Matrix4,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  type Texture,
  Vector2,
} from 'three'
import { clipPlaneCount } from '../../contract/look/clip.ts'
import { colormapSize } from '../../contract/look/colormaps.ts'
import { type Display, mostSurfaces } from '../../contract/look/display.ts'
import { sceneVertexShader, toSceneShader, volumeUniformNames } from './scene-shader.ts'
import type { MarchedVolume } from './view.ts'

/** A volume of a scene, as its part is shown. */
export interface ShownVolume {
  readonly volume: MarchedVolume
  /** 0 for one that is off. */
  readonly opacity: number
}

/** What a march takes from the passes before it. */
export interface SceneTargets {
  readonly opaque: Texture | null
  readonly opaqueDepth: Texture | null
  readonly layers: readonly (Texture | null)[]
  readonly layerDepths: readonly (Texture | null)[]
  readonly layerCount: number
  /** Rows between two layers of one texture. */
  readonly layerRows: number
  readonly width: number
  readonly height: number
}

const back = new Matrix4()

/** The march through the volumes of a scene, on a page or for the eyes of a headset. */
export class SceneMarch {
  readonly material: RawShaderMaterial
  readonly #uniforms: { [name: string]: IUniform }
  #volumes: readonly ShownVolume[] = []
  #colors = createColors(1)
  /** The ways of drawing that the program knows; null before the first. */
  #drawn: string | null = null
  #taken: readonly unknown[] = []

  constructor(isStereo: boolean) {
    this.#uniforms = {
      opaque: { value: null },
      opaqueDepth: { value: null },
      layers: { value: [null, null] },
      layerDepths: { value: [null, null] },
      layerCount: { value: 0 },
      layerRows: { value: 0 },
      size: { value: new Vector2() },
      colors: { value: this.#colors },
    }
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: sceneVertexShader,
      uniforms: this.#uniforms,
      defines: {
        PLANE_COUNT: clipPlaneCount,
        SURFACE_COUNT: mostSurfaces,
        ...(isStereo && { IS_STEREO: '' }),
      },
      blending: NoBlending,
      depthTest: isStereo,
      depthWrite: isStereo,
      side: BackSide,
    })
  }

  /** Takes the volumes, of which at most `mostVolumes` may be. Another way of drawing is another program. */
  take(volumes: readonly ShownVolume[]): void {
    this.#volumes = volumes
    const renderings = volumes.map(({ volume }) => findRendering(volume))
    const wanted = renderings.join()
    if (wanted !== this.#drawn) {
      this.material.fragmentShader = toSceneShader(renderings)
      this.material.needsUpdate = true
      this.#drawn = wanted
    }
    for (const [i, { volume, opacity }] of volumes.entries()) {
      for (const name of volumeUniformNames) this.#share(`${name}_${i}`, volume.uniforms[name])
      this.#share(`toBox_${i}`, this.#uniforms[`toBox_${i}`] ?? { value: new Matrix4() })
      this.#share(`isShown_${i}`, { value: opacity > 0 })
      this.#share(`partOpacity_${i}`, { value: opacity })
    }
    for (const name of ['stride', 'leastLit', 'isStereo'])
      this.#share(name, volumes[0]?.volume.uniforms[name] ?? { value: 0 })
    this.#takeColors()
  }

  /** Sets the eye, after the boxes have their places, and what was drawn before. */
  aim(camera: Camera, targets: SceneTargets): void {
    for (const [i, { volume }] of this.#volumes.entries()) {
      volume.aim(camera)
      back.multiplyMatrices(camera.matrixWorldInverse, volume.box.matrixWorld).invert()
      this.#uniforms[`toBox_${i}`]?.value.copy(back)
    }
    const { opaque, opaqueDepth, layers, layerDepths, layerCount, layerRows, width, height } = targets
    const values = { opaque, opaqueDepth, layers, layerDepths, layerCount, layerRows }
    for (const [name, value] of Object.entries(values)) {
      const uniform = this.#uniforms[name]
      if (uniform) uniform.value = value
    }
    this.#uniforms.size?.value.set(width, height)
    this.material.uniformsNeedUpdate = true
  }

  dispose(): void {
    this.material.dispose()
    this.#colors.dispose()
  }

  #share(name: string, uniform: IUniform | undefined): void {
    if (uniform) this.#uniforms[name] = uniform
  }

  /** Puts the transfer functions below each other: a card of 16 textures has no room for one of each. */
  #takeColors(): void {
    const sources = this.#volumes.map(({ volume }): unknown => volume.uniforms.colors?.value.image.data)
    if (sources.length === this.#taken.length && sources.every((data, i) => data === this.#taken[i])) return
    if (sources.length !== this.#taken.length) {
      this.#colors.dispose()
      this.#colors = createColors(sources.length)
      this.#share('colors', { value: this.#colors })
    }
    this.#taken = sources
    const { data } = this.#colors.image
    if (data instanceof Uint16Array)
      for (const [i, source] of sources.entries())
        if (source instanceof Uint16Array) data.set(source, i * rowLength)
    this.#colors.needsUpdate = true
  }
}

/** Halves of the two rows of a transfer function. */
const rowLength = 8 * colormapSize

function createColors(count: number): DataTexture {
  const rows = Math.max(1, count)
  const texture = new DataTexture(new Uint16Array(rows * rowLength), colormapSize, 2 * rows)
  texture.type = HalfFloatType
  texture.magFilter = LinearFilter
  texture.minFilter = LinearFilter
  texture.needsUpdate = true
  return texture
}

const renderings = ['maximum', 'minimum', 'mean', 'isosurface'] as const

function findRendering({ box: { material } }: MarchedVolume): Display['rendering'] {
  const defines = material instanceof RawShaderMaterial ? material.defines : {}
  return renderings.find((name) => `IS_${name.toUpperCase()}` in defines) ?? 'direct'
}

/** Returns a sheet that covers a picture, and is drawn by the march. */
export function createSheet(march: SceneMarch): Mesh {
  const corners = new BufferAttribute(new Float32Array([-1, -1, 0, -1, 3, 0, 3, -1, 0]), 3)
  const sheet = new Mesh(new BufferGeometry().setAttribute('position', corners), march.material)
  sheet.frustumCulled = false
  return sheet
}
