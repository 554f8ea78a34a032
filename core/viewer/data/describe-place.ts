import { applyAffine } from '../../contract/look/affine.ts'
import { longestSide } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { formatNumber, formatPlace } from '../../contract/look/ticks.ts'
import { placementOf } from '../../data/prepared/placement.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import { toWorldPlace } from '../../data/prepared/world-place.ts'

const ends = [
  ['L', 'R'],
  ['P', 'A'],
  ['I', 'S'],
] as const

/** Returns whether the places of a content are known in the patient: by letters, and from an origin. */
export function isInPatient({ type, orientation, result }: Prepared): boolean {
  return (
    orientation !== undefined && (type !== 'volume' || ('origin' in result && result.origin !== undefined))
  )
}

/**
 * Returns a place in the world of the file: `R 11.5  A 9  S 17.5 mm` in a patient, else `x 1  y 2  z 3 mm`.
 * Anatomy without an origin has places from its first sample, and that is said.
 */
export function describePlace(prepared: Prepared, place: Vector3, unit: string): string {
  const parts = ([0, 1, 2] as const).map((axis) => nameCoordinate(prepared, place, axis)).join('  ')
  return `${parts} ${unit}`.trim() + describeOrigin(prepared)
}

/** Returns how far a slice through a place is: `S 17.5 mm` in a patient, else `z 3 mm` along its own axis. */
export function describeDepth(
  prepared: Prepared,
  place: Vector3,
  { across, sceneAxis }: { readonly across: 0 | 1 | 2; readonly sceneAxis: 0 | 1 | 2 },
  unit: string,
): string {
  if (isInPatient(prepared)) return `${nameCoordinate(prepared, place, sceneAxis)} ${unit}`.trim()
  const { result, orientation, bounds } = prepared
  const isFromFirst = orientation !== undefined || 'direction' in result
  const text = `${'xyz'.charAt(across)} ${formatPlace(place[across], longestSide(bounds))} ${unit}`.trim()
  return isFromFirst ? text + fromFirst : text
}

const fromFirst = ' from the first sample'

function describeOrigin(prepared: Prepared): string {
  return prepared.orientation !== undefined && !isInPatient(prepared) ? fromFirst : ''
}

function nameCoordinate(prepared: Prepared, place: Vector3, axis: 0 | 1 | 2): string {
  const extent = longestSide(prepared.bounds)
  if (!isInPatient(prepared)) {
    const there = prepared.type === 'volume' ? toWorldPlace(prepared, place) : place
    return `${'xyz'.charAt(axis)} ${formatPlace(there[axis], extent)}`
  }
  const part = applyAffine(placementOf(prepared), place)[axis]
  // A two-thousandth of a head is a tenth of a millimetre.
  const step = extent / 2000
  const text = Math.abs(part) < step / 2 ? '0' : formatNumber(Math.abs(part), step)
  return `${ends[axis][part < 0 && text !== '0' ? 0 : 1]} ${text}`
}
