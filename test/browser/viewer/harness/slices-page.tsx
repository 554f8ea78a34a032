/** Runs in the page: slices and a colour bar with a state of their own, without the rest of the viewer. */
import { render } from 'preact'
import { useState } from 'preact/hooks'
import { sampleColormap } from '../../../../core/contract/look/colormaps.ts'
import { type Display, defaultDisplay } from '../../../../core/contract/look/display.ts'
import { withPlacement } from '../../../../core/data/prepared/placement.ts'
import type { Prepared, PreparedVolume } from '../../../../core/data/prepared/prepared.ts'
import { ColorBar } from '../../../../core/viewer/color-bar/color-bar.tsx'
import { Slices } from '../../../../core/viewer/slices/slices.tsx'
import { pictures } from './pictures.ts'

interface SlicesPageProps {
  readonly prepared: PreparedVolume & Prepared
  readonly initial: Display
  readonly meaning: { readonly unit: string; readonly orientation: string }
}

function SlicesPage({ prepared, initial, meaning }: SlicesPageProps) {
  const [display, setDisplay] = useState(initial)
  const [low, high] = display.window ?? prepared.range
  return (
    <main class="specimen-picture" style={{ height: '100vh' }}>
      <Slices
        prepared={prepared}
        display={display}
        meaning={{ ...meaning, valueUnit: '', legend: '' }}
        tool={null}
        handles={() => null}
        onChange={(change) => setDisplay((before) => ({ ...before, ...change }))}
      />
      <ColorBar
        colors={sampleColormap(display.colormap ?? 'viridis', display.isInverted)}
        isLogarithmic={display.scale === 'log'}
        low={low}
        high={high}
        title=""
      />
    </main>
  )
}

Object.assign(globalThis, {
  showSlices(
    picture: 'anisotropic' | 'int16' | 'holes',
    display: Partial<Display> = {},
    meaning: { readonly unit: string; readonly orientation: string } = { unit: '', orientation: '' },
  ) {
    const prepared = withPlacement(pictures[picture](), meaning.orientation)
    if (prepared.type !== 'volume') throw new Error('It is a volume.')
    render(null, document.body) // else the state of the one before stays
    const initial: Display = { ...defaultDisplay, colormap: 'viridis', ...display }
    render(<SlicesPage {...{ prepared, initial, meaning }} />, document.body)
  },
})
