import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  type Plane,
} from 'three'
import type { MeshResult } from '../../domain/result/result.ts'
import type { PreparedMesh } from '../data/prepared.ts'
import { enclose, fillGeometry } from './fill-geometry.ts'
import { clay, createMeshMaterial } from './mesh-material.ts'
import { boxTriangles, pickMesh } from './pick-mesh.ts'
import type { ResultView } from './view.ts'

/** Creates the view of a mesh. The graphics card gets the result's own arrays without a copy. */
export function createMeshView(prepared: PreparedMesh): ResultView {
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
  let boxes: Float32Array | undefined
  return {
    object,
    bounds,
    projection: 'perspective',
    ...fillGeometry(geometry, parts),
    apply({ shading, wireframe, colorBy }) {
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
    pick(ray) {
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

function createEdges(whole: BufferGeometry, bounds: PreparedMesh['bounds'], result: MeshResult) {
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

/**
 * Returns the three edges of each triangle, with duplicates: finding them takes longer than drawing them.
 * Omits triangles with a non-finite corner, because SwiftShader never ends a line to NaN.
 */
export function listEdges({ vertices, indices }: MeshResult): Uint32Array<ArrayBuffer> {
  const edges = new Uint32Array(indices.length * 2)
  const isPlace = (corner: number) => {
    const at = 3 * corner
    return Number.isFinite((vertices[at] ?? NaN) + (vertices[at + 1] ?? NaN) + (vertices[at + 2] ?? NaN))
  }
  let count = 0
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i] ?? NaN, indices[i + 1] ?? NaN, indices[i + 2] ?? NaN]
    if (!isPlace(a) || !isPlace(b) || !isPlace(c)) continue
    edges[count++] = a
    edges[count++] = b
    edges[count++] = b
    edges[count++] = c
    edges[count++] = c
    edges[count++] = a
  }
  return count === edges.length ? edges : edges.slice(0, count)
}
