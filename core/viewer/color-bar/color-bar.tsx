import { Fragment } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { colormapSize } from '../../contract/look/colormaps.ts'
import { findFree } from '../../contract/look/find-free.ts'
import { formatEnd, listMarks, type Mark, type Scaled } from './marks.ts'

/** The least distance of two numbers, in pixels. */
const leastGap = 6

/** A window of values. */
type Window = readonly [low: number, high: number]

interface ColorBarProps {
  /** Four bytes for each of {@link colormapSize} equal parts. */
  readonly colors: Uint8Array<ArrayBuffer>
  readonly isLogarithmic?: boolean
  readonly low: number
  readonly high: number
  /** The ends of the values: those beyond the bar have the colour of its end, which a triangle says. */
  readonly range?: Window
  /** Name and unit of the values, empty for none. */
  readonly title: string
  /** Texts in place of numbers. */
  readonly ends?: readonly string[]
  /** Called while an end is dragged; absent where it cannot be. */
  readonly onWindow?: (window: Window) => void
}

/** Colours from left to right, with numbers below: both ends, and round ones between. */
export function ColorBar(props: ColorBarProps) {
  const { colors, isLogarithmic = false, low, high, range, title, ends, onWindow } = props
  const bar = useRef<HTMLDivElement>(null)
  const [from, to] = ends ?? [formatEnd(low, props), formatEnd(high, props)]
  const [isBelow, isAbove] = [range !== undefined && range[0] < low, range !== undefined && range[1] > high]
  const beyond = `${isBelow ? ', with values below' : ''}${isAbove ? ', with values above' : ''}`
  return (
    <figure
      class="color-bar"
      role="img"
      aria-label={`${title === '' ? 'Colour bar' : `Colour bar: ${title},`} from ${from} to ${to}${beyond}`}
    >
      {title !== '' && <figcaption dir="auto">{title}</figcaption>}
      <div class="color-bar-strip" ref={bar}>
        <Triangle colors={colors} end={0} isShown={isBelow} />
        <Strip colors={colors} />
        <Triangle colors={colors} end={1} isShown={isAbove} />
        {onWindow &&
          ([0, 1] as const).map((end) => (
            <Handle
              key={end}
              bar={bar}
              low={low}
              high={high}
              isLogarithmic={isLogarithmic}
              end={end}
              onWindow={onWindow}
            />
          ))}
      </div>
      {ends ? <Words ends={ends} /> : <Ticks marks={listMarks(props)} />}
    </figure>
  )
}

/** Words in the place of numbers, each at its end; beside each other they may take several lines. */
function Words({ ends }: { readonly ends: readonly string[] }) {
  return (
    <div class="color-bar-words">
      {ends.map((end) => (
        <span key={end} dir="auto">
          {end}
        </span>
      ))}
    </div>
  )
}

/** The numbers that have room, as they are measured at the width and size of text of the moment. */
function Ticks({ marks }: { readonly marks: readonly Mark[] }) {
  const row = useRef<HTMLDivElement>(null)
  const [free, setFree] = useState<readonly boolean[]>([])
  const texts = marks.map(({ text }) => text).join(' ')
  useLayoutEffect(() => {
    const measure = (): void => {
      const spans = Array.from(row.current?.querySelectorAll('span') ?? [])
      setFree(findFree(spans.map(toSpan), leastGap))
    }
    const observer = new ResizeObserver(measure)
    if (row.current) observer.observe(row.current)
    measure()
    return () => observer.disconnect()
  }, [texts])
  return (
    <div class="color-bar-ticks" ref={row}>
      {marks.map(({ text, percent }, i) => {
        // One without room has a place all the same, which is measured again.
        const visibility = free[i] === false ? 'hidden' : undefined
        return (
          <Fragment key={percent}>
            <i style={{ left: `${percent}%`, visibility }} />
            {/* The anchor of a label moves with its mark, so that it stays within the bar. */}
            <span style={{ left: `${percent}%`, transform: `translateX(-${percent}%)`, visibility }}>
              {text}
            </span>
          </Fragment>
        )
      })}
    </div>
  )
}

function toSpan(element: Element): readonly [left: number, right: number] {
  const { left, right } = element.getBoundingClientRect()
  return [left, right]
}

type Colors = Pick<ColorBarProps, 'colors'>

function Strip({ colors }: Colors) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const image = context.createImageData(colormapSize, 1)
    image.data.set(colors)
    context.putImageData(image, 0, 0)
  }, [colors])
  return <canvas class="color-bar-colors" ref={canvas} width={colormapSize} height={1} />
}

/** Says that there are values beyond an end; drawn on a canvas, so that a saved figure has it. */
function Triangle({ colors, end, isShown }: Colors & { readonly end: 0 | 1; readonly isShown: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const [red, green, blue] = colors.subarray(4 * (colormapSize - 1) * end)
    const { width, height } = context.canvas
    const [base, tip] = end === 0 ? [width, 0] : [0, width]
    context.clearRect(0, 0, width, height)
    context.fillStyle = `rgb(${red} ${green} ${blue})`
    context.beginPath()
    context.moveTo(base, 0)
    context.lineTo(tip, height / 2)
    context.lineTo(base, height)
    context.fill()
  }, [colors, end, isShown])
  return isShown ? (
    <canvas class="color-bar-beyond" data-end={end} ref={canvas} width={20} height={20} />
  ) : null
}

interface HandleProps {
  readonly bar: { readonly current: HTMLElement | null }
  readonly end: 0 | 1
  readonly onWindow: (window: Window) => void
}

/** An end that is dragged. Keys and screen readers have the sliders of the panel. */
function Handle(props: Scaled & HandleProps) {
  const { bar, low, high, isLogarithmic, end, onWindow } = props
  const start = useRef<Scaled & { readonly x: number }>({ low, high, x: 0 })
  return (
    <i
      class="color-bar-end"
      data-end={end}
      aria-hidden="true"
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId)
        start.current = { low, high, isLogarithmic: isLogarithmic ?? false, x: clientX }
      }}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        const part = (clientX - start.current.x) / Math.max(1, bar.current?.clientWidth ?? 1)
        onWindow(dragEnd(start.current, end, part))
      }}
    />
  )
}

/** The least width that a drag leaves, in parts of the one before. */
const leastWidth = 0.01

/** Returns the window with an end moved by a part of the bar; it stops before the other end. */
export function dragEnd(scaled: Scaled, end: 0 | 1, part: number): Window {
  const { low, high, isLogarithmic = false } = scaled
  const at = end === 0 ? Math.min(part, 1 - leastWidth) : Math.max(1 + part, leastWidth)
  const value = isLogarithmic ? low * (high / low) ** at : low + (high - low) * at
  const rounded = Number(formatEnd(value, scaled))
  return end === 0 ? [rounded, high] : [low, rounded]
}
