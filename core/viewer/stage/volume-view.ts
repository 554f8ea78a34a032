import {
  BoxGeometry,
  Data3DTexture,
  Group,
  HalfFloatType,
  LinearFilter,
  Mesh,
  NearestFilter,
  type PixelFormat,
  type RawShaderMaterial,
  RedFormat,
  RGFormat,
  UnsignedByteType,
  Vector3,
} from 'three'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { HalfSpace } from '../../contract/look/clip.ts'
import { type Display, defaultDisplay } from '../../contract/look/display.ts'
import { chooseRendering, chooseTransfer } from '../../contract/look/volume-transfer.ts'
import type { Prepared, VolumeTexture } from '../../data/prepared/prepared.ts'
import { pickVolume } from './pick-volume.ts'
import { createTransferTexture } from './transfer-texture.ts'
import { createUpload, joinUploads } from './upload-parts.ts'
import type { Card, MarchedVolume, ResultView } from './view.ts'
import { createVolumeMaterial, setRendering } from './volume-material.ts'
import {
  applyClip,
  applyDisplay,
  createUniforms,
  placeEye,
  setPace,
  type VolumeUniforms,
} from './volume-uniforms.ts'

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
      colors.apply(transfer, next.isInverted, next.color)
      applyDisplay(uniforms, prepared, next, transfer)
      setRendering(material, chooseRendering(prepared, next))
      over?.apply(uniforms, next)
    },
    clip(next) {
      kept = next
      applyClip(uniforms, kept, { low, size })
    },
    prepareFrame({ isMoving, isStereo }) {
      setPace(uniforms, isMoving ? 'moving' : 'still')
      uniforms.isStereo.value = isStereo
    },
    movingResolution,
    volumeBox: mesh,
    volume: toMarched(mesh, uniforms),
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
function createBox(material: RawShaderMaterial, uniforms: VolumeUniforms): Mesh {
  const mesh = new Mesh(new BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5), material)
  mesh.onBeforeRender = (_renderer, _scene, camera) => {
    placeEye(mesh, camera, uniforms)
    material.uniformsNeedUpdate = true
  }
  return mesh
}

function toMarched(box: Mesh, uniforms: VolumeUniforms): MarchedVolume {
  return { box, uniforms, aim: (camera) => placeEye(box, camera, uniforms) }
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
  if (prepared.labels)
    Object.assign(samples, {
      minFilter: NearestFilter,
      magFilter: NearestFilter,
    })
  const colors = createTransferTexture()
  const apply = (uniforms: VolumeUniforms, { overlayOpacity, overlayColormap: colormap }: Display): void => {
    const { rendering } = defaultDisplay
    const chosen = { rendering, colormap, window: prepared.range }
    const plain = {
      ...chosen,
      scale: 'linear',
      center: null,
      opacity: null,
    } as const
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
  return {
    samples,
    colors,
    apply,
    dispose,
    upload: createUpload(samples, toLayers(prepared.texture)),
  }
}
