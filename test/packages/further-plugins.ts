/** Plugins on packages as their documents show them: imports, a number that the package computes, and the number. */

/** A row: the function's name, which is its plugin's, the package, its imports, an expression, and its value. */
export interface FurtherRow {
  readonly name: string
  readonly from: string
  readonly imports: string
  readonly expression: string
  /** Known from elsewhere: by mathematics, or by the package's documents. */
  readonly value: number
}

/** Returns the file of a plugin whose first coordinate is the expression. */
export function writeFurther({ name, imports, expression }: FurtherRow): string {
  return `import type { PointCloud } from 'specimen-host/plugin'
${imports}
export async function ${name}(): Promise<PointCloud> {
  return { points: Float32Array.of(${expression}, 0, 0) }
}
`
}

/** The rows, by package. */
export const furtherRows: readonly FurtherRow[] = [
  {
    name: 'fallen',
    from: '@dimforge/rapier3d',
    imports: `import * as RAPIER from '@dimforge/rapier3d'
function fall(): number {
  const world = new RAPIER.World({ x: 0, y: -10, z: 0 })
  const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 10, 0))
  world.createCollider(RAPIER.ColliderDesc.ball(0.5), body)
  world.timestep = 0.01
  for (let i = 0; i < 100; i++) world.step()
  return body.translation().y
}`,
    expression: 'Math.round(fall())', // 10 - 10 / 2 after one second
    value: 5,
  },
  {
    name: 'tiled',
    from: '@mapbox/martini',
    imports: "import Martini from '@mapbox/martini'",
    expression: 'new Martini(9).createTile(new Float32Array(81)).getMesh(0).triangles.length',
    value: 6, // a flat square is two triangles
  },
  {
    name: 'curved',
    from: 'bezier-js',
    imports: "import { Bezier } from 'bezier-js'",
    expression: 'new Bezier(0, 0, 1, 0, 2, 0, 3, 0).length()',
    value: 3,
  },
  {
    name: 'coloured',
    from: 'chroma-js',
    imports: "import chroma from 'chroma-js'",
    expression: "chroma.mix('black', 'white', 0.5, 'rgb').get('rgb.r')",
    value: 128,
  },
  {
    name: 'cut',
    from: 'earcut',
    imports: "import earcut from 'earcut'",
    expression: 'earcut([0, 0, 4, 0, 4, 4, 0, 4]).length',
    value: 6,
  },
  {
    name: 'transformed',
    from: 'fft.js',
    imports: `import FFT from 'fft.js'
function transform(): number {
  const fft = new FFT(4)
  const out = fft.createComplexArray()
  fft.realTransform(out, [1, 2, 3, 4])
  return out[0]
}`,
    expression: 'transform()',
    value: 10,
  },
  {
    name: 'boxed',
    from: 'flatbush',
    imports: `import Flatbush from 'flatbush'
function search(): number {
  const index = new Flatbush(3)
  for (const x of [0, 5, 20]) index.add(x, 0, x + 1, 1)
  index.finish()
  return index.search(0, 0, 10, 10).length
}`,
    expression: 'search()',
    value: 2,
  },
  {
    name: 'surfaced',
    from: 'isosurface',
    imports: "import { marchingCubes } from 'isosurface'",
    expression:
      'marchingCubes([9, 9, 9], (x: number, y: number, z: number) => x * x + y * y + z * z - 4, [[-3, -3, -3], [3, 3, 3]])' +
      '.positions.every(([x, y, z]: number[]) => Math.abs(Math.hypot(x ?? 0, y ?? 0, z ?? 0) - 2) < 0.3) ? 1 : 0',
    value: 1,
  },
  {
    name: 'near',
    from: 'kdbush',
    imports: `import KDBush from 'kdbush'
function count(): number {
  const index = new KDBush(3)
  for (const x of [0, 1, 9]) index.add(x, 0)
  return index.finish().within(0, 0, 2).length
}`,
    expression: 'count()',
    value: 2,
  },
  {
    name: 'made',
    from: 'makerjs',
    imports: "import makerjs from 'makerjs'",
    expression: 'makerjs.measure.modelExtents(new makerjs.models.Rectangle(30, 20)).width',
    value: 30,
  },
  {
    name: 'evaluated',
    from: 'mathjs',
    imports: "import { det, evaluate } from 'mathjs'",
    expression: "evaluate('sqrt(16) + 2^3') + det([[2, 1], [1, 2]])",
    value: 15,
  },
  {
    name: 'solved',
    from: 'ml-matrix',
    imports: "import { Matrix, solve } from 'ml-matrix'",
    expression: 'solve(new Matrix([[2, 0], [0, 4]]), Matrix.columnVector([6, 8])).get(0, 0)',
    value: 3,
  },
  {
    name: 'clipped',
    from: 'polygon-clipping',
    imports: "import polygonClipping from 'polygon-clipping'",
    expression:
      'polygonClipping.intersection([[[0, 0], [2, 0], [2, 2], [0, 2]]], [[[1, 1], [3, 1], [3, 3], [1, 3]]])[0]?.[0]?.length ?? 0',
    value: 5, // a closed ring of four corners
  },
  {
    name: 'projected',
    from: 'proj4',
    imports: "import proj4 from 'proj4'",
    expression: "Math.round(proj4('EPSG:4326', 'EPSG:3857', [180, 0])[0] ?? 0)",
    value: 20_037_508, // half of the equator of EPSG:3857 in metres
  },
  {
    name: 'hulled',
    from: 'quickhull3d',
    imports: "import qh from 'quickhull3d'",
    expression: 'qh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]).length',
    value: 4,
  },
  {
    name: 'indexed',
    from: 'rbush',
    imports: `import RBush from 'rbush'
function search(): number {
  const tree = new RBush<{ minX: number; minY: number; maxX: number; maxY: number }>()
  tree.load([0, 5, 20].map((x) => ({ minX: x, minY: 0, maxX: x + 1, maxY: 1 })))
  return tree.search({ minX: 0, minY: 0, maxX: 10, maxY: 10 }).length
}`,
    expression: 'search()',
    value: 2,
  },
  {
    name: 'noised',
    from: 'simplex-noise',
    imports: "import { createNoise2D } from 'simplex-noise'",
    expression: 'createNoise2D(() => 0.5)(0, 0)',
    value: 0, // gradient noise is 0 at its lattice
  },
]
