import { useMemo } from 'preact/hooks'
import { sampleColormap } from '../../look/colormaps.ts'
import type { Display, Vector3 } from '../../look/display.ts'
import { formatNumber } from '../../look/ticks.ts'
import { chooseTransfer } from '../../look/volume-transfer.ts'
import type { PreparedVolume } from '../data/prepared.ts'
import { readSample, sizeOf, toIndex } from '../data/volume-grid.ts'
import { middle } from './crosshair.ts'
import { slicePlanes } from './slice.ts'
import { SliceFigure } from './slice-figure.tsx'

/** Three orthogonal slices of a volume through one place, moved by pointer, wheel and keys. */
export function Slices(props: {
  readonly prepared: PreparedVolume
  readonly display: Display
  /** The units of lengths and values, empty for none. */
  readonly meaning: { readonly unit: string; readonly valueUnit: string }
  readonly onChange: (slices: Vector3) => void
}) {
  const { prepared, display, meaning, onChange } = props
  const { unit, valueUnit } = meaning
  const { result, bounds } = prepared
  const { isInverted } = display
  const { colormap, window } = chooseTransfer(prepared, display)
  const [low, high] = window
  const colors = useMemo(
    () => ({ colormap: sampleColormap(colormap, isInverted), window: [low, high] as const }),
    [colormap, isInverted, low, high],
  )
  const size = sizeOf(result)
  const crosshair = display.slices ?? middle
  const index = toIndex(size, crosshair)
  const value = `${formatNumber(readSample(result, index))} ${valueUnit}`.trim()
  return (
    <section class="slices" aria-label="Slices">
      <div class="slices-row">
        {slicePlanes.map((plane) => (
          <SliceFigure
            key={plane.name}
            {...{ result, bounds, plane, colors, crosshair, size, value, unit, onChange }}
          />
        ))}
      </div>
      <output class="slices-value">
        <span>
          Sample <b>{index.join(', ')}</b>
        </span>
        <span>
          Value <b>{value}</b>
        </span>
      </output>
    </section>
  )
}
