import type { Display } from '../../contract/look/display.ts'
import { chooseLength } from '../../contract/look/scale-length.ts'
import { formatNumber } from '../../contract/look/ticks.ts'
import type { PreparedVolume } from '../../data/prepared/prepared.ts'
import { extentOf, type SlicePlane, toRange } from './slice-plane.ts'

/** Longest ruler, in parts of the picture. */
const longestRuler = 0.35

interface SliceRulerProps {
  readonly prepared: PreparedVolume
  readonly plane: SlicePlane
  readonly zoom: Display['zoom']
  readonly unit: string
}

/** A round length, in the unit of the data or in that of its coordinates. */
export function SliceRuler({ prepared: { bounds }, plane: { columns }, zoom, unit }: SliceRulerProps) {
  const [from, to] = toRange(zoom, columns.axis)
  const shown = extentOf(bounds, columns.axis) * (to - from)
  const length = chooseLength(1 / shown, longestRuler)
  if (length === null) return null
  const text = `${formatNumber(length)} ${unit}`.trim()
  return (
    <span
      class="slice-ruler"
      role="img"
      aria-label={`Scale bar: ${text}`}
      style={{ width: `${(100 * length) / shown}%` }}
    >
      <span>{text}</span>
      <i />
    </span>
  )
}
