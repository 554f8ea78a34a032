import { useMemo } from 'preact/hooks'
import type { Display } from '../../look/display.ts'
import { chooseTransfer, toIsovalues } from '../../look/volume-transfer.ts'
import type { PreparedVolume } from '../data/prepared.ts'

/**
 * The histogram of a volume, logarithmic: most of a scan is air. Values outside of the window are paler, and
 * a line marks the surface. The sliders below have the numbers for screen readers.
 */
export function Histogram({
  prepared,
  display,
}: {
  readonly prepared: PreparedVolume
  readonly display: Display
}) {
  const { histogram, range } = prepared
  const shape = useMemo(() => toShape(histogram), [histogram])
  const place = (value: number): number =>
    (histogram.length * (value - range[0])) / (range[1] - range[0] || 1)
  const [low, high] = chooseTransfer(prepared, display).window
  const surfaces = toIsovalues(prepared, display)
  return (
    <svg
      class="histogram"
      viewBox={`0 0 ${histogram.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <clipPath id="window">
        <rect x={place(low)} y={0} width={Math.max(0, place(high) - place(low))} height={100} />
      </clipPath>
      <path d={shape} />
      <path d={shape} clip-path="url(#window)" class="is-inside" />
      {display.rendering === 'isosurface' &&
        surfaces.map((surface) => <path key={surface} d={`M${place(surface)} 0V100`} class="is-surface" />)}
    </svg>
  )
}

/** Returns the bars as one area, 100 high. A bar joins two parts, as 8-bit values would leave gaps. */
function toShape(histogram: Uint32Array): string {
  const most = Math.log1p(histogram.reduce((high, count) => Math.max(high, count), 1))
  const counts = Array.from({ length: histogram.length / 2 }, (_, i) =>
    Math.max(histogram[2 * i] ?? 0, histogram[2 * i + 1] ?? 0),
  )
  const steps = counts.map((count) => `V${(100 - (100 * Math.log1p(count)) / most).toFixed(1)}h2`)
  return `M0 100${steps.join('')}V100Z`
}
