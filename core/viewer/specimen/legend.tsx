import { type Bounds, longestSide } from '../../look/box.ts'
import { chooseColormap } from '../../look/colormaps.ts'
import type { Display } from '../../look/display.ts'
import { formatNumber } from '../../look/ticks.ts'
import { chooseTransfer } from '../../look/volume-transfer.ts'
import { ColorBar } from '../color-bar/color-bar.tsx'
import type { Prepared, ValueRange } from '../data/prepared.ts'
import { toWorldPlace } from '../data/world-place.ts'
import type { Hit } from '../stage/stage.ts'
import { type Meaning, titleValues, withUnit } from './meaning.ts'

/** The legend below a picture: the meaning of its colours. */
export function Legend(props: {
  readonly prepared: Prepared
  readonly display: Display
  readonly meaning: Meaning
}) {
  const legend = drawLegend(props)
  return legend && <div class="legend">{legend}</div>
}

/** Returns the colormap with its numbers, or the author's words on colours of their own; null for neither. */
function drawLegend({ prepared, display, meaning }: Parameters<typeof Legend>[0]) {
  const { isInverted, colorBy } = display
  const range = findColoredRange(prepared, colorBy)
  const title = titleValues(meaning)
  if (range) {
    const transfer = prepared.type === 'volume' ? chooseTransfer(prepared, display) : null
    const [low, high] = transfer?.window ?? display.window ?? range
    const colormap = transfer?.colormap ?? chooseColormap(display.colormap, prepared.result)
    const isLogarithmic = transfer?.scale === 'log'
    return <ColorBar {...{ title, colormap, isInverted, isLogarithmic, low, high }} />
  }
  const isOwn = prepared.type === 'image' || (colorBy === 'own' && 'colors' in prepared.result)
  const { legend } = meaning
  if (!isOwn || legend === '') return null
  const ends = legend.split(/\s*(?:…|\.\.\.)\s*/)
  const { colormap } = display
  if (ends.length !== 2 || colormap === null) return <p>{legend}</p>
  return <ColorBar {...{ title, colormap, isInverted, ends }} low={0} high={1} />
}

/** The place under the pointer and the values there, in words and numbers. */
export function ReadOut(props: {
  readonly hit: Hit
  readonly prepared: Prepared
  readonly meaning: Meaning
}) {
  return <output class="read-out">{describeHit(props.hit, props.prepared, props.meaning)}</output>
}

function describeHit({ place, values, index }: Hit, prepared: Prepared, meaning: Meaning): string {
  const { unit, valueName, valueUnit } = meaning
  const numbers = withUnit(values.map((value) => formatNumber(value)).join(', '), valueUnit)
  const named = `${valueName === '' ? 'value' : valueName} ${numbers}`
  if (prepared.type === 'image') return `${index.join(', ')}: ${valueName === '' ? numbers : named}`
  const there = prepared.type === 'volume' ? toWorldPlace(prepared, place) : place
  const [x, y, z] = there.map((part) => formatNumber(part, findStep(part, prepared.bounds)))
  const where = withUnit(`x ${x}  y ${y}  z ${z}`, unit)
  return values.length === 0 ? where : `${where}  ${named}`
}

/** Five digits would show one and the same number all over a box that is far from the origin. */
function findStep(part: number, bounds: Bounds): number | undefined {
  const side = longestSide(bounds)
  return Math.abs(part) > farSides * side ? side / 1e4 : undefined
}

const farSides = 10

/** Returns the range of the values that the colormap colours; null for a picture without any. */
export function findColoredRange(prepared: Prepared, colorBy: Display['colorBy']): ValueRange | null {
  switch (prepared.type) {
    case 'volume':
      return prepared.range
    case 'mesh':
    case 'point_cloud':
      return colorBy === 'scalar' || (colorBy === 'own' && !prepared.result.colors) ? prepared.range : null
    case 'image':
      return prepared.result.channels <= 2 ? prepared.range : null
  }
}
