/**
 * The surfaces: each maps two parameters to a point, over a rectangle or a disc. Formulas are the usual ones
 * of the literature, named beside each; sizes are evened out when the mesh is made.
 */
import { add, cos, type Dual, divide, exp, multiply, sin } from './dual.ts'

/** Names of the surfaces. */
export type SurfaceName =
  | 'torus'
  | 'klein-bottle'
  | 'figure-eight-klein'
  | 'moebius-strip'
  | 'boy'
  | 'roman'
  | 'enneper'
  | 'catenoid'
  | 'seashell'

/** A point with its derivatives by both parameters. */
export type Point = readonly [x: Dual, y: Dual, z: Dual]

/** Parameters that run over two intervals. */
export interface Rectangle {
  readonly kind: 'rectangle'
  readonly u: readonly [from: number, to: number]
  readonly v: readonly [from: number, to: number]
  /** Which directions return to where they began, with the same side up. */
  readonly closed: { readonly u: boolean; readonly v: boolean }
}

/** Parameters that run over a disc. They are Cartesian, so that the centre is a point like any other. */
export interface Disc {
  readonly kind: 'disc'
  readonly radius: number
}

/** A surface: a point for each pair of parameters. */
export interface Chart {
  readonly domain: Rectangle | Disc
  readonly toPoint: (u: Dual, v: Dual) => Point
}

const turn = 2 * Math.PI
const openStrip = { u: false, v: false }
const tube = { u: false, v: true }

/** The surfaces by name. */
export const charts: { readonly [name in SurfaceName]: Chart } = {
  torus: {
    domain: { kind: 'rectangle', u: [0, turn], v: [0, turn], closed: { u: true, v: true } },
    toPoint(u, v) {
      const ring = add(1, multiply(0.4, cos(v)))
      return [multiply(ring, cos(u)), multiply(ring, sin(u)), multiply(0.4, sin(v))]
    },
  },
  'klein-bottle': {
    domain: { kind: 'rectangle', u: [0, turn], v: [0, turn], closed: tube },
    toPoint: toBottlePoint,
  },
  // The "bagel": a figure eight that makes half a turn on its way around.
  'figure-eight-klein': {
    domain: { kind: 'rectangle', u: [0, turn], v: [0, turn], closed: tube },
    toPoint(u, v) {
      const half = multiply(0.5, u)
      const [across, along] = [sin(v), sin(multiply(2, v))]
      const ring = add(2.2, multiply(cos(half), across), multiply(-1, sin(half), along))
      return [
        multiply(ring, cos(u)),
        multiply(ring, sin(u)),
        add(multiply(sin(half), across), multiply(cos(half), along)),
      ]
    },
  },
  'moebius-strip': {
    domain: { kind: 'rectangle', u: [0, turn], v: [-0.45, 0.45], closed: openStrip },
    toPoint(u, v) {
      const half = multiply(0.5, u)
      const ring = add(1, multiply(v, cos(half)))
      return [multiply(ring, cos(u)), multiply(ring, sin(u)), multiply(v, sin(half))]
    },
  },
  boy: { domain: { kind: 'disc', radius: 1 }, toPoint: toBoyPoint },
  // Steiner's Roman surface: the image of a sphere under (yz, zx, xy). Half a sphere covers it once.
  roman: {
    domain: { kind: 'disc', radius: 1 },
    toPoint(u, v) {
      const square = add(multiply(u, u), multiply(v, v))
      const [x, y, z] = [multiply(2, u), multiply(2, v), add(1, multiply(-1, square))]
      const scale = divide(1, multiply(add(1, square), add(1, square)))
      return [multiply(y, z, scale), multiply(z, x, scale), multiply(x, y, scale)]
    },
  },
  // Enneper 1864, out to where it has met itself.
  enneper: {
    domain: { kind: 'disc', radius: 1.75 },
    toPoint(u, v) {
      const [uu, vv] = [multiply(u, u), multiply(v, v)]
      return [
        multiply(u, add(1, multiply(-1 / 3, uu), vv)),
        multiply(v, add(1, multiply(-1 / 3, vv), uu)),
        add(uu, multiply(-1, vv)),
      ]
    },
  },
  catenoid: {
    domain: { kind: 'rectangle', u: [-1.3, 1.3], v: [0, turn], closed: tube },
    toPoint(u, v) {
      const waist = multiply(0.5, add(exp(u), exp(multiply(-1, u)))) // cosh u
      return [multiply(waist, cos(v)), multiply(waist, sin(v)), u]
    },
  },
  // A tube on a logarithmic spiral, after D. Fowler, H. Meinhardt and P. Prusinkiewicz, "Modeling seashells",
  // 1992.
  seashell: {
    domain: { kind: 'rectangle', u: [-4.5 * turn, 0.75 * turn], v: [0, turn], closed: tube },
    toPoint(u, v) {
      const growth = exp(multiply(0.18, u))
      const ring = multiply(growth, add(1, multiply(0.72, cos(v))))
      return [
        multiply(ring, cos(u)),
        multiply(ring, sin(u)),
        multiply(growth, add(-1.9, multiply(0.85, sin(v)))),
      ]
    },
  },
}

/**
 * The bottle with a neck through its own side (S. Dickson, "Klein bottle graphic", 1991), in two pieces along
 * u.
 */
function toBottlePoint(u: Dual, v: Dual): Point {
  const radius = add(4, multiply(-2, cos(u)))
  const spine = multiply(6, cos(u), add(1, sin(u)))
  const rise = multiply(16, sin(u))
  const depth = multiply(radius, sin(v))
  if (u.value >= Math.PI) return [add(spine, multiply(-1, radius, cos(v))), depth, rise]
  return [add(spine, multiply(radius, cos(u), cos(v))), depth, add(rise, multiply(radius, sin(u), cos(v)))]
}

/** Boy's surface as R. Bryant and R. Kusner parametrise it (1987), for w = u + iv in the unit disc. */
function toBoyPoint(u: Dual, v: Dual): Point {
  const w: Complex = [u, v]
  const w3 = product(product(w, w), w)
  const w4 = product(w3, w)
  const w6 = product(w3, w3)
  const a: Complex = [
    add(w6[0], multiply(Math.sqrt(5), w3[0]), -1),
    add(w6[1], multiply(Math.sqrt(5), w3[1])),
  ]
  const conjugate: Complex = [a[0], multiply(-1, a[1])]
  const size = add(multiply(a[0], a[0]), multiply(a[1], a[1]))
  // The usual g1, g2, g3, each times |a|²: so nothing divides by the zero of `a` at the triple point.
  const [, difference] = product(product(w, [add(1, multiply(-1, w4[0])), multiply(-1, w4[1])]), conjugate)
  const [sum] = product(product(w, [add(1, w4[0]), w4[1]]), conjugate)
  const [, third] = product([add(1, w6[0]), w6[1]], conjugate)
  const g = [multiply(-1.5, difference), multiply(-1.5, sum), add(third, multiply(-0.5, size))] as const
  const scale = divide(size, add(...g.map((part) => multiply(part, part))))
  return [multiply(g[0], scale), multiply(g[1], scale), multiply(g[2], scale)]
}

type Complex = readonly [re: Dual, im: Dual]

function product([a, b]: Complex, [c, d]: Complex): Complex {
  return [add(multiply(a, c), multiply(-1, b, d)), add(multiply(a, d), multiply(b, c))]
}
