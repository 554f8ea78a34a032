import { BufferGeometry, Mesh } from 'three'
import type { HalfSpace } from '../../contract/look/clip.ts'
import { chooseColormap } from '../../contract/look/colormaps.ts'
import { toLinePixels } from '../../contract/look/line-width.ts'
import type { PreparedLines } from '../../data/prepared/prepared.ts'
import { enclose } from './fill-geometry.ts'
import { createLineMaterial } from './line-material.ts'
import { chooseColors } from './mesh-material.ts'
import { pickBeside } from './pick-beside.ts'
import { pickLines } from './pick-segments.ts'
import { createPointTexture } from './point-texture.ts'
import { refuseTooLarge } from './renderer.ts'
import { joinUploads } from './upload-parts.ts'
import type { Card, ResultView } from './view.ts'

/**
 * Creates the view of lines, whose points are on the card as texels.
 * @throws `result.too-large` when they are more than a texture can have
 */
export function createLinesView(prepared: PreparedLines, card: Card): ResultView {
  const { result, bounds, centre, range } = prepared
  const { points, colors, scalars } = createTextures(prepared)
  const textures = [points, ...(colors ? [colors] : []), ...(scalars ? [scalars] : [])]
  const byteLength = textures.reduce((sum, part) => sum + part.byteLength, 0)
  if (points.rows > card.textureSize) throw refuseTooLarge(byteLength)
  const geometry = new BufferGeometry()
  geometry.setDrawRange(0, 6 * Math.max(0, prepared.joined.length - 1))
  geometry.boundingSphere = enclose(bounds, centre)
  const { material, ...line } = createLineMaterial({
    points: points.texture,
    colors: colors?.texture ?? null,
    scalars: scalars?.texture ?? null,
  })
  const object = new Mesh(geometry, material)
  object.frustumCulled = false
  object.position.set(...centre)
  let kept: readonly HalfSpace[] = []
  let [width, thickness] = [1, 0]
  return {
    object,
    bounds,
    projection: 'chosen',
    byteLength,
    upload: joinUploads(...textures.map(({ upload }) => upload)),
    apply(display) {
      width = toLinePixels(display)
      thickness = display.width ?? 0
      const colormap = chooseColormap(display.colormap, result)
      line.apply({ ...display, colormap }, chooseColors(display, result), range ?? [0, 1])
    },
    clip(next, planes) {
      kept = next
      material.clippingPlanes = [...planes]
    },
    prepareFrame({ pixelRatio, width: columns, height: rows }) {
      line.setFrame({ size: [columns, rows], lineWidth: width * pixelRatio, thickness })
    },
    pick(ray, tolerance) {
      return pickBeside(result.offset, { ray, kept }, (near, spaces) =>
        pickLines(prepared, near, { tolerance, radius: thickness / 2 }, spaces),
      )
    },
    dispose() {
      geometry.dispose()
      line.dispose()
      for (const { texture } of textures) texture.dispose()
    },
  }
}

function createTextures({ result, positions, joined }: PreparedLines) {
  const { colors, scalars } = result
  const count = joined.length
  const points = createPointTexture(count, 4, {
    create: Float32Array,
    fill: (texels) => {
      for (let i = 0; i < count; i++) {
        for (let axis = 0; axis < 3; axis++) texels[4 * i + axis] = positions[3 * i + axis] ?? 0
        texels[4 * i + 3] = joined[i] ?? 0
      }
    },
  })
  const colorTexels = (texels: Uint8Array): void => {
    for (let i = 0; i < 3 * count; i++) texels[4 * Math.floor(i / 3) + (i % 3)] = colors?.[i] ?? 0
  }
  return {
    points,
    colors: colors && createPointTexture(count, 4, { create: Uint8Array, fill: colorTexels }),
    scalars:
      scalars &&
      createPointTexture(count, 1, { create: Float32Array, fill: (texels) => texels.set(scalars) }),
  }
}
