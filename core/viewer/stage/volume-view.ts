import {
  BackSide,
  BoxGeometry,
  type Camera,
  Color,
  Data3DTexture,
  GLSL3,
  Group,
  HalfFloatType,
  LinearFilter,
  Matrix3,
  Mesh,
  OrthographicCamera,
  type PixelFormat,
  RawShaderMaterial,
  RedFormat,
  RGFormat,
  type Texture,
  UnsignedByteType,
  Vector2,
  Vector3,
  Vector4,
} from 'three'
import { SpecimenError } from '../../domain/errors.ts'
import { clipPlaneCount, type HalfSpace } from '../../look/clip.ts'
import { type Display, mostSurfaces } from '../../look/display.ts'
import { solidColors } from '../../look/solid-colors.ts'
import { volumeLight } from '../../look/studio.ts'
import { chooseTransfer, type Transfer, toFraction, toSurfaces } from '../../look/volume-transfer.ts'
import { brickSide, type Prepared, type PreparedVolume, type VolumeTexture } from '../data/prepared.ts'
import { pickVolume } from './pick-volume.ts'
import { createTransferTexture } from './transfer-texture.ts'
import { createUpload, joinUploads } from './upload-parts.ts'
import type { Card, ResultView } from './view.ts'
import { volumeFragmentShader } from './volume-shader.ts'

/** Samples between two steps along a ray. Steps of one and more show as grain, so only during movement. */
const strides = { still: 0.7, moving: 1.5 }

/** Draws a third of the pixels while the camera moves; longer steps alone cost more, and show as grain. */
const movingResolution = 0.58

const renderings = ['direct', 'maximum', 'minimum', 'mean', 'isosurface'] as const

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
    ...{ samples, bricks, colors: colors.texture },
    overlay: over?.samples ?? samples,
    overlayColors: over?.colors.texture ?? colors.texture,
  })
  const material = createMaterial(uniforms)
  const mesh = new Mesh(new BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5), material)
  mesh.position.copy(low)
  mesh.scale.copy(size)
  mesh.onBeforeRender = (_renderer, _scene, camera) => {
    placeEye(mesh, camera, uniforms)
    material.uniformsNeedUpdate = true
  }
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
      over?.apply(uniforms, next)
    },
    clip(next) {
      kept = next
      uniforms.planeCount.value = kept.length
      for (const [i, plane] of kept.entries()) uniforms.planes.value[i]?.copy(toBox(plane, low, size))
    },
    prepareFrame({ isMoving }) {
      uniforms.stride.value = isMoving ? strides.moving : strides.still
    },
    movingResolution,
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
  const colors = createTransferTexture()
  const apply = (uniforms: Uniforms, { overlayOpacity, overlayColormap: colormap }: Display): void => {
    const plain = { colormap, window: prepared.range, scale: 'linear', center: null, opacity: null } as const
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
    rendering: { value: 0 },
    planes: { value: Array.from({ length: clipPlaneCount }, () => new Vector4()) },
    planeCount: { value: 0 },
  }
}

/** Passes the place in the box on. */
const volumeVertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
out vec3 place;

void main() {
  place = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
`

function createMaterial(uniforms: Uniforms): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: volumeVertexShader,
    fragmentShader: volumeFragmentShader,
    defines: { PLANE_COUNT: clipPlaneCount, SURFACE_COUNT: mostSurfaces },
    uniforms,
    side: BackSide,
    transparent: true,
    premultipliedAlpha: true,
  })
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
  uniforms.rendering.value = renderings.indexOf(display.rendering)
}

function fill(numbers: readonly number[]): number[] {
  return Array.from({ length: mostSurfaces }, (_, i) => numbers[i] ?? 0)
}

const lights = { light: new Vector3(...volumeLight.key), fillLight: new Vector3(...volumeLight.fill) }

function placeEye(mesh: Mesh, camera: Camera, uniforms: Uniforms): void {
  const isParallel = camera instanceof OrthographicCamera
  const place = new Vector3().setFromMatrixColumn(camera.matrixWorld, isParallel ? 2 : 3)
  uniforms.eyeAt.value.set(...place.toArray(), isParallel ? 0 : 1)
  uniforms.eyeAt.value.applyMatrix4(mesh.matrixWorld.clone().invert())
  uniforms.light.value.copy(lights.light).transformDirection(camera.matrixWorld)
  uniforms.fillLight.value.copy(lights.fillLight).transformDirection(camera.matrixWorld)
}

function toBox({ normal: [x, y, z], constant }: HalfSpace, low: Vector3, size: Vector3): Vector4 {
  return new Vector4(x * size.x, y * size.y, z * size.z, x * low.x + y * low.y + z * low.z + constant)
}
