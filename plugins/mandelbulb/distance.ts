/**
 * How far a point is from the Mandelbulb: z → z^p + c in three dimensions, where a power multiplies the two
 * angles of a vector (D. White and P. Nylander, 2009), with the distance estimate ½ r ln r / |dr| (J. Hart
 * and others, 1989).
 */

/** Gives a lower estimate of the distance from (x, y, z) to a set; 0 where the point does not escape. */
export type Distance = (x: number, y: number, z: number) => number

/** Returns the distance to the set of a power, whose rule is applied up to `iterations` times. */
export function createDistance(power: number, iterations: number): Distance {
  return (x, y, z) => {
    let [px, py, pz] = [x, y, z]
    let slope = 1
    let r = Math.hypot(px, py, pz)
    for (let i = 0; i < iterations && r < 2; i++) {
      const polar = power * Math.acos(r > 0 ? pz / r : 1)
      const azimuth = power * Math.atan2(py, px)
      const grown = r ** power
      slope = power * r ** (power - 1) * slope + 1
      px = x + grown * Math.sin(polar) * Math.cos(azimuth)
      py = y + grown * Math.sin(polar) * Math.sin(azimuth)
      pz = z + grown * Math.cos(polar)
      r = Math.hypot(px, py, pz)
    }
    return r < 2 ? 0 : (0.5 * r * Math.log(r)) / slope
  }
}
