import { useRef, useState } from 'preact/hooks'
import type { Display } from '../../look/display.ts'
import type { Prepared } from '../data/prepared.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import type { Measure } from './measure.ts'

/** The state and the callbacks of the tools. */
export interface ToolbarProps {
  readonly prepared: Prepared
  readonly display: Display
  readonly measure: Measure | null
  readonly onDisplay: (change: Partial<Display>) => void
  readonly onMeasure: (measure: Measure | null) => void
  /** True while the place of a note is picked. */
  readonly isPinning: boolean
  readonly onPin: () => void
  readonly onFit: () => void
  /** True while a drag in the picture changes window and level of a volume. */
  readonly isWindowing: boolean
  readonly onWindowing: (isOn: boolean) => void
  readonly onPicture: () => void
}

/**
 * The tools beside the picture; the style shows the label of each on hover. Tab leads to the last focused
 * one, arrow keys, Home and End to the others: https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/. All four
 * arrows work, because the toolbar is vertical in a wide window and horizontal in a narrow one.
 */
export function Toolbar(props: ToolbarProps) {
  const tools = listTools(props)
  const bar = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState('')
  const place = Math.max(
    0,
    tools.findIndex(({ label }) => label === last),
  )
  const move = (event: KeyboardEvent): void => {
    const next = movePlace(event, place, tools.length)
    if (next === null) return
    event.preventDefault()
    bar.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div class="toolbar" role="toolbar" aria-label="Picture" ref={bar} onKeyDown={move}>
      {tools.map((tool, i) => (
        <button
          key={tool.label}
          type="button"
          class="icon-button"
          aria-label={tool.label}
          aria-pressed={tool.isOn}
          tabIndex={i === place ? 0 : -1}
          onClick={tool.onClick}
          onFocus={() => setLast(tool.label)}
        >
          <Icon name={tool.icon} />
        </button>
      ))}
    </div>
  )
}

interface Tool {
  readonly icon: IconName
  readonly label: string
  /** State of a toggle button; absent for other buttons. */
  readonly isOn?: boolean
  readonly onClick: () => void
}

function listTools({ prepared, display, ...props }: ToolbarProps): readonly Tool[] {
  const { axes, box, slices } = display
  const { measure, isWindowing, isPinning, onDisplay, onMeasure, onFit, onWindowing, onPin, onPicture } =
    props
  const toMeasureTool = (icon: Measure, label: string): Tool => {
    const isOn = measure === icon
    return { icon, label, isOn, onClick: () => onMeasure(isOn ? null : icon) }
  }
  const toggleSlices = (): void =>
    onDisplay(slices ? { slices: null, large: null, zoom: null } : { slices: [0.5, 0.5, 0.5] })
  const guides: readonly Tool[] = [
    { icon: 'axes', label: 'Axes', isOn: axes, onClick: () => onDisplay({ axes: !axes }) },
    { icon: 'box', label: 'Bounding box with lengths', isOn: box, onClick: () => onDisplay({ box: !box }) },
  ]
  const volumes: readonly Tool[] = [
    { icon: 'slices', label: 'Slices', isOn: slices !== null, onClick: toggleSlices },
    {
      icon: 'contrast',
      label: 'Window and level by dragging',
      isOn: isWindowing,
      onClick: () => onWindowing(!isWindowing),
    },
  ]
  return [
    { icon: 'fit', label: 'Fit', onClick: onFit },
    ...(prepared.type === 'image' ? [] : guides),
    ...(prepared.type === 'volume' ? volumes : []),
    toMeasureTool('distance', 'Measure a distance'),
    toMeasureTool('angle', 'Measure an angle'),
    { icon: 'note', label: 'Add a note', isOn: isPinning, onClick: onPin },
    { icon: 'camera', label: 'Save the picture', onClick: onPicture },
  ]
}

function movePlace(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  place: number,
  count: number,
): number | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'ArrowRight' || key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (place + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
