import { Fragment } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type ColormapName, colormapSize, sampleColormap } from '../../look/colormaps.ts'
import { formatNumber, listPowers, listTicks } from '../../look/ticks.ts'

/** Few, so that long numbers do not touch each other on a phone. */
const tickCount = 4

/** A colormap from left to right, with numbers below. */
export function ColorBar(props: {
  readonly colormap: ColormapName
  readonly isInverted: boolean
  readonly isLogarithmic?: boolean
  readonly low: number
  readonly high: number
  /** Name and unit of the values, empty for none. */
  readonly title: string
  /** Texts in place of numbers. */
  readonly ends?: readonly string[]
}) {
  const { colormap, isInverted, isLogarithmic = false, low, high, title, ends } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const image = context.createImageData(colormapSize, 1)
    image.data.set(sampleColormap(colormap, isInverted))
    context.putImageData(image, 0, 0)
  }, [colormap, isInverted])
  const list = isLogarithmic ? listPowers : listTicks
  const ticks = ends ? [] : list(low, high, tickCount)
  const [from, to] = ends ?? [formatNumber(low), formatNumber(high)]
  const step = isLogarithmic ? undefined : (ticks[1] ?? 0) - (ticks[0] ?? 0)
  const place = isLogarithmic ? Math.log : (value: number) => value
  return (
    <figure
      class="color-bar"
      role="img"
      aria-label={`${title === '' ? 'Colour bar' : `Colour bar: ${title},`} from ${from} to ${to}`}
    >
      {title !== '' && <figcaption>{title}</figcaption>}
      <canvas ref={canvas} width={colormapSize} height={1} />
      <div class="color-bar-ticks">
        {ends?.map((end, i) => (
          <span key={end} style={i === 0 ? { left: 0 } : { right: 0 }}>
            {end}
          </span>
        ))}
        {ticks.map((tick) => {
          const percent = high > low ? (100 * (place(tick) - place(low))) / (place(high) - place(low)) : 50
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
