import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Mesh } from 'three'
import type { HalfSpace } from '../../contract/look/clip.ts'
import { chooseColormap } from '../../contract/look/colormaps.ts'
import type { PreparedMesh } from '../../data/prepared/prepared.ts'
import { enclose, fillGeometry } from './fill-geometry.ts'
import { listEdges, listFeatureEdges } from './mesh-edges.ts'
import { chooseColors, createMeshMaterial, isWoundLikeNormals } from './mesh-material.ts'
import { pickBeside } from './pick-beside.ts'
import { boxTriangles, pickMesh } from './pick-mesh.ts'
import type { ResultView } from './view.ts'

/** Creates the view of a mesh. The graphics card gets the prepared arrays without a copy. */
export function createMeshView(prepared: PreparedMesh): ResultView {
  const { result, bounds, centre, positions, normals, indices, colors, scalars, range } = prepared
  const geometry = new BufferGeometry()
  const parts = [
    { name: 'position', array: positions, itemSize: 3 },
    { name: 'normal', array: normals, itemSize: 3 },
    ...(colors ? [{ name: 'color', array: colors, itemSize: 3 }] : []),
    ...(scalars ? [{ name: 'scalar', array: scalars, itemSize: 1 }] : []),
    { name: 'index', array: indices, itemSize: 1 },
  ]
  geometry.boundingSphere = enclose(bounds, centre)

  const { material, ...surface } = createMeshMaterial({ isOuterFront: isWoundLikeNormals(prepared) })
  const mesh = new Mesh(geometry, material)
  mesh.frustumCulled = false
  const object = new Group()
  object.position.set(...centre)
  object.add(mesh)

  const triangles = { vertices: positions, indices }
  const lines = [
    createLines(object, geometry, { opacity: 0.45, list: () => listEdges(triangles) }),
    createLines(object, geometry, { opacity: 0.8, list: () => listFeatureEdges(triangles) }),
  ] as const
  let kept: readonly HalfSpace[] = []
  let boxes: Float32Array | undefined
  return {
    object,
    bounds,
    projection: 'chosen',
    ...fillGeometry(geometry, parts),
    apply(display) {
      const colormap = chooseColormap(display.colormap, result)
      surface.apply({ ...display, colormap }, chooseColors(display, result), range ?? [0, 1])
      lines[0].show(display.wireframe)
      lines[1].show(display.edges)
    },
    clip(next, planes) {
      kept = next
      for (const clipped of [material, lines[0].material, lines[1].material])
        clipped.clippingPlanes = [...planes]
    },
    prepareFrame() {},
    pick(ray) {
      boxes ??= boxTriangles(result)
      const { offset } = result
      const triangles = boxes
      return pickBeside(offset, { ray, kept }, (near, spaces) => pickMesh(result, triangles, near, spaces))
    },
    dispose() {
      geometry.dispose()
      surface.dispose()
      for (const one of lines) one.dispose()
    },
  }
}

/** Returns lines between vertices of a mesh, listed when they are first shown. */
function createLines(
  object: Group,
  whole: BufferGeometry,
  { opacity, list }: { readonly opacity: number; readonly list: () => Uint32Array<ArrayBuffer> },
) {
  const material = new LineBasicMaterial({ color: 0x0b0f19, opacity, transparent: true })
  let lines: LineSegments | undefined
  const make = () => {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', whole.getAttribute('position'))
    geometry.setIndex(new BufferAttribute(list(), 1))
    geometry.boundingSphere = whole.boundingSphere
    const made = new LineSegments(geometry, material)
    made.frustumCulled = false
    return made
  }
  return {
    material,
    show(isShown: boolean) {
      if (isShown && !lines) {
        lines = make()
        object.add(lines)
      }
      if (lines) lines.visible = isShown
    },
    dispose() {
      lines?.geometry.dispose()
      material.dispose()
    },
  }
}
