/**
 * How far a point is from the Mandelbulb: z → z^p + c in three dimensions, where a power multiplies the two
 * angles of a vector (D. White and P. Nylander, 2009), with the distance estimate ½ r ln r / |dr| (J. Hart
 * and others, 1989).
 */

/** Returns a lower estimate of the distance from (x, y, z) to the set; 0 where the point does not escape. */
export function toDistance(x: number, y: number, z: number, power: number, iterations: number): number {
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
