/**
 * Plugins on packages that are used as their documents show: files by path, for a folder of plugins beside a
 * `node_modules` with the packages of `npm/package.json`.
 */

/** A network of one node, `y = Neg(x)` with three float32 (ONNX, IR version 8, operators 13), by hand. */
const network = Uint8Array.of(
  8,
  8,
  58,
  50,
  10,
  11,
  10,
  1,
  120,
  18,
  1,
  121,
  34,
  3,
  78,
  101,
  103,
  18,
  1,
  103,
  90,
  15,
  10,
  1,
  120,
  18,
  10,
  10,
  8,
  8,
  1,
  18,
  4,
  10,
  2,
  8,
  3,
  98,
  15,
  10,
  1,
  121,
  18,
  10,
  10,
  8,
  8,
  1,
  18,
  4,
  10,
  2,
  8,
  3,
  66,
  2,
  16,
  13,
)

/** Returns the files of all plugins. */
export function writePlugins(): { readonly [path: string]: string | Uint8Array } {
  return { ...plugins, 'plugins/inferred/neg.onnx': network }
}

const plugins = {
  'plugins/holed.ts': `import type { Mesh } from 'specimen-host/plugin'
import Module from 'manifold-3d'
const wasm = await Module()
wasm.setup()
/** A box with a ball taken out of it. */
export function holed(radius = 0.9): Mesh {
  const { Manifold } = wasm
  const { vertProperties, triVerts } = Manifold.cube([2, 2, 2], true).subtract(Manifold.sphere(radius, 128)).getMesh()
  return { vertices: vertProperties, indices: triVerts }
}
`,
  'plugins/carved.ts': `import type { Mesh } from 'specimen-host/plugin'
import { drawCircle, drawRectangle, type Solid, setOC } from 'replicad'
import opencascade from 'replicad-opencascadejs'
setOC(await opencascade())
/** A plate with a hole. */
export function carved(radius = 5): Mesh {
  const plate = drawRectangle(30, 20).cut(drawCircle(radius)).sketchOnPlane().extrude(4) as Solid
  const { vertices, triangles, normals } = plate.mesh({ tolerance: 0.01, angularTolerance: 0.1 })
  return {
    vertices: Float32Array.from(vertices),
    indices: Uint32Array.from(triangles),
    normals: Float32Array.from(normals),
  }
}
`,
  'plugins/boxed.ts': `import type { Mesh } from 'specimen-host/plugin'
import { BoxGeometry } from 'three'
/** A box of three. */
export function boxed(depth = 3): Mesh {
  const geometry = new BoxGeometry(1, 2, depth)
  const { position, normal } = geometry.attributes
  return {
    vertices: Float32Array.from(position.array),
    indices: Uint32Array.from(geometry.index?.array ?? []),
    normals: Float32Array.from(normal.array),
  }
}
`,
  'plugins/modelled.ts': `import type { Mesh } from 'specimen-host/plugin'
import { booleans, geometries, primitives } from '@jscad/modeling'
/** A box with a quarter taken away. */
export function modelled(size = 2): Mesh {
  const box = primitives.cuboid({ size: [size, size, size] })
  const corner = primitives.cuboid({ size: [size, size, size], center: [size / 2, size / 2, 0] })
  const polygons = geometries.geom3.toPolygons(booleans.subtract(box, corner))
  const corners = polygons.flatMap(({ vertices }) =>
    vertices.slice(2).flatMap((last, i) => [vertices[0], vertices[i + 1], last]),
  )
  return {
    vertices: Float32Array.from(corners.flatMap((corner) => [...(corner ?? [])])),
    indices: Uint32Array.from(corners.keys()),
  }
}
`,
  'plugins/meshed.ts': `import type { Mesh } from 'specimen-host/plugin'
import { Delaunay } from 'd3-delaunay'
/** A net over points. */
export function meshed(count = 20): Mesh {
  const points = Array.from({ length: count * count }, (_, i): [number, number] => [i % count, Math.floor(i / count)])
  return {
    vertices: Float32Array.from(points.flatMap(([x, y]) => [x, y, 0])),
    indices: Uint32Array.from(Delaunay.from(points).triangles),
  }
}
`,
  'plugins/mapped.ts': `import type { PointCloud } from 'specimen-host/plugin'
import * as turf from '@turf/turf'
/** A circle on the Earth, with its area in square metres. */
export function mapped(radius = 1): PointCloud {
  const circle = turf.buffer(turf.point([8, 50]), radius, { units: 'kilometers', steps: 64 })
  if (!circle) throw new Error('no circle')
  const places = turf.coordAll(circle)
  const area = turf.area(circle)
  return {
    points: Float32Array.from(places.flatMap(([x = 0, y = 0]) => [x, y, 0])),
    scalars: new Float32Array(places.length).fill(area),
  }
}
`,
  'plugins/scripted.ts': `import type { PointCloud } from 'specimen-host/plugin'
import { getQuickJS } from 'quickjs-emscripten'
/** The points of a formula, which a sandbox computes. */
export async function scripted(formula = 'x * x'): Promise<PointCloud> {
  const vm = (await getQuickJS()).newContext()
  const points = [0, 1, 2, 3].flatMap((x) => {
    const value = vm.unwrapResult(vm.evalCode(\`((x) => \${formula})(\${x})\`))
    const y = vm.getNumber(value)
    value.dispose()
    return [x, y, 0]
  })
  vm.dispose()
  return { points: Float32Array.from(points) }
}
`,
  'plugins/inferred/index.ts': `import type { PointCloud } from 'specimen-host/plugin'
import wasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm' with { type: 'bytes' }
import { env, InferenceSession, Tensor } from 'onnxruntime-web/wasm'
import model from './neg.onnx' with { type: 'bytes' }
env.wasm.wasmBinary = wasm
env.wasm.numThreads = 1
/** A point as a network turns it over. */
export async function inferred(x = 1): Promise<PointCloud> {
  const session = await InferenceSession.create(model)
  const { y } = await session.run({ x: new Tensor('float32', Float32Array.of(x, 2, 3), [3]) })
  return { points: Float32Array.from(y?.data as Float32Array) }
}
`,
  'plugins/interpreted.ts': `import type { PointCloud } from 'specimen-host/plugin'
import { loadPyodide } from 'pyodide'
/** Points that Python computes. */
export async function interpreted(count = 4): Promise<PointCloud> {
  const python = await loadPyodide()
  const squares = python.runPython(\`[float(i * i) for i in range(\${count})]\`).toJs() as number[]
  return { points: Float32Array.from(squares.flatMap((y, x) => [x, y, 0])) }
}
`,
}
