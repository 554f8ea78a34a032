/**
 * The outline of a gear with involute teeth after ISO 53: pressure angle 20°, addendum 1 and dedendum 1.25
 * modules.
 */

type Point2 = [x: number, y: number]

/** The angle between the line of action and the way of the teeth, in radians. */
export const pressureAngle = (20 * Math.PI) / 180
const flankSteps = 8

/** Returns the outline of a gear around the origin, counter-clockwise, in the unit of the module. */
export function toGearProfile(teeth: number, toothModule: number): Point2[] {
  const pitchRadius = (teeth * toothModule) / 2
  const baseRadius = pitchRadius * Math.cos(pressureAngle)
  const tipRadius = pitchRadius + toothModule
  const rootRadius = pitchRadius - 1.25 * toothModule
  const start = Math.max(baseRadius, rootRadius)
  // A tooth is as wide as a gap on the pitch circle, with 2 % play.
  const halfTooth = (Math.PI / 2 / teeth) * 0.98 + toInvolute(pitchRadius, baseRadius)
  const flank: Point2[] = [[rootRadius, halfTooth - toInvolute(start, baseRadius) + 0.15 / teeth]]
  for (let i = 0; i <= flankSteps; i++) {
    const radius = start + ((tipRadius - start) * i) / flankSteps
    flank.push([radius, Math.max(halfTooth - toInvolute(radius, baseRadius), 0.02 / teeth)])
  }
  const outline: Point2[] = []
  for (let tooth = 0; tooth < teeth; tooth++) {
    const middle = (2 * Math.PI * tooth) / teeth
    for (const [radius, angle] of flank) outline.push(toCartesian(radius, middle - angle))
    for (const [radius, angle] of flank.toReversed()) outline.push(toCartesian(radius, middle + angle))
  }
  return outline
}

/** Returns by how much (radians) the involute of a circle has turned where it reaches `radius`. */
function toInvolute(radius: number, baseRadius: number): number {
  const angle = Math.acos(Math.min(baseRadius / radius, 1))
  return Math.tan(angle) - angle
}

function toCartesian(radius: number, angle: number): Point2 {
  return [radius * Math.cos(angle), radius * Math.sin(angle)]
}
