import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { findShear } from '../../contract/domain/result/direction.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { nameLabels } from '../../contract/look/labels.ts'
import { formatNumber } from '../../contract/look/ticks.ts'
import { chooseTransfer, sampleTransfer } from '../../contract/look/volume-transfer.ts'
import { toShownText } from '../../contract/text/visible-text.ts'
import type { Prepared, PreparedVolume } from '../../data/prepared/prepared.ts'
import { readSample, sizeOf, toIndex } from '../../data/prepared/volume-grid.ts'
import { describePlace } from '../data/describe-place.ts'
import { middle, toSamplePlace } from './crosshair.ts'
import { SliceFigure, type SliceFigureProps } from './slice-figure.tsx'
import type { SliceTool } from './slice-pick.ts'
import { listPlanes, type SlicePlane } from './slice-plane.ts'
import { reveal } from './zoom.ts'

/** The units of lengths and values, the author's legend, and the anatomical directions of the axes. */
export interface SliceMeaning {
  readonly unit: string
  readonly valueUnit: string
  readonly legend: string
  readonly orientation: string
}

/** The volume of the slices, and how it is shown. */
export interface SlicesProps {
  readonly prepared: PreparedVolume & Prepared
  readonly display: Display
  readonly meaning: SliceMeaning
  /** The tool that is on; null for none. */
  readonly tool: SliceTool | null
  /** Draws the handles over a slice. */
  readonly handles: SliceFigureProps['handles']
  readonly onChange: (change: Partial<Pick<Display, 'slices' | 'large' | 'zoom'>>) => void
}

/** Three orthogonal slices of a volume, moved by pointer, wheel and keys. A large one has its own place. */
export function Slices(props: SlicesProps) {
  const { prepared, display, meaning } = props
  const { large, zoom } = display
  const root = useRef<HTMLElement>(null)
  const [tab, setTab] = useState<Tab>(large ?? 'picture')
  const size = sizeOf(prepared.result)
  const crosshair = display.slices ?? middle
  const index = toIndex(size, crosshair)
  const value = describeSample(prepared, readSample(prepared.result, index), meaning)
  const { move, rescale, toggle } = useChanges({ ...props, crosshair })
  const shared = {
    prepared,
    sideWord: describeSide(meaning.orientation, display),
    colors: useColors(prepared, display),
    crosshair,
    zoom,
    size,
    value,
    unit: meaning.unit,
    tool: props.tool,
    handles: props.handles,
    onMove: move,
    onZoom: rescale,
  }
  const planes = listPlanes(meaning.orientation, display.patientSide)
  const toFigure = (plane: SlicePlane) => {
    const isLarge = plane.key === large
    return (
      <SliceFigure
        key={plane.key}
        {...shared}
        plane={plane}
        planes={planes}
        isLarge={isLarge}
        isTab={plane.key === tab}
        onToggle={() => toggle(plane.key)}
      />
    )
  }
  useFocusAfter(large, root)
  return (
    <section class={`slices${tab === 'picture' ? ' is-picture-tab' : ''}`} aria-label="Slices" ref={root}>
      {large !== null && (
        <div class="slice-stage">{planes.filter(({ key }) => key === large).map(toFigure)}</div>
      )}
      <div class="slices-strip">
        <Tabs planes={planes} tab={tab} onTab={setTab} />
        <div class="slices-row">{planes.filter(({ key }) => key !== large).map(toFigure)}</div>
        <Foot
          prepared={prepared}
          crosshair={crosshair}
          zoom={zoom}
          value={value}
          unit={meaning.unit}
          onZoom={rescale}
        />
      </div>
    </section>
  )
}

/** Degrees off a right angle from which slices look other than they are: above the rounding of cosines. */
const leastShear = 0.5

/** The sample at the crosshair, and the way back from a zoom. */
function Foot(
  props: Pick<SliceFigureProps, 'prepared' | 'crosshair' | 'zoom' | 'value' | 'unit' | 'onZoom'>,
) {
  const { prepared, crosshair, zoom, value, unit, onZoom } = props
  const { result, orientation } = prepared
  const shear = findShear(result.direction)
  return (
    <div class="slices-foot">
      <output class="slices-value">
        <span>
          Sample <b>{toIndex(sizeOf(result), crosshair).join(', ')}</b>
        </span>
        {(orientation !== undefined || result.direction) && (
          <span>
            Place <b>{describePlace(prepared, toSamplePlace(prepared, crosshair), unit)}</b>
          </span>
        )}
        <span>
          Value <b>{value}</b>
        </span>
      </output>
      {shear >= leastShear && (
        <p class="slices-value">
          {`Slices are drawn upright, though the axes are ${Number(shear.toFixed(1))}° off a right angle.`}
        </p>
      )}
      {zoom && (
        <button type="button" class="slices-whole" onClick={() => onZoom(() => null)}>
          {`Zoom ${formatNumber(Number(zoom[0].toPrecision(2)))}×: show all`}
        </button>
      )}
    </div>
  )
}

/** The picture in 3D, or one of the slices. */
type Tab = SlicePlane['key'] | 'picture'

interface TabsProps {
  readonly planes: readonly SlicePlane[]
  readonly tab: Tab
  readonly onTab: (tab: Tab) => void
}

/** The choice of what a telephone has room for; elsewhere picture and slices are all there. */
function Tabs(props: TabsProps) {
  const { planes, tab, onTab } = props
  const tabs: readonly { readonly key: Tab; readonly name: string }[] = [
    { key: 'picture', name: '3D' },
    ...planes,
  ]
  return (
    <div class="slices-tabs" role="tablist" aria-label="Picture or slice">
      {tabs.map(({ key, name }) => (
        <button key={key} type="button" role="tab" aria-selected={key === tab} onClick={() => onTab(key)}>
          {name}
        </button>
      ))}
    </div>
  )
}

/** Returns a sample with its unit, or with the name of its label. */
function describeSample(
  { labels }: PreparedVolume,
  value: number,
  { valueUnit, legend }: SliceMeaning,
): string {
  const name = labels ? (nameLabels(labels.list, legend).get(value) ?? '') : valueUnit
  return `${formatNumber(value)} ${labels ? toShownText(name) : name}`.trim()
}

/** Returns the side of the patient for slices that show both. */
function describeSide(orientation: string, { patientSide }: Display): string {
  return orientation === '' ? '' : patientSide
}

function useColors(prepared: PreparedVolume, display: Display): SliceFigureProps['colors'] {
  const { isInverted } = display
  const transfer = chooseTransfer(prepared, display)
  const { colormap, labels, window, scale } = transfer
  const [low, high] = window
  const isLogarithmic = scale === 'log'
  return useMemo(
    () => ({
      colormap: sampleTransfer(transfer, isInverted),
      window: [low, high],
      isLogarithmic,
      isNearest: labels !== null,
    }),
    [colormap, labels, isInverted, low, high, isLogarithmic],
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
