/** Runs in the page: slices and a colour bar with a state of their own, without the rest of the viewer. */
import { render } from 'preact'
import { useState } from 'preact/hooks'
import { type Display, defaultDisplay } from '../../../../core/look/display.ts'
import { ColorBar } from '../../../../core/viewer/color-bar/color-bar.tsx'
import type { PreparedVolume } from '../../../../core/viewer/data/prepared.ts'
import { Slices } from '../../../../core/viewer/slices/slices.tsx'
import { pictures } from './pictures.ts'

function SlicesPage({ prepared, initial }: { prepared: PreparedVolume; initial: Display }) {
  const [display, setDisplay] = useState(initial)
  const [low, high] = display.window ?? prepared.range
  return (
    <main>
      <Slices
        prepared={prepared}
        display={display}
        meaning={{ unit: '', valueUnit: '' }}
        onChange={(slices) => setDisplay({ ...display, slices })}
      />
      <ColorBar
        colormap={display.colormap ?? 'viridis'}
        isInverted={display.isInverted}
        low={low}
        high={high}
        title=""
      />
    </main>
  )
}

Object.assign(globalThis, {
  showSlices(picture: 'anisotropic' | 'int16' | 'holes', display: Partial<Display> = {}) {
    const prepared = pictures[picture]()
    render(null, document.body) // else the state of the one before stays
    render(
      <SlicesPage prepared={prepared} initial={{ ...defaultDisplay, colormap: 'viridis', ...display }} />,
      document.body,
    )
  },
})
