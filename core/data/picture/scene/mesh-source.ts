import type { PreparedMesh } from '../../prepared/prepared.ts'
import { createPaint, createShine, type MeshPaint, toSeen } from '../draw-mesh.ts'
import { rasterize } from '../rasterize.ts'
import { moveNormals, movePoints } from './move-part.ts'
import { type ShownPart, toLight } from './show-part.ts'
import { createTint, type SceneCamera, type Source } from './source.ts'

/** Returns the surfaces of a mesh. */
export function createMeshSource(
  { prepared, place, display, opacity, color, kept }: ShownPart<PreparedMesh>,
  { camera }: SceneCamera,
): Source {
  const normals = moveNormals(prepared.normals, place)
  const mesh = { ...movePoints(prepared, place), normals }
  const seen = toSeen(mesh, camera, kept)
  const paint = color ? createPlainPaint(color) : createPaint(mesh, display)
  const shine = createShine(seen, paint, { display, camera })
  const tint = createTint()
  let lit = -1
  return {
    opacity,
    fill: (target) => rasterize(seen, target),
    begin() {
      lit = -1
    },
    shade(triangle, second, third) {
      if (triangle === lit) return tint
      lit = triangle
      const { red, green, blue } = shine(triangle, second, third)
      tint.red = red
      tint.green = green
      tint.blue = blue
      return tint
    },
  }
}

function createPlainPaint(color: NonNullable<ShownPart['color']>): MeshPaint {
  const [red, green, blue] = toLight(color)
  return (_, spot) => {
    spot.red = red
    spot.green = green
    spot.blue = blue
  }
}
