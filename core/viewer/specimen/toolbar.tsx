import type { Prepared } from '../data/prepared.ts'
import { IconButton } from '../parts/icon-button.tsx'
import type { Display } from '../state/display.ts'
import type { Measure } from './measure.ts'

/** The tools beside the picture. */
export function Toolbar({
  prepared,
  display,
  measure,
  onDisplay,
  onMeasure,
  onFit,
  onPicture,
}: {
  readonly prepared: Prepared
  readonly display: Display
  readonly measure: Measure | null
  readonly onDisplay: (change: Partial<Display>) => void
  readonly onMeasure: (measure: Measure | null) => void
  readonly onFit: () => void
  readonly onPicture: () => void
}) {
  const toggleMeasure = (wanted: Measure) => () => onMeasure(measure === wanted ? null : wanted)
  return (
    <div class="toolbar" role="toolbar" aria-label="Picture">
      <IconButton icon="fit" label="Show all of it" onClick={onFit} />
      <IconButton
        icon="axes"
        label="Axes"
        isOn={display.axes}
        onClick={() => onDisplay({ axes: !display.axes })}
      />
      <IconButton
        icon="box"
        label="Bounding box with lengths"
        isOn={display.box}
        onClick={() => onDisplay({ box: !display.box })}
      />
      {prepared.type === 'volume' && (
        <IconButton
          icon="slices"
          label="Slices"
          isOn={display.slices !== null}
          onClick={() => onDisplay({ slices: display.slices ? null : [0.5, 0.5, 0.5] })}
        />
      )}
      <IconButton
        icon="distance"
        label="Measure a distance"
        isOn={measure === 'distance'}
        onClick={toggleMeasure('distance')}
      />
      <IconButton
        icon="angle"
        label="Measure an angle"
        isOn={measure === 'angle'}
        onClick={toggleMeasure('angle')}
      />
      <IconButton icon="camera" label="Save as PNG" onClick={onPicture} />
    </div>
  )
}
