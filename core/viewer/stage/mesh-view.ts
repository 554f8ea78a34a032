import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type Plane,
  type Ray,
} from 'three'
import type { PreparedMesh } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import { enclose } from './enclose.ts'
import { fillGeometry } from './fill-geometry.ts'
import { clay, createMeshMaterial } from './mesh-material.ts'
import { boxTriangles, pickMesh, type TriangleBoxes } from './pick-mesh.ts'
import type { CreateView } from './view.ts'
import { listEdges } from './wireframe.ts'

/** Creates the view of a mesh. The graphics card gets the result's own arrays without a copy. */
export const createMeshView: CreateView<PreparedMesh> = (prepared) => {
  const { result, bounds, normals } = prepared
  const geometry = new BufferGeometry()
  const parts = [
    { name: 'position', array: result.vertices, itemSize: 3 },
    { name: 'normal', array: normals, itemSize: 3 },
    ...(result.colors ? [{ name: 'color', array: result.colors, itemSize: 3 }] : []),
    { name: 'index', array: result.indices, itemSize: 1 },
  ]
  geometry.boundingSphere = enclose(bounds)

  const material = createMeshMaterial(prepared)
  const surface = new Mesh(geometry, material)
  surface.frustumCulled = false
  const object = new Group()
  object.add(surface)

  const edges = createEdges(geometry, bounds, result)
  let planes: readonly Plane[] = []
  let boxes: TriangleBoxes | undefined
  return {
    object,
    bounds,
    projection: 'perspective',
    ...fillGeometry(geometry, parts),
    apply({ shading, wireframe, colorBy }: Display) {
      const vertexColors = colorBy === 'own' && result.colors !== undefined
      const flatShading = shading === 'flat'
      if (material.vertexColors !== vertexColors || material.flatShading !== flatShading)
        material.needsUpdate = true
      Object.assign(material, { vertexColors, flatShading, color: new Color(vertexColors ? 0xffffff : clay) })
      // Makes room for the wireframe in the surface; otherwise inner sides would shine through.
      Object.assign(material, { polygonOffset: wireframe, polygonOffsetFactor: 1, polygonOffsetUnits: 1 })
      edges.show(object, wireframe)
    },
    clip(next) {
      planes = next
      material.clippingPlanes = [...next]
      edges.material.clippingPlanes = [...next]
    },
    prepareFrame() {},
    pick(ray: Ray) {
      boxes ??= boxTriangles(result)
      return pickMesh(result, boxes, ray, planes)
    },
    dispose() {
      geometry.dispose()
      material.dispose()
      edges.dispose()
    },
  }
}

function createEdges(whole: BufferGeometry, bounds: PreparedMesh['bounds'], result: PreparedMesh['result']) {
  const material = new LineBasicMaterial({ color: 0x0b0f19, opacity: 0.45, transparent: true })
  let lines: LineSegments | undefined
  const make = () => {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', whole.getAttribute('position'))
    geometry.setIndex(new BufferAttribute(listEdges(result), 1))
    geometry.boundingSphere = enclose(bounds)
    const made = new LineSegments(geometry, material)
    made.frustumCulled = false
    return made
  }
  return {
    material,
    show(object: Group, isShown: boolean) {
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
