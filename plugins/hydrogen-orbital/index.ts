/**
 * The electron of a hydrogen atom as volumes: its density as float32 for exact work, and the sign and
 * strength of its wave as uint8, a quarter of the bytes. Lengths are in Bohr radii (a0 = 0.529 Å), the
 * nucleus is at the origin.
 */
import type { Integer, Range, Volume } from 'specimen-host/plugin'
import { type QuantumNumbers, toHarmonic, toRadial, toReach } from './wavefunction.ts'

/**
 * The probability density |ψ|² of the electron in a hydrogen atom, per cubic Bohr radius (float32). The sum
 * of all samples times the volume of one is 1, the whole electron. Solution of Schrödinger's equation, real
 * orbitals.
 *
 * @displayName Hydrogen orbital, density
 * @tags physics, quantum mechanics, atom, volume
 * @thumbnail hydrogen-density.png
 * @view colormap=magma camera=0.8,-1,0.2
 * @axes a₀
 * @value probability density, 1/a₀³
 * @story An electron in an atom has no path, only places where it is likelier to be found. Three whole
 * numbers name each pattern: n sets its size and energy, l the number of nodal planes and cones, m how they
 * lie around the axis.
 * @story The dark shells are nodes: there the electron is never found, and yet it is on both sides of them.
 * @preset 1s {"n":1,"l":0}
 * @preset 2p {"n":2,"l":1,"m":0}
 * @preset 3d cloverleaf {"n":3,"l":2,"m":2}
 * @preset 5f {"n":5,"l":3,"m":0}
 * @preset 6s, five shells {"n":6,"l":0}
 * @param n - Principal quantum number.
 * @param l - Angular momentum; what is above n − 1 counts as n − 1.
 * @param m - Its component along z; what is beyond ±l counts as ±l. Negative: the sine form.
 * @param samples - Samples along each edge of the cube.
 * @preview 40
 */
export function hydrogenDensity(
  n: Integer & Range<1, 6> = 4,
  l: Integer & Range<0, 5> = 2,
  m: Integer & Range<-5, 5> = 0,
  samples: Integer & Range<16, 160> = 72,
): Volume {
  const { values, grid } = sampleWave(toNumbers(n, l, m), samples)
  return { ...grid, data: values.map((wave) => wave * wave) }
}

/**
 * The wave function ψ of a hydrogen atom's electron with its sign (uint8): 128 is zero, brighter is positive,
 * darker is negative. Steps follow the square root of |ψ|, so that the faint outer lobes show.
 *
 * @displayName Hydrogen orbital, phase
 * @tags physics, quantum mechanics, atom, volume
 * @thumbnail hydrogen-phase.png
 * @axes a₀
 * @value wave function (128 is zero)
 * @view center=128 colormap=coolwarm
 * @story The same electron as a wave: it swings up in one lobe while it swings down in the next. When two
 * atoms meet, lobes of the same sign join into a bond, and lobes of opposite sign push the atoms apart.
 * @preset 2p {"n":2,"l":1,"m":0}
 * @preset 3d cloverleaf {"n":3,"l":2,"m":2}
 * @preset 4f {"n":4,"l":3,"m":-3}
 * @preset 6h {"n":6,"l":5,"m":3}
 * @param n - Principal quantum number.
 * @param l - Angular momentum; what is above n − 1 counts as n − 1.
 * @param m - Its component along z; what is beyond ±l counts as ±l. Negative: the sine form.
 * @param samples - Samples along each edge of the cube.
 * @preview 40
 */
export function hydrogenPhase(
  n: Integer & Range<1, 6> = 4,
  l: Integer & Range<0, 5> = 3,
  m: Integer & Range<-5, 5> = 2,
  samples: Integer & Range<16, 160> = 72,
): Volume {
  const { values, grid } = sampleWave(toNumbers(n, l, m), samples)
  let peak = 0
  for (const wave of values) peak = Math.max(peak, Math.abs(wave))
  const data = Uint8Array.from(
    values,
    (wave) => 128 + Math.round(127 * Math.sign(wave) * Math.sqrt(Math.abs(wave) / peak)),
  )
  return { ...grid, data }
}

/** Returns the nearest numbers that an electron can have: sliders move one at a time. */
function toNumbers(n: number, l: number, m: number): QuantumNumbers {
  const angular = Math.min(l, n - 1)
  return { n, l: angular, m: Math.max(-angular, Math.min(angular, m)) }
}

/** Returns ψ on a cube around the nucleus, sampled in the middle of each voxel. */
function sampleWave(
  numbers: QuantumNumbers,
  samples: number,
): { values: Float32Array; grid: Omit<Volume, 'data'> } {
  const reach = toReach(numbers)
  const step = (2 * reach) / samples
  const origin = -reach + step / 2
  const values = new Float32Array(samples ** 3)
  let i = 0
  for (let k = 0; k < samples; k++) {
    const z = origin + k * step
    for (let j = 0; j < samples; j++) {
      const y = origin + j * step
      for (let h = 0; h < samples; h++) {
        const x = origin + h * step
        values[i++] = toRadial(numbers, Math.hypot(x, y, z)) * toHarmonic(numbers, x, y, z)
      }
    }
  }
  const shape = [samples, samples, samples] as const
  return { values, grid: { shape, spacing: [step, step, step], origin: [origin, origin, origin] } }
}
