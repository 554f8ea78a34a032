/**
 * A real head: a magnetic resonance scan as the volume it is, and the surfaces that can be found in it. In
 * millimetres.
 */
import type { Integer, Mesh, Range, Volume } from 'specimen-host/plugin'
import { extractIsosurface } from '../shared/isosurface.ts'
import { type Part, readScan, scanOrigin, scanShape, scanSpacing } from './scan.ts'
import { smooth } from './smooth.ts'

/**
 * A surface of equal brightness in a real MR scan of a head: skin, or the folds of the brain. Marching cubes
 * on the Colin 27 average at 1.5 mm. In millimetres of MNI space: x to the right, y to the front, z up.
 *
 * @displayName Head scan, surface
 * @tags medicine, anatomy, MRI, brain, mesh
 * @thumbnail head-surface.png
 * @axes mm, RAS
 * @view camera=1,0.6,0.3 solid=sand
 * @story Colin Holmes had himself scanned 27 times, and the average of the 27 is so clear that a generation
 * of brain science used it as its map. What you see is where the brightness of the scan passes "level".
 * @story Take the head and lower the level: noise in the air around it appears first, then skin. Raise it,
 * and you walk through fat, the skull's marrow, and at last the white matter.
 * @preset Brain {"part":"brain"}
 * @preset Face {"part":"head","level":45,"smoothing":1}
 * @preset Smooth brain {"level":60,"smoothing":3}
 * @preset White matter {"level":130}
 * @param part - The whole head, or the brain with everything around it removed.
 * @param level - Brightness of the surface; the scan goes from 0 to 255.
 * @param smoothing - Smoothing of the scan beforehand: radius in samples of 1.5 mm.
 */
export function headSurface(
  part: Part = 'brain',
  level: Range<10, 180, 1> = 78,
  smoothing: Integer & Range<0, 4> = 0,
): Mesh {
  const data = smooth(toClosed(readScan(part)), scanShape, smoothing)
  return extractIsosurface({ shape: scanShape, data, spacing: scanSpacing, origin: scanOrigin }, level)
}

/**
 * A real MR scan of a head as a uint8 volume: the Colin 27 average, T1-weighted, 121×145×121 samples of 1.5
 * mm. White matter is brighter than grey. Axes z up, y to the front, x to the right, in millimetres of MNI
 * space.
 *
 * @displayName Head scan, volume
 * @tags medicine, anatomy, MRI, brain, volume
 * @thumbnail head-volume.png
 * @axes mm, RAS
 * @value brightness
 * @view camera=1,0.75,0.35 slabs=0,0.5,0,1,0,1
 * @story No ray went through this head. In a strong magnet the nuclei of hydrogen were tipped over by radio
 * waves, and how fast they righted themselves told fat from water and white matter from grey.
 * @preset Head {"part":"head"}
 * @preset Brain {"part":"brain"}
 * @param part - The whole head, or the brain with everything around it removed.
 */
export function headVolume(part: Part = 'head'): Volume {
  return { shape: scanShape, data: readScan(part), spacing: scanSpacing, origin: scanOrigin }
}

/** Returns the scan with its outermost samples dark, so that a surface that leaves it is closed there. */
function toClosed(scan: Uint8Array): Uint8Array {
  const [depth, height, width] = scanShape
  for (let i = 0; i < scan.length; i++) {
    const [x, y, z] = [i % width, Math.floor(i / width) % height, Math.floor(i / (width * height))]
    if (x % (width - 1) === 0 || y % (height - 1) === 0 || z % (depth - 1) === 0) scan[i] = 0
  }
  return scan
}
