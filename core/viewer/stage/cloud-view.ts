import { BufferGeometry, type Plane, Points } from 'three'
import { chooseColormap } from '../color/colormaps.ts'
import type { PreparedCloud } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import { createCloudMaterial } from './cloud-material.ts'
import { enclose, fillGeometry } from './fill-geometry.ts'
import { pickPoints } from './pick-points.ts'
import type { ResultView } from './view.ts'

/** Creates the view of a point cloud. The graphics card gets the result's own arrays without a copy. */
export function createCloudView({ result, bounds, range }: PreparedCloud): ResultView {
  const { points, colors, scalars } = result
  const geometry = new BufferGeometry()
  const parts = [
    { name: 'position', array: points, itemSize: 3 },
    ...(colors ? [{ name: 'color', array: colors, itemSize: 3 }] : []),
    ...(scalars ? [{ name: 'scalar', array: scalars, itemSize: 1 }] : []),
  ]
  geometry.boundingSphere = enclose(bounds)
  const cloud = createCloudMaterial(bounds)
  const object = new Points(geometry, cloud.material)
  object.frustumCulled = false
  let planes: readonly Plane[] = []
  let pointSize = 1
  return {
    object,
    bounds,
    projection: 'perspective',
    ...fillGeometry(geometry, parts),
    apply(display) {
      pointSize = display.pointSize
      const colormap = chooseColormap(display.colormap, result)
      cloud.apply({ ...display, colormap }, chooseColors(display.colorBy, result), range ?? [0, 1])
    },
    clip(next) {
      planes = next
      cloud.material.clippingPlanes = [...next]
    },
    prepareFrame({ pixelRatio }) {
      cloud.setDiameter(pointSize * pixelRatio)
    },
    pick(ray, tolerance) {
      return pickPoints(result, ray, tolerance, planes)
    },
    dispose() {
      geometry.dispose()
      cloud.dispose()
    },
  }
}

/** Returns the drawable part of the choice: a cloud without colours is drawn by its scalars. */
function chooseColors(colorBy: Display['colorBy'], { colors, scalars }: PreparedCloud['result']) {
  if (colorBy === 'own' && colors) return 'own'
  return colorBy !== 'plain' && scalars ? 'scalar' : 'plain'
}
