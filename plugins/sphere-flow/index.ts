/** The flow of a fluid past a sphere, drawn by streamlines, arrows, and the pressure on the sphere. */
import type { Arrows, Integer, Labels, Lines, Mesh, Range } from 'specimen-host/plugin'
import { createBall } from './ball.ts'
import { type Flow, type FlowName, findStreamline, flows } from './flows.ts'

/** The parts of a flow. */
interface DrawnFlow {
  readonly sphere: Mesh
  readonly streamlines: Lines
  readonly arrows: Arrows
  readonly names: Labels
}

/** Streamlines begin this many radii before the sphere and end as far behind it. */
const reach = 4

/** Where along x the profiles of velocity stand, and the length of an arrow whose speed is 1. */
const profiles = [-2.5, 0, 2.5]
const arrowLength = 0.8

/**
 * A fluid that flows past a sphere at rest: streamlines, profiles of velocity, and the pressure on the
 * sphere. Creeping, as Stokes solved it, or ideal: both exact. In radii a of the sphere, and in the speed U
 * far away.
 *
 * @displayName Flow past a sphere
 * @tags physics, fluid, streamlines, vectors, scene
 * @thumbnail sphere-flow.png
 * @axes a
 * @view camera=-0.35,-1,0.3
 * @part sphere title="Pressure on the sphere"
 * @part streamlines title="Streamlines"
 * @part arrows color=#ffffff title="Velocity"
 * @part names title="Stagnation points"
 * @story Honey past a ball: viscosity holds the fluid at the sphere, and what happens there is felt far away.
 * Ten radii before it the fluid is slowed by 15 % already. [See it creep](?flow=creeping).
 * @story Without viscosity the fluid slides along the sphere and is [fastest at its waist](?flow=ideal), one
 * and a half times as fast as far away. Pressure before and behind is the same, so nothing drags:
 * d'Alembert's paradox of 1752.
 * @story Streamlines look the same before and behind the sphere in both flows: neither knows which way time
 * goes.
 * @preset Creeping {"flow":"creeping"}
 * @preset Ideal {"flow":"ideal"}
 * @preset One plane {"planes":1,"lines":12}
 * @preset Dense {"planes":12,"lines":10}
 * @param flow - Creeping: viscosity alone. Ideal: none.
 * @param lines - Streamlines in each half plane.
 * @param planes - Planes with streamlines, through the axis.
 * @param spread - Distance of the outermost one from the axis, far away.
 * @unit a
 */
export function sphereFlow(
  flow: FlowName = 'creeping',
  lines: Integer & Range<1, 16> = 6,
  planes: Integer & Range<1, 12> = 3,
  spread: Range<0.5, 3> = 1.8,
): DrawnFlow {
  const chosen = flows[flow]
  const { pressure, pressureUnit } = chosen
  return {
    sphere: { ...createBall(pressure), valueName: 'pressure', valueUnit: pressureUnit },
    streamlines: drawStreamlines(chosen, { lines, planes, spread }),
    arrows: drawArrows(chosen, spread),
    names: {
      points: Float32Array.of(-1, 0, 0, 1, 0, 0),
      texts: ['stagnation point', 'stagnation point'],
    },
  }
}

interface Seeds {
  readonly lines: number
  readonly planes: number
  readonly spread: number
}

/** Draws them through circles far away that are evenly spaced, each a level of the stream function. */
function drawStreamlines(flow: Flow, { lines, planes, spread }: Seeds): Lines {
  const steps = 160
  const count = 2 * planes * lines
  const points = new Float32Array(3 * count * (steps + 1))
  const scalars = new Float32Array(count * (steps + 1))
  for (let line = 0; line < lines; line++) {
    const far = (spread * (line + 1)) / lines
    for (let i = 0; i <= steps; i++) {
      const x = reach * spaceEvenly(i, steps)
      const rho = findStreamline(flow, far, x)
      const speed = Math.hypot(...flow.velocity([x, rho]))
      for (let half = 0; half < 2 * planes; half++) {
        const angle = (Math.PI * half) / planes + Math.PI / 2
        const place = (half * lines + line) * (steps + 1) + i
        points.set([x, rho * Math.cos(angle), rho * Math.sin(angle)], 3 * place)
        scalars[place] = speed
      }
    }
  }
  const starts = Uint32Array.from({ length: count }, (_, i) => i * (steps + 1))
  return { points, starts, scalars, valueName: 'speed', valueUnit: 'U' }
}

/** Returns the i-th of steps from −1 to 1, closer to each other in the middle, where lines bend. */
function spaceEvenly(i: number, steps: number): number {
  const t = (2 * i) / steps - 1
  return 0.4 * t + 0.6 * t ** 3
}

/** Draws profiles of the velocity in the plane y = 0, before, beside and behind the sphere. */
function drawArrows({ velocity }: Flow, spread: number): Arrows {
  const rows = 6 * Math.ceil(spread)
  const [points, vectors]: [number[], number[]] = [[], []]
  for (const x of profiles) {
    for (let row = -rows; row <= rows; row++) {
      const z = (spread * row) / rows
      if (Math.hypot(x, z) < 1) continue
      const [along, away] = velocity([x, Math.abs(z)])
      points.push(x, 0, z)
      vectors.push(arrowLength * along, 0, arrowLength * away * Math.sign(z))
    }
  }
  return { points: Float32Array.from(points), vectors: Float32Array.from(vectors) }
}
