import { chooseColormap } from '../color/colormaps.ts'
import { formatNumber } from '../color/ticks.ts'
import { ColorBar } from '../color-bar/color-bar.tsx'
import type { Prepared, ValueRange } from '../data/prepared.ts'
import type { Hit } from '../stage/stage.ts'
import type { Display } from '../state/display.ts'

/** The colour bar of a picture that is drawn by a colormap. */
export function Legend({ prepared, display }: { readonly prepared: Prepared; readonly display: Display }) {
  const range = findColoredRange(prepared, display.colorBy)
  if (!range) return null
  const [low, high] = display.window ?? range
  return (
    <div class="legend">
      <ColorBar
        colormap={chooseColormap(display.colormap, prepared.result)}
        isInverted={display.isInverted}
        low={low}
        high={high}
      />
    </div>
  )
}

/** The place under the pointer and the values there, in words and numbers. */
export function ReadOut({ hit, prepared }: { readonly hit: Hit; readonly prepared: Prepared }) {
  return <output class="read-out">{describeHit(hit, prepared)}</output>
}

function describeHit({ place, values, index }: Hit, { type }: Prepared): string {
  const numbers = values.map(formatNumber).join(', ')
  if (type === 'image') return `${index.join(', ')}: ${numbers}`
  const where = `x ${formatNumber(place[0])}  y ${formatNumber(place[1])}  z ${formatNumber(place[2])}`
  return numbers === '' ? where : `${where}  value ${numbers}`
}

/** Returns the range of the values that the colormap colours; null for a picture without any. */
export function findColoredRange(prepared: Prepared, colorBy: Display['colorBy']): ValueRange | null {
  switch (prepared.type) {
    case 'mesh':
      return null
    case 'volume':
      return prepared.range
    case 'point_cloud':
      return colorBy === 'scalar' || (colorBy === 'own' && !prepared.result.colors) ? prepared.range : null
    case 'image':
      return prepared.result.channels <= 2 ? prepared.range : null
  }
}
