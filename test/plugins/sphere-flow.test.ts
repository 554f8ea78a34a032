/** Flow past a sphere beside closed forms of the textbooks, and what any flow has to keep. */
import { describe, expect, it } from 'vitest'
import { type FlowName, flows } from '../../plugins/sphere-flow/flows.ts'
import { sphereFlow } from '../../plugins/sphere-flow/index.ts'
import { measureTopology } from './topology.ts'

const names: readonly FlowName[] = ['creeping', 'ideal']

/** Stokes' stream functions, written out by hand. */
const streamFunctions: { readonly [name in FlowName]: (r: number, sin: number) => number } = {
  creeping: (r, sin) => 0.25 * (2 * r * r - 3 * r + 1 / r) * sin * sin,
  ideal: (r, sin) => 0.5 * (r * r - 1 / r) * sin * sin,
}

describe.each(names)('sphereFlow, %s', (name) => {
  const { streamlines, arrows, sphere } = sphereFlow(name)
  const { points, starts = new Uint32Array(), scalars = new Float32Array() } = streamlines
  const ends = [...starts.subarray(1), points.length / 3]

  it('keeps the stream function along each streamline, which stays outside of the sphere', () => {
    for (const [line, start] of starts.entries()) {
      const psi: number[] = []
      for (let i = start; i < (ends[line] ?? 0); i++) {
        const [x = 0, y = 0, z = 0] = points.subarray(3 * i, 3 * i + 3)
        const [r, rho] = [Math.hypot(x, y, z), Math.hypot(y, z)]
        expect(r).toBeGreaterThan(1)
        psi.push(streamFunctions[name](r, rho / r))
      }
      // As many float32 have it: the points are at most 5 from the middle.
      expect(Math.max(...psi) - Math.min(...psi)).toBeLessThan(5e-6)
    }
  })

  it('lets the same flow pass between neighbouring circles of streamlines before, at and behind the sphere', () => {
    const { velocity } = flows[name]
    for (const x of [-3, 0.0, 2]) {
      const inner = Math.sqrt(Math.max(0, 1 - x * x))
      const outer = 2.5
      let flux = 0
      const steps = 20_000
      for (let i = 0; i < steps; i++) {
        const rho = inner + ((outer - inner) * (i + 0.5)) / steps
        flux += velocity([x, rho])[0] * 2 * Math.PI * rho * ((outer - inner) / steps)
      }
      const r = Math.hypot(x, outer)
      expect(flux).toBeCloseTo(2 * Math.PI * streamFunctions[name](r, outer / r), 5)
    }
  })

  it('is free of sources, and comes in at speed 1 along x', () => {
    const { velocity } = flows[name]
    const step = 1e-5
    for (const [x, rho] of [
      [-1.4, 0.3],
      [0.2, 1.1],
      [1.7, 2.2],
    ] as const) {
      const along = (velocity([x + step, rho])[0] - velocity([x - step, rho])[0]) / (2 * step)
      const away =
        ((rho + step) * velocity([x, rho + step])[1] - (rho - step) * velocity([x, rho - step])[1]) /
        (2 * step * rho)
      expect(along + away).toBeCloseTo(0, 6)
    }
    expect(velocity([-1e6, 3])[0]).toBeCloseTo(1, 5)
  })

  it('has no flow through the sphere, and along it what viscosity leaves', () => {
    for (const theta of [0.3, 1, Math.PI / 2, 2.5]) {
      const [cos, sin] = [Math.cos(theta), Math.sin(theta)]
      const [along, away] = flows[name].velocity([cos, sin])
      expect(along * cos + away * sin).toBeCloseTo(0, 12)
      expect(Math.hypot(along, away)).toBeCloseTo(name === 'creeping' ? 0 : 1.5 * sin, 12)
    }
  })

  it('runs along its streamlines, with the speed that each point has', () => {
    for (let i = 40; i < 120; i += 3) {
      const [x = 0, y = 0, z = 0] = points.subarray(3 * i, 3 * i + 3)
      const [before, after] = [points.subarray(3 * i - 3, 3 * i), points.subarray(3 * i + 3, 3 * i + 6)]
      const step = [0, 1, 2].map((axis) => (after[axis] ?? 0) - (before[axis] ?? 0))
      const rho = Math.hypot(y, z)
      const [along, away] = flows[name].velocity([x, rho])
      const flow = [along, (away * y) / rho, (away * z) / rho]
      const dot = step.reduce((sum, part, axis) => sum + part * (flow[axis] ?? 0), 0)
      expect(dot / Math.hypot(...step) / Math.hypot(...flow)).toBeGreaterThan(0.999)
      expect(scalars[i]).toBeCloseTo(Math.hypot(along, away), 5)
    }
  })

  it('has arrows of velocity in the plane y = 0, outside of the sphere', () => {
    for (let i = 0; i < arrows.points.length / 3; i++) {
      const [x = 0, y, z = 0] = arrows.points.subarray(3 * i, 3 * i + 3)
      const [along, away] = flows[name].velocity([x, Math.abs(z)])
      expect(y).toBe(0)
      expect(Math.hypot(x, z)).toBeGreaterThanOrEqual(1)
      expect(arrows.vectors[3 * i]).toBeCloseTo(0.8 * along, 6)
      expect(arrows.vectors[3 * i + 2]).toBeCloseTo(0.8 * away * Math.sign(z), 6)
    }
  })

  it('presses on a closed sphere as Stokes found, 2πμUa of his 6πμUa, or not at all', () => {
    const { borderEdges, badEdges, volume } = measureTopology(weldPoles(sphere))
    expect({ borderEdges, badEdges }).toEqual({ borderEdges: 0, badEdges: 0 })
    expect(volume).toBeCloseTo((4 / 3) * Math.PI, 1)
    expect(measureForce(sphere)).toBeCloseTo(name === 'creeping' ? 2 * Math.PI : 0, 1)
  })
})

type Sphere = ReturnType<typeof sphereFlow>['sphere']

/** The vertices of each pole are one. */
function weldPoles({ vertices, indices }: Sphere): Sphere {
  const poleOf = (vertex: number) => Math.round(vertices[3 * vertex] ?? 0) === vertices[3 * vertex]
  const first = new Map<number, number>()
  const welded = indices.map((vertex) => {
    const x = vertices[3 * vertex] ?? 0
    if (!poleOf(vertex) || Math.abs(x) !== 1) return vertex
    if (!first.has(x)) first.set(x, vertex)
    return first.get(x) ?? vertex
  })
  return { vertices, indices: welded }
}

/** Adds −pressure times the area of each triangle, along x. */
function measureForce({ vertices, indices, scalars = new Float32Array() }: Sphere): number {
  let force = 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const i = 3 * (indices[t + k] ?? 0)
      return vertices.subarray(i, i + 3)
    })
    if (!a || !b || !c) continue
    const at = (vector: Float32Array, axis: number) => (vector[axis] ?? 0) - (a[axis] ?? 0)
    const areaAlongX = (at(b, 1) * at(c, 2) - at(b, 2) * at(c, 1)) / 2
    const pressure = [0, 1, 2].reduce((sum, k) => sum + (scalars[indices[t + k] ?? 0] ?? 0) / 3, 0)
    force -= pressure * areaAlongX
  }
  return force
}
