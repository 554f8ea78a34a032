import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { sampleColormap } from '../../look/colormaps.ts'
import type { Display, Vector3 } from '../../look/display.ts'
import { formatNumber } from '../../look/ticks.ts'
import { toVector } from '../../look/vectors.ts'
import { chooseTransfer } from '../../look/volume-transfer.ts'
import type { PreparedVolume } from '../data/prepared.ts'
import { readSample, sizeOf, toIndex } from '../data/volume-grid.ts'
import { applyAffine, toWorldAffine } from '../data/world-place.ts'
import { middle } from './crosshair.ts'
import { SliceFigure, type SliceFigureProps } from './slice-figure.tsx'
import { listPlanes, type SlicePlane } from './slice-plane.ts'
import { reveal } from './zoom.ts'

/** Three orthogonal slices of a volume, moved by pointer, wheel and keys. A large one has its own place. */
export function Slices(props: {
  readonly prepared: PreparedVolume
  readonly display: Display
  /** The units of lengths and values, and the anatomical directions of the axes; empty for none. */
  readonly meaning: { readonly unit: string; readonly valueUnit: string; readonly orientation: string }
  readonly onChange: (change: Partial<Pick<Display, 'slices' | 'large' | 'zoom'>>) => void
}) {
  const { prepared, display, meaning } = props
  const { large, zoom } = display
  const root = useRef<HTMLElement>(null)
  const size = sizeOf(prepared.result)
  const crosshair = display.slices ?? middle
  const index = toIndex(size, crosshair)
  const value = `${formatNumber(readSample(prepared.result, index))} ${meaning.valueUnit}`.trim()
  const { move, rescale, toggle } = useChanges({ ...props, crosshair })
  const shared = {
    ...{ result: prepared.result, bounds: prepared.bounds, colors: useColors(prepared, display) },
    ...{ crosshair, zoom, size, value, unit: meaning.unit, onMove: move, onZoom: rescale },
  }
  const toFigure = (plane: SlicePlane) => {
    const isLarge = plane.key === large
    return (
      <SliceFigure key={plane.key} {...shared} {...{ plane, isLarge }} onToggle={() => toggle(plane.key)} />
    )
  }
  useFocusAfter(large, root)
  const planes = listPlanes(meaning.orientation)
  return (
    <section class="slices" aria-label="Slices" ref={root}>
      {large !== null && (
        <div class="slice-stage">{planes.filter(({ key }) => key === large).map(toFigure)}</div>
      )}
      <div class="slices-strip">
        <div class="slices-row">{planes.filter(({ key }) => key !== large).map(toFigure)}</div>
        <div class="slices-foot">
          <output class="slices-value">
            <span>
              Sample <b>{index.join(', ')}</b>
            </span>
            {prepared.result.direction && (
              <span>
                Place <b>{describePlace(prepared, crosshair, meaning.unit)}</b>
              </span>
            )}
            <span>
              Value <b>{value}</b>
            </span>
          </output>
          {zoom && (
            <button type="button" class="slices-whole" onClick={() => rescale(() => null)}>
              {`Zoom ${formatNumber(Number(zoom[0].toPrecision(2)))}×: show all`}
            </button>
          )}
        </div>
      </div>
    </section>
  )
}

/** Returns the place in the world of the sample at the crosshair: its axes are not those of the slices. */
function describePlace({ result }: PreparedVolume, crosshair: Vector3, unit: string): string {
  const size = sizeOf(result)
  const index = toIndex(size, crosshair)
  const fractions = toVector((axis) => (index[axis] + 0.5) / size[axis])
  const place = applyAffine(toWorldAffine(result), fractions)
  return `${place.map((part) => formatNumber(part)).join(', ')} ${unit}`.trim()
}

function useColors(prepared: PreparedVolume, display: Display): SliceFigureProps['colors'] {
  const { isInverted } = display
  const { colormap, window, scale } = chooseTransfer(prepared, display)
  const [low, high] = window
  const isLogarithmic = scale === 'log'
  return useMemo(
    () => ({ colormap: sampleColormap(colormap, isInverted), window: [low, high], isLogarithmic }),
    [colormap, isInverted, low, high, isLogarithmic],
  )
}

/** Returns the ways to change the settings; several changes may come before the next is drawn. */
function useChanges({
  display: { large, zoom },
  crosshair,
  onChange,
}: Pick<Parameters<typeof Slices>[0], 'display' | 'onChange'> & { readonly crosshair: Vector3 }) {
  const latest = useRef({ crosshair, zoom })
  latest.current = { crosshair, zoom }
  const put = (next: typeof latest.current): void => {
    latest.current = next
    onChange({ slices: next.crosshair, zoom: next.zoom })
  }
  return {
    move: (toPlace: (now: typeof latest.current) => Vector3) => {
      const place = toPlace(latest.current)
      put({ crosshair: place, zoom: reveal(latest.current.zoom, place) })
    },
    rescale: (toZoom: (now: typeof latest.current) => Display['zoom']) =>
      put({ ...latest.current, zoom: toZoom(latest.current) }),
    toggle: (key: SlicePlane['key']) => onChange({ large: large === key ? null : key }),
  }
}

/** Keeps the focus on a slice that has changed its place. */
function useFocusAfter(large: Display['large'], root: { readonly current: HTMLElement | null }): void {
  const before = useRef(large)
  useLayoutEffect(() => {
    if (before.current === large) return
    const key = large ?? before.current
    before.current = large
    root.current?.querySelector<HTMLElement>(`[data-slice="${key}"] .slice-picture`)?.focus()
  }, [large])
}
