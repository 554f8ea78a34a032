/** How two gears stand to each other while one turns the other. */
import type { Lines, Mesh, Part } from 'specimen-host/plugin'
import { pressureAngle } from './profile.ts'

/** Module of the pair in mm: pitch diameter divided by the number of teeth. */
export const pairModule = 2

/** The numbers of teeth of two gears. */
export interface Ratio {
  readonly teeth: number
  readonly pinionTeeth: number
}

/** Three rows of four numbers. */
type Place = NonNullable<Part<Mesh>['place']>

/** Returns the place of what is turned about the z axis by an angle in radians, and stands at x. */
export function turnAbout(angle: number, x: number): Place {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [
    [cos, -sin, 0, x],
    [sin, cos, 0, 0],
    [0, 0, 1, 0],
  ]
}

/**
 * Returns the angle in radians of a pinion at +x whose wheel is turned by `angle`. Where the wheel has a
 * tooth at +x the pinion has a gap at −x: half a pitch from a tooth, where it would have one.
 */
export function turnPinion(angle: number, { teeth, pinionTeeth }: Ratio): number {
  const half = pinionTeeth % 2 === 0 ? Math.PI / pinionTeeth : 0
  return half - (angle * teeth) / pinionTeeth
}

/** Half of the length that is drawn of the line of action, in modules. */
const reach = 4
/** Above the faces of both gears, which are 12 mm wide. */
const height = 6.2

/** Returns how far apart the axles are. */
export function toDistance({ teeth, pinionTeeth }: Ratio): number {
  return (pairModule * (teeth + pinionTeeth)) / 2
}

/** Returns the circles that roll on each other. */
export function drawPitchCircles(ratio: Ratio): Lines {
  const sides = 120
  const points: number[] = []
  for (const [count, x] of [
    [ratio.teeth, 0],
    [ratio.pinionTeeth, toDistance(ratio)],
  ] as const) {
    const radius = (pairModule * count) / 2
    for (let i = 0; i <= sides; i++) {
      const angle = (2 * Math.PI * (i % sides)) / sides
      points.push(x + radius * Math.cos(angle), radius * Math.sin(angle), height)
    }
  }
  return { points: Float32Array.from(points), starts: Uint32Array.of(0, sides + 1) }
}

/**
 * Returns the line on which flanks meet while the wheel drives counter-clockwise: through the pitch point.
 */
export function drawLineOfAction({ teeth }: Ratio): Lines {
  const pitch = (pairModule * teeth) / 2
  const length = reach * pairModule
  const [x, y] = [length * Math.sin(pressureAngle), length * Math.cos(pressureAngle)]
  return { points: Float32Array.of(pitch - x, -y, height, pitch + x, y, height) }
}
