import { useMemo } from 'preact/hooks'
import { chooseColormap, sampleColormap } from '../color/colormaps.ts'
import { formatNumber } from '../color/ticks.ts'
import type { PreparedVolume } from '../data/prepared.ts'
import { readSample, sizeOf, toIndex } from '../data/volume-grid.ts'
import type { Display, Vector3 } from '../state/display.ts'
import { middle } from './crosshair.ts'
import { slicePlanes } from './slice.ts'
import { SliceFigure } from './slice-figure.tsx'

/** Three orthogonal slices of a volume through one place, moved by pointer, wheel and keys. */
export function Slices(props: {
  readonly prepared: PreparedVolume
  readonly display: Display
  readonly onChange: (slices: Vector3) => void
}) {
  const { prepared, display, onChange } = props
  const { result, bounds, range } = prepared
  const { isInverted, window } = display
  const colormap = chooseColormap(display.colormap, result)
  const [low, high] = window ?? range
  const colors = useMemo(
    () => ({ colormap: sampleColormap(colormap, isInverted), window: [low, high] as const }),
    [colormap, isInverted, low, high],
  )
  const size = sizeOf(result)
  const crosshair = display.slices ?? middle
  const index = toIndex(size, crosshair)
  const value = formatNumber(readSample(result, index))
  return (
    <section class="slices" aria-label="Slices">
      <div class="slices-row">
        {slicePlanes.map((plane) => (
          <SliceFigure
            key={plane.name}
            {...{ result, bounds, plane, colors, crosshair, size, value, onChange }}
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
