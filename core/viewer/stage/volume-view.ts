import {
  BackSide,
  BoxGeometry,
  type Camera,
  Data3DTexture,
  GLSL3,
  Group,
  HalfFloatType,
  LinearFilter,
  Mesh,
  type PixelFormat,
  type Plane,
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
import { chooseColormap } from '../color/colormaps.ts'
import { brickSide, type PreparedVolume, type VolumeTexture } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import { createColormapTexture } from './colormap-texture.ts'
import { pickVolume } from './pick-volume.ts'
import { createUpload } from './upload-parts.ts'
import { type Card, clipPlaneCount, type ResultView } from './view.ts'
import { volumeFragmentShader, volumeVertexShader } from './volume-shader.ts'
import { directDepth, toIsovalue } from './volume-transfer.ts'

/** Samples between two steps along a ray. Steps of one and more show as grain, so only during movement. */
const strides = { still: 0.7, moving: 2 }

const renderings = ['direct', 'maximum', 'isosurface'] as const

/**
 * Draws a volume by ray marching: each fragment of the far faces of its box follows its ray through a texture
 * of the samples. Drawn last, with the depth of the first visible content, so that lines are before or behind
 * it. Window, colormap and isovalue are uniforms.
 * @throws `result.too-large` when the card takes no texture of that size
 */
export function createVolumeView(prepared: PreparedVolume, card: Card): ResultView {
  const { bounds, texture } = prepared
  requireSize(texture, card)
  const low = new Vector3(...bounds.low)
  const size = new Vector3(...bounds.high).sub(low)
  const samples = createTexture(texture, RedFormat)
  const bricks = createTexture({ ...prepared.bricks, format: texture.format }, RGFormat)
  const colors = createColormapTexture()
  const uniforms = createUniforms(texture, size, { samples, bricks, colors: colors.texture })
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
  let clipping: readonly Plane[] = []

  return {
    object,
    bounds,
    projection: 'perspective',
    byteLength: texture.data.byteLength + prepared.bricks.data.byteLength,
    upload: createUpload(samples, toLayers(texture)),
    apply(next) {
      display = next
      colors.apply(chooseColormap(next.colormap, prepared.result), next.isInverted)
      applyDisplay(uniforms, prepared, next)
    },
    clip(planes) {
      clipping = planes
      uniforms.planeCount.value = planes.length
      for (const [i, plane] of planes.entries()) uniforms.planes.value[i]?.copy(toBox(plane, low, size))
    },
    prepareFrame({ isMoving }) {
      uniforms.stride.value = isMoving ? strides.moving : strides.still
    },
    pick: (ray) => (display ? pickVolume(prepared, { ray, planes: clipping, display }) : null),
    dispose() {
      mesh.geometry.dispose()
      material.dispose()
      samples.dispose()
      bricks.dispose()
      colors.texture.dispose()
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

type Uniforms = ReturnType<typeof createUniforms>

function createUniforms(
  { width, height, depth }: VolumeTexture,
  size: Vector3,
  textures: { readonly [name in 'samples' | 'bricks' | 'colors']: Texture },
) {
  const longest = Math.max(size.x, size.y, size.z)
  return {
    samples: { value: textures.samples },
    bricks: { value: textures.bricks },
    brickCount: { value: new Vector3(width, height, depth).divideScalar(brickSide) },
    colors: { value: textures.colors },
    eye: { value: new Vector3() },
    light: { value: new Vector3() },
    fillLight: { value: new Vector3() },
    sides: { value: size.clone().divideScalar(longest) },
    sampleCount: { value: new Vector3(width, height, depth) },
    toWindow: { value: new Vector2() },
    isovalue: { value: 0 },
    density: { value: 0 },
    stride: { value: strides.still },
    rendering: { value: 0 },
    planes: { value: Array.from({ length: clipPlaneCount }, () => new Vector4()) },
    planeCount: { value: 0 },
  }
}

function createMaterial(uniforms: Uniforms): RawShaderMaterial {
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: volumeVertexShader,
    fragmentShader: volumeFragmentShader,
    defines: { PLANE_COUNT: clipPlaneCount },
    uniforms,
    side: BackSide,
    transparent: true,
    premultipliedAlpha: true,
  })
}

function applyDisplay(uniforms: Uniforms, prepared: PreparedVolume, display: Display): void {
  const { texture, range } = prepared
  const [low, high] = texture.values
  const extent = high - low || 1
  const [from, to] = display.window ?? range
  const factor = extent / (to - from || Number.EPSILON)
  uniforms.toWindow.value.set(factor, ((low - from) / extent) * factor)
  uniforms.isovalue.value = (toIsovalue(prepared, display) - low) / extent
  uniforms.density.value = directDepth * display.density
  uniforms.rendering.value = renderings.indexOf(display.rendering)
}

const lights = { light: new Vector3(-0.75, 0.85, 0.7), fillLight: new Vector3(0.9, -0.2, 0.6) }

function placeEye(mesh: Mesh, camera: Camera, uniforms: Uniforms): void {
  mesh.worldToLocal(uniforms.eye.value.setFromMatrixPosition(camera.matrixWorld))
  uniforms.light.value.copy(lights.light).transformDirection(camera.matrixWorld)
  uniforms.fillLight.value.copy(lights.fillLight).transformDirection(camera.matrixWorld)
}

function toBox({ normal, constant }: Plane, low: Vector3, size: Vector3): Vector4 {
  return new Vector4(normal.x * size.x, normal.y * size.y, normal.z * size.z, normal.dot(low) + constant)
}
