import { useLayoutEffect, useRef } from 'preact/hooks'
import type { VolumeResult } from '../../domain/result/result.ts'
import type { Vector3 } from '../../look/display.ts'
import { formatNumber } from '../../look/ticks.ts'
import type { Bounds } from '../data/prepared.ts'
import { toIndex } from '../data/volume-grid.ts'
import { moveAlong, moveByKey, moveTo, toFraction, withAxis } from './crosshair.ts'
import { drawSlice, type SliceColors, type SlicePlane } from './slice.ts'

interface SliceFigureProps {
  readonly result: VolumeResult
  readonly bounds: Bounds
  readonly plane: SlicePlane
  readonly colors: SliceColors
  readonly crosshair: Vector3
  readonly size: Vector3
  readonly value: string
  readonly unit: string
  readonly onChange: (crosshair: Vector3) => void
}

const axisNames = ['x', 'y', 'z'] as const

/** Number of samples from which a slice is smoothed; smaller ones are enlarged in blocks. */
const smoothFrom = 320

/** One slice: its picture with the crosshair, and a slider through the volume. */
export function SliceFigure(props: SliceFigureProps) {
  const { bounds, plane, crosshair, size, value, unit, onChange } = props
  const { name, columns, rows, across } = plane
  const index = toIndex(size, crosshair)
  const canvas = useSlice(props, index[across])
  const extent = (axis: 0 | 1 | 2): number => bounds.high[axis] - bounds.low[axis]
  const place = bounds.low[across] + crosshair[across] * extent(across)
  const position = `${formatNumber(place)} ${unit}`.trim()
  const isSmooth = Math.max(size[columns], size[rows]) > smoothFrom
  return (
    <figure class="slice">
      <figcaption>
        <b class="slice-name">{name}</b>
        <span>
          {axisNames[across]} {position}
        </span>
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields, this is a picture with keys */}
      <div
        class="slice-picture"
        role="group"
        aria-roledescription="slice"
        aria-label={`${name} at ${axisNames[across]} ${position}, value ${value}. Arrow keys move it.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
        tabIndex={0}
        style={{ '--ratio': String(extent(columns) / extent(rows) || 1) }}
        {...usePointer(props)}
        onKeyDown={(event) => {
          const next = moveByKey({ key: event.key, isFast: event.shiftKey }, plane, crosshair, size)
          if (!next) return
          event.preventDefault()
          onChange(next)
        }}
      >
        <canvas
          ref={canvas}
          class={isSmooth ? 'slice-smooth' : ''}
          width={size[columns]}
          height={size[rows]}
        />
        <i class="slice-column" style={{ left: `${100 * crosshair[columns]}%` }} />
        <i class="slice-row" style={{ top: `${100 * (1 - crosshair[rows])}%` }} />
      </div>
      <input
        type="range"
        aria-label={`${axisNames[across]} of the slice ${name}`}
        aria-valuetext={position}
        min={0}
        max={size[across] - 1}
        step={1}
        value={index[across]}
        onInput={({ currentTarget }) =>
          onChange(withAxis(crosshair, across, toFraction(currentTarget.valueAsNumber, size[across])))
        }
      />
    </figure>
  )
}

function useSlice({ result, plane, colors, size }: SliceFigureProps, index: number) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const image = useRef<ImageData | null>(null)
  const [width, height] = [size[plane.columns], size[plane.rows]]
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    if (image.current?.width !== width || image.current.height !== height)
      image.current = context.createImageData(width, height)
    drawSlice(result, plane, index, { ...colors, pixels: image.current.data })
    context.putImageData(image.current, 0, 0)
  }, [result, plane, index, colors, width, height])
  return canvas
}

/** Wheel distance for one sample, in pixels of the wheel; a notch is about 100. */
const wheelPixels = 40

function usePointer({ plane, crosshair, size, onChange }: SliceFigureProps) {
  const turned = useRef(0)
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent): void => {
    if (!(currentTarget instanceof Element)) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onChange(moveTo(plane, crosshair, (clientX - left) / width, (clientY - top) / height))
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || !(event.currentTarget instanceof Element)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      follow(event)
    },
    onPointerMove(event: PointerEvent) {
      const isHeld =
        event.currentTarget instanceof Element && event.currentTarget.hasPointerCapture(event.pointerId)
      if (isHeld) follow(event)
    },
    onWheel(event: WheelEvent) {
      event.preventDefault()
      turned.current +=
        event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelPixels
      const samples = Math.trunc(turned.current / wheelPixels)
      if (samples === 0) return
      turned.current -= samples * wheelPixels
      onChange(moveAlong(crosshair, size, plane.across, -samples))
    },
  }
}
