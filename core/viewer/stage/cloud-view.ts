import { BufferGeometry, Points } from 'three'
import type { HalfSpace } from '../../contract/look/clip.ts'
import { chooseColormap } from '../../contract/look/colormaps.ts'
import { leastPixels } from '../../contract/look/point-size.ts'
import type { PreparedCloud } from '../../data/prepared/prepared.ts'
import { createCloudMaterial } from './cloud-material.ts'
import { enclose, fillGeometry } from './fill-geometry.ts'
import { chooseColors } from './mesh-material.ts'
import { pickBeside } from './pick-beside.ts'
import { pickPoints } from './pick-points.ts'
import type { ResultView } from './view.ts'

/** Creates the view of a point cloud. The graphics card gets the result's own arrays without a copy. */
export function createCloudView(prepared: PreparedCloud): ResultView {
  const { result, bounds, centre, positions, diameter: usual, range } = prepared
  const { colors, scalars } = result
  const geometry = new BufferGeometry()
  const parts = [
    { name: 'position', array: positions, itemSize: 3 },
    ...(colors ? [{ name: 'color', array: colors, itemSize: 3 }] : []),
    ...(scalars ? [{ name: 'scalar', array: scalars, itemSize: 1 }] : []),
  ]
  geometry.boundingSphere = enclose(bounds, centre)
  const cloud = createCloudMaterial(prepared)
  const object = new Points(geometry, cloud.material)
  object.frustumCulled = false
  object.position.set(...centre)
  let kept: readonly HalfSpace[] = []
  let [diameter, factor, pixels]: [number, number, number | null] = [usual, 1, null]
  return {
    object,
    bounds,
    projection: 'chosen',
    ...fillGeometry(geometry, parts),
    apply(display) {
      factor = display.width === undefined ? display.pointScale : 1
      diameter = (display.width ?? usual) * factor
      pixels = display.width === undefined ? display.pointSize : null
      const colormap = chooseColormap(display.colormap, result)
      cloud.apply({ ...display, colormap }, chooseColors(display, result), range ?? [0, 1])
    },
    clip(next, planes) {
      kept = next
      cloud.material.clippingPlanes = [...planes]
    },
    prepareFrame({ pixelRatio, height }) {
      const least = leastPixels * Math.min(1, factor) * pixelRatio
      cloud.setDiameter({ diameter, least, pixels: pixels && pixels * pixelRatio, height })
    },
    pick(ray, tolerance) {
      const radius = pixels === null ? diameter / 2 : 0
      const { offset } = result
      return pickBeside(offset, { ray, kept }, (near, spaces) =>
        pickPoints(result, near, { tolerance, radius }, spaces),
      )
    },
    dispose() {
      geometry.dispose()
      cloud.dispose()
    },
  }
}
