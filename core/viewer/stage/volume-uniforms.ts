import {
  type Camera,
  Color,
  type IUniform,
  Matrix3,
  Matrix4,
  type Mesh,
  OrthographicCamera,
  type Texture,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import { clipPlaneCount, type HalfSpace } from '../../contract/look/clip.ts'
import { type Display, mostSurfaces } from '../../contract/look/display.ts'
import { solidColors } from '../../contract/look/solid-colors.ts'
import { volumeLight } from '../../contract/look/studio.ts'
import { type Transfer, toFraction, toSurfaces } from '../../contract/look/volume-transfer.ts'
import { brickSide, type PreparedVolume, type VolumeTexture } from '../../data/prepared/prepared.ts'

/** Samples between two steps along a ray. Steps of one and more show as grain, so only during movement. */
const strides = { still: 0.7, moving: 1.5 }
/** The part of a pixel's light from which matter is lit: the slope there takes eight more samples. */
const leastLit = { still: 0.01, moving: 0.06 }

/** What the shader of a volume is told; see volume-functions.ts and overlay-shader.ts. */
export interface VolumeUniforms {
  readonly [name: string]: IUniform
  readonly samples: IUniform<Texture>
  readonly bricks: IUniform<Texture>
  readonly brickCount: IUniform<Vector3>
  readonly colors: IUniform<Texture>
  readonly overlay: IUniform<Texture>
  readonly overlayColors: IUniform<Texture>
  readonly overlayTurn: IUniform<Matrix3>
  readonly overlayStart: IUniform<Vector3>
  readonly overlayWindow: IUniform<Vector2>
  readonly overlayOpacity: IUniform<number>
  readonly eyeAt: IUniform<Vector4>
  readonly light: IUniform<Vector3>
  readonly fillLight: IUniform<Vector3>
  readonly sides: IUniform<Vector3>
  readonly sampleCount: IUniform<Vector3>
  readonly toWindow: IUniform<Vector2>
  readonly logOffset: IUniform<number>
  readonly middle: IUniform<number>
  readonly isovalues: IUniform<Vector4>
  readonly surfaceOpacities: IUniform<Vector4>
  readonly surfaceColors: IUniform<Vector4[]>
  readonly surfaceCount: IUniform<number>
  readonly density: IUniform<number>
  readonly stride: IUniform<number>
  readonly leastLit: IUniform<number>
  readonly isStereo: IUniform<boolean>
  readonly isLabel: IUniform<boolean>
  readonly overlayIsLabel: IUniform<boolean>
  readonly planes: IUniform<Vector4[]>
  readonly planeCount: IUniform<number>
}

/** The textures of a volume, and of another over it. */
export type VolumeTextures = Readonly<
  Record<'samples' | 'bricks' | 'colors' | 'overlay' | 'overlayColors', Texture>
>

/** Returns what the shader is told of a volume whose box has these sides. */
export function createUniforms(
  { width, height, depth }: VolumeTexture,
  size: Vector3,
  textures: VolumeTextures,
): VolumeUniforms {
  const longest = Math.max(size.x, size.y, size.z)
  return {
    samples: { value: textures.samples },
    bricks: { value: textures.bricks },
    brickCount: {
      value: new Vector3(width, height, depth).divideScalar(brickSide),
    },
    colors: { value: textures.colors },
    overlay: { value: textures.overlay },
    overlayColors: { value: textures.overlayColors },
    overlayTurn: { value: new Matrix3() },
    overlayStart: { value: new Vector3() },
    overlayWindow: { value: new Vector2() },
    overlayOpacity: { value: 0 },
    eyeAt: { value: new Vector4() },
    light: { value: new Vector3() },
    fillLight: { value: new Vector3() },
    sides: { value: size.clone().divideScalar(longest) },
    sampleCount: { value: new Vector3(width, height, depth) },
    toWindow: { value: new Vector2() },
    logOffset: { value: 0 },
    middle: { value: 0 },
    isovalues: { value: new Vector4() },
    surfaceOpacities: { value: new Vector4() },
    surfaceColors: {
      value: Array.from({ length: mostSurfaces }, () => new Vector4()),
    },
    surfaceCount: { value: 0 },
    density: { value: 0 },
    stride: { value: strides.still },
    leastLit: { value: leastLit.still },
    isStereo: { value: false },
    isLabel: { value: false },
    overlayIsLabel: { value: false },
    planes: {
      value: Array.from({ length: clipPlaneCount }, () => new Vector4()),
    },
    planeCount: { value: 0 },
  }
}

/** Tells the shader the settings. */
export function applyDisplay(
  uniforms: VolumeUniforms,
  prepared: PreparedVolume,
  display: Display,
  transfer: Transfer,
): void {
  const [low, high] = prepared.texture.values
  const extent = high - low || 1
  const [from, to] = transfer.window
  if (transfer.scale === 'log') {
    const factor = 1 / (Math.log2(to / from) || Number.EPSILON)
    uniforms.logOffset.value = Math.max(0, low / extent)
    uniforms.toWindow.value.set(factor, -Math.log2(from / extent) * factor)
  } else {
    const factor = extent / (to - from || Number.EPSILON)
    uniforms.logOffset.value = -1
    uniforms.toWindow.value.set(factor, ((low - from) / extent) * factor)
  }
  const { center } = transfer
  uniforms.middle.value = center === null ? 0 : toFraction(center, transfer)
  const surfaces = toSurfaces(prepared, display)
  uniforms.surfaceCount.value = surfaces.length
  uniforms.isovalues.value.fromArray(fill(surfaces.map(({ value }) => (value - low) / extent)))
  uniforms.surfaceOpacities.value.fromArray(fill(surfaces.map(({ opacity }) => opacity)))
  for (const [i, { color }] of surfaces.entries()) {
    const { r, g, b } = new Color(color === 'map' ? 0 : solidColors[color])
    uniforms.surfaceColors.value[i]?.set(r, g, b, color === 'map' ? 0 : 1)
  }
  uniforms.density.value = display.density
  uniforms.isLabel.value = transfer.labels !== null
}

function fill(numbers: readonly number[]): number[] {
  return Array.from({ length: mostSurfaces }, (_, i) => numbers[i] ?? 0)
}

const lights = {
  light: new Vector3(...volumeLight.key),
  fillLight: new Vector3(...volumeLight.fill),
}

/** Draws coarsely while something moves. */
export function setPace({ stride, leastLit: least }: VolumeUniforms, pace: 'still' | 'moving'): void {
  stride.value = strides[pace]
  least.value = leastLit[pace]
}

const back = new Matrix4()

/** Tells the shader of a box where the eye is. Allocates nothing: it is called for each eye of each frame. */
export function placeEye(mesh: Mesh, camera: Camera, { eyeAt, light, fillLight }: VolumeUniforms): void {
  const isParallel = camera instanceof OrthographicCamera
  const { elements } = camera.matrixWorld
  const column = isParallel ? 8 : 12
  eyeAt.value.set(
    elements[column] ?? 0,
    elements[column + 1] ?? 0,
    elements[column + 2] ?? 0,
    isParallel ? 0 : 1,
  )
  eyeAt.value.applyMatrix4(back.copy(mesh.matrixWorld).invert())
  back.copy(mesh.parent?.matrixWorld ?? camera.matrixWorld).invert()
  light.value.copy(lights.light).transformDirection(camera.matrixWorld).transformDirection(back)
  fillLight.value.copy(lights.fillLight).transformDirection(camera.matrixWorld).transformDirection(back)
}

/** Tells the shader what is kept of a box with this corner and these sides. */
export function applyClip(
  { planeCount, planes }: VolumeUniforms,
  kept: readonly HalfSpace[],
  { low, size }: { readonly low: Vector3; readonly size: Vector3 },
): void {
  planeCount.value = kept.length
  for (const [i, { normal, constant }] of kept.entries()) {
    const [x, y, z] = normal
    const there = x * low.x + y * low.y + z * low.z + constant
    planes.value[i]?.set(x * size.x, y * size.y, z * size.z, there)
  }
}
