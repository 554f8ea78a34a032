import {
  BoxGeometry,
  type Camera,
  Color,
  Data3DTexture,
  Group,
  HalfFloatType,
  LinearFilter,
  Matrix3,
  Matrix4,
  Mesh,
  NearestFilter,
  OrthographicCamera,
  type PixelFormat,
  type RawShaderMaterial,
  RedFormat,
  RGFormat,
  type Texture,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { clipPlaneCount, type HalfSpace } from '../../contract/look/clip.ts'
import { type Display, defaultDisplay, mostSurfaces } from '../../contract/look/display.ts'
import { solidColors } from '../../contract/look/solid-colors.ts'
import { volumeLight } from '../../contract/look/studio.ts'
import {
  chooseRendering,
  chooseTransfer,
  type Transfer,
  toFraction,
  toSurfaces,
} from '../../contract/look/volume-transfer.ts'
import {
  brickSide,
  type Prepared,
  type PreparedVolume,
  type VolumeTexture,
} from '../../data/prepared/prepared.ts'
import { pickVolume } from './pick-volume.ts'
import { createTransferTexture } from './transfer-texture.ts'
import { createUpload, joinUploads } from './upload-parts.ts'
import type { Card, ResultView } from './view.ts'
import { createVolumeMaterial, setRendering } from './volume-material.ts'

/** Samples between two steps along a ray. Steps of one and more show as grain, so only during movement. */
const strides = { still: 0.7, moving: 1.5 }
/** The part of a pixel's light from which matter is lit: the slope there takes eight more samples. */
const leastLit = { still: 0.01, moving: 0.06 }

/** Draws a fifth of the pixels while the camera moves; longer steps alone cost more, and show as grain. */
const movingResolution = 0.43

/**
 * Draws a volume by ray marching: each fragment of the far faces of its box follows its ray through a texture
 * of the samples. Drawn last, with the depth of the first visible content, so that lines are before or behind
 * it. Window, colormap and isovalue are uniforms.
 * @throws `result.too-large` when the card takes no texture of that size
 */
export function createVolumeView(prepared: Prepared & { readonly type: 'volume' }, card: Card): ResultView {
  const { bounds, texture } = prepared
  requireSize(texture, card)
  const over = createOverlay(prepared.second, card)
  const low = new Vector3(...bounds.low)
  const size = new Vector3(...bounds.high).sub(low)
  const samples = createTexture(texture, RedFormat)
  const bricks = createTexture({ ...prepared.bricks, format: texture.format }, RGFormat)
  const colors = createTransferTexture()
  const uniforms = createUniforms(texture, size, {
    samples,
    bricks,
    colors: colors.texture,
    overlay: over?.samples ?? samples,
    overlayColors: over?.colors.texture ?? colors.texture,
  })
  const material = createVolumeMaterial(uniforms, over !== undefined)
  const mesh = createBox(material, uniforms)
  mesh.position.copy(low)
  mesh.scale.copy(size)
  const object = new Group().add(mesh)
  let display: Display | null = null
  let kept: readonly HalfSpace[] = []

  return {
    object,
    bounds,
    projection: 'chosen',
    byteLength: texture.data.byteLength + prepared.bricks.data.byteLength,
    upload: joinUploads(createUpload(samples, toLayers(texture)), over?.upload),
    apply(next) {
      display = next
      const transfer = chooseTransfer(prepared, next)
      colors.apply(transfer, next.isInverted)
      applyDisplay(uniforms, prepared, next, transfer)
      setRendering(material, chooseRendering(prepared, next))
      over?.apply(uniforms, next)
    },
    clip(next) {
      kept = next
      uniforms.planeCount.value = kept.length
      for (const [i, plane] of kept.entries()) uniforms.planes.value[i]?.copy(toBox(plane, low, size))
    },
    prepareFrame({ isMoving, isStereo }) {
      setPace(uniforms, isMoving ? 'moving' : 'still')
      uniforms.isStereo.value = isStereo
    },
    movingResolution,
    volumeBox: mesh,
    pick: (ray) => (display ? pickVolume(prepared, ray, { kept, display }) : null),
    dispose() {
      mesh.geometry.dispose()
      material.dispose()
      samples.dispose()
      bricks.dispose()
      colors.texture.dispose()
      over?.dispose()
    },
  }
}

/** Returns a box of unit length, which tells its material before each frame where the eye is. */
function createBox(material: RawShaderMaterial, uniforms: Uniforms): Mesh {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5), material)
  mesh.onBeforeRender = (_renderer, _scene, camera) => {
    placeEye(mesh, camera, uniforms)
    material.uniformsNeedUpdate = true
  }
  return mesh
}

function setPace({ stride, leastLit: least }: Uniforms, pace: 'still' | 'moving'): void {
  stride.value = strides[pace]
  least.value = leastLit[pace]
}

function requireSize({ width, height, depth }: VolumeTexture, { volumeSize }: Card): void {
  if (Math.max(width, height, depth) <= volumeSize) return
  throw new SpecimenError(
    'result.too-large',
    `The volume is ${width} × ${height} × ${depth} samples; this graphics card takes ${volumeSize} a side.`,
  )
}

function createTexture(
  { data, width, height, depth, format }: Omit<VolumeTexture, 'values' | 'step'>,
  channels: PixelFormat,
): Data3DTexture {
  const texture = new Data3DTexture(data, width, height, depth)
  texture.format = channels
  texture.type = format === 'r8' ? UnsignedByteType : HalfFloatType
  texture.minFilter = LinearFilter
  texture.magFilter = LinearFilter
  texture.unpackAlignment = 1
  texture.needsUpdate = true
  return texture
}

function toLayers({ data, width, height, depth }: VolumeTexture) {
  const length = width * height
  const take = (from: number, to: number) =>
    new Data3DTexture(data.subarray(from * length, to * length), width, height, to - from)
  return { count: depth, byteLength: data.byteLength, take }
}

/** Creates what is drawn over a volume; undefined for nothing. Its scale is always linear. */
function createOverlay(second: Prepared['second'], card: Card) {
  if (!second?.overlay || second.prepared.type !== 'volume') return undefined
  const { prepared, overlay } = second
  requireSize(prepared.texture, card)
  const samples = createTexture(prepared.texture, RedFormat)
  if (prepared.labels) Object.assign(samples, { minFilter: NearestFilter, magFilter: NearestFilter })
  const colors = createTransferTexture()
  const apply = (uniforms: Uniforms, { overlayOpacity, overlayColormap: colormap }: Display): void => {
    const { rendering } = defaultDisplay
    const chosen = { rendering, colormap, window: prepared.range }
    const plain = { ...chosen, scale: 'linear', center: null, opacity: null } as const
    uniforms.overlayIsLabel.value = prepared.labels !== undefined
    const transfer = chooseTransfer(prepared, plain)
    colors.apply(transfer, false)
    const [[low, high], [from, to]] = [prepared.texture.values, transfer.window]
    const width = to - from || Number.EPSILON
    uniforms.overlayWindow.value.set((high - low || 1) / width, (low - from) / width)
    uniforms.overlayOpacity.value = overlayOpacity
    uniforms.overlayStart.value.fromArray(overlay.start)
    uniforms.overlayTurn.value.fromArray(overlay.columns.flat())
  }
  const dispose = (): void => {
    samples.dispose()
    colors.texture.dispose()
  }
  return { samples, colors, apply, dispose, upload: createUpload(samples, toLayers(prepared.texture)) }
}

type Uniforms = ReturnType<typeof createUniforms>

function createUniforms(
  { width, height, depth }: VolumeTexture,
  size: Vector3,
  textures: { readonly [name in 'samples' | 'bricks' | 'colors' | 'overlay' | 'overlayColors']: Texture },
) {
  const longest = Math.max(size.x, size.y, size.z)
  return {
    samples: { value: textures.samples },
    bricks: { value: textures.bricks },
    brickCount: { value: new Vector3(width, height, depth).divideScalar(brickSide) },
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
    surfaceColors: { value: Array.from({ length: mostSurfaces }, () => new Vector4()) },
    surfaceCount: { value: 0 },
    density: { value: 0 },
    stride: { value: strides.still },
    leastLit: { value: leastLit.still },
    isStereo: { value: false },
    isLabel: { value: false },
    overlayIsLabel: { value: false },
    planes: { value: Array.from({ length: clipPlaneCount }, () => new Vector4()) },
    planeCount: { value: 0 },
  }
}

function applyDisplay(
  uniforms: Uniforms,
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

const lights = { light: new Vector3(...volumeLight.key), fillLight: new Vector3(...volumeLight.fill) }

const back = new Matrix4()

/** Allocates nothing: it is called for each eye of each frame. */
function placeEye(mesh: Mesh, camera: Camera, { eyeAt, light, fillLight }: Uniforms): void {
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

function toBox({ normal: [x, y, z], constant }: HalfSpace, low: Vector3, size: Vector3): Vector4 {
  return new Vector4(x * size.x, y * size.y, z * size.z, x * low.x + y * low.y + z * low.z + constant)
}
