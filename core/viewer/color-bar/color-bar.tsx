import { Fragment } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type ColormapName, colormapSize, sampleColormap } from '../color/colormaps.ts'
import { formatNumber, listTicks } from '../color/ticks.ts'

/** Few, so that long numbers do not touch each other on a phone. */
const tickCount = 4

/** A colormap from left to right, with numbers below. */
export function ColorBar(props: {
  readonly colormap: ColormapName
  readonly isInverted: boolean
  readonly low: number
  readonly high: number
}) {
  const { colormap, isInverted, low, high } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const image = context.createImageData(colormapSize, 1)
    image.data.set(sampleColormap(colormap, isInverted))
    context.putImageData(image, 0, 0)
  }, [colormap, isInverted])
  const ticks = listTicks(low, high, tickCount)
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  return (
    <figure
      class="color-bar"
      role="img"
      aria-label={`Colours from ${formatNumber(low)} to ${formatNumber(high)}`}
    >
      <canvas ref={canvas} width={colormapSize} height={1} />
      <div class="color-bar-ticks">
        {ticks.map((tick) => {
          const percent = high > low ? (100 * (tick - low)) / (high - low) : 50
          // The anchor of a label moves with its mark, so that it stays within the bar.
          return (
            <Fragment key={tick}>
              <i style={{ left: `${percent}%` }} />
              <span style={{ left: `${percent}%`, transform: `translateX(-${percent}%)` }}>
                {formatNumber(tick, step)}
              </span>
            </Fragment>
          )
        })}
      </div>
    </figure>
  )
}
