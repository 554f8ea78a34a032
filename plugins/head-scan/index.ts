/**
 * A real head: a magnetic resonance scan as the volume it is, and the surfaces that can be found in it. In
 * millimetres.
 */
import type { Integer, Mesh, Range, Volume } from 'specimen-host/plugin'
import { extractIsosurface } from '../shared/isosurface.ts'
import { findSkin } from './find-skin.ts'
import { findSkull } from './find-skull.ts'
import { findThresholds, toTissues } from './find-tissues.ts'
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

/** A head in layers, from inside. */
interface HeadLayers {
  readonly scan: Volume
  readonly skull: Mesh
  readonly skin: Mesh
}

/**
 * A real MR scan and what was found in it: the brain, the outer surface of the skull above its base, and the
 * skin. Colin 27, T1-weighted, in millimetres of MNI space.
 *
 * @displayName Head in layers
 * @tags medicine, anatomy, MRI, brain, scene
 * @thumbnail head-layers.png
 * @axes mm, RAS
 * @value brightness
 * @view camera=1,0.75,0.3
 * @part scan title="Scan"
 * @part skull opacity=0.45 color=#e8dcc0 title="Skull, outer surface"
 * @part skin opacity=0.22 color=#d9a38a title="Skin"
 * @story Three layers of one man. Bone holds hardly any water, so the scan shows it as dark as air: the skull
 * is found by what lies around it, where the dark that begins at the brain ends at the bright fat of the
 * scalp.
 * @story [Hide the skin](?~parts=skin:off) and the skull's cap remains, open at its base, where air, bone and
 * muscle cannot be told apart in such a scan. The part of the [whole
 * head](?inside=head&~parts=skin:off,skull:off) is the scan as it is.
 * @preset Brain inside {"inside":"brain"}
 * @preset Whole scan inside {"inside":"head"}
 * @param inside - What is shown of the scan.
 * @param level - Brightness at which the skin begins; air has 0.
 */
export function headLayers(inside: Part = 'brain', level: Range<20, 70, 1> = 40): HeadLayers {
  const [scan, brain] = [readScan('head'), readScan('brain')]
  const [spacing] = scanSpacing
  const notes = [
    'Of the skull there is the outer surface above its base: within, bone is as dark as liquor in this scan.',
    'Hollows of the skin that no straight line along an axis reaches, such as ear canals, are closed.',
  ]
  return {
    scan: {
      shape: scanShape,
      data: inside === 'head' ? scan : brain,
      spacing: scanSpacing,
      origin: scanOrigin,
    },
    skull: { ...findSkull({ shape: scanShape, spacing, origin: scanOrigin, scan, brain }), notes },
    skin: findSkin(
      { shape: scanShape, data: smooth(scan, scanShape, 1), spacing: scanSpacing, origin: scanOrigin },
      level,
    ),
  }
}

/** A scan and what each of its samples is. */
interface BrainTissues {
  readonly scan: Volume
  readonly tissues: Volume
}

/**
 * A segmentation over its scan: each sample of a real brain is liquor, grey or white matter, by its
 * brightness alone (Otsu's thresholds). Colin 27, T1-weighted, in millimetres of MNI space.
 *
 * @displayName Brain tissues
 * @tags medicine, anatomy, MRI, brain, segmentation, scene
 * @thumbnail brain-tissues.png
 * @axes mm, RAS
 * @value brightness
 * @view camera=0.8,1,0.5 slabs=0,1,0,1,0,0.62
 * @part scan opacity=0.4 title="Scan"
 * @part tissues title="Tissues"
 * @story White matter, the wiring of the brain, is brightest here: its fat lets hydrogen recover fastest.
 * Grey matter, where the cells are, folds around it. Liquor, nearly water, stays dark.
 * @story Nobuyuki Otsu's thresholds are those between which the classes differ most. They know of brightness
 * alone, and nothing of anatomy: see where [they err](?~parts=scan:off), along every border that runs through
 * a sample.
 * @preset As scanned {"smoothing":0}
 * @preset Smoothed {"smoothing":1}
 * @param smoothing - Smoothing beforehand: radius in samples of 1.5 mm.
 */
export function brainTissues(smoothing: Integer & Range<0, 2> = 0): BrainTissues {
  const [head, scan] = [readScan('head'), readScan('brain')]
  const smoothed = smooth(head, scanShape, smoothing)
  // The scan of the brain fades at its border: a sample is of the brain where half of its brightness is left.
  const isBrain = (i: number): boolean => 2 * (scan[i] ?? 0) > (head[i] ?? 0)
  const values = head.map((_, i) => (isBrain(i) ? Math.max(1, Math.round(smoothed[i] ?? 0)) : 0))
  const thresholds = findThresholds(values)
  const grid = { shape: scanShape, spacing: scanSpacing, origin: scanOrigin }
  const [low, high] = thresholds
  return {
    scan: { ...grid, data: scan },
    tissues: {
      ...grid,
      data: toTissues(values, thresholds),
      labels: [
        { value: 1, name: 'liquor', color: [72, 132, 196] },
        { value: 2, name: 'grey matter', color: [206, 96, 88] },
        { value: 3, name: 'white matter', color: [240, 226, 190] },
      ],
      notes: [
        `By brightness alone, after Otsu: liquor up to ${low}, grey matter up to ${high}, white above.`,
        'A sample of two tissues counts as one; vessels and membranes as the tissue of their brightness.',
      ],
    },
  }
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
