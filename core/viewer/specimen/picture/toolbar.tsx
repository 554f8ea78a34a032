import { useRef, useState } from 'preact/hooks'
import type { Display } from '../../../contract/look/display.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import type { HeadsetTool } from '../headset/use-headset.ts'
import type { Measure } from '../over/measure.ts'

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
  /** True where the picture shows a volume, or the chosen part of a scene is one. */
  readonly hasWindow: boolean
  /** True while a drag in the picture changes window and level of a volume. */
  readonly isWindowing: boolean
  readonly onWindowing: (isOn: boolean) => void
  readonly onPicture: () => void
  readonly headset: HeadsetTool
}

/**
 * The tools beside the picture; the style shows a word of each in a wide view, and its label on hover. Tab
 * leads to the last focused one, arrow keys, Home and End to the others:
 * https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/. All four arrows work, because the toolbar is vertical in
 * a wide window and horizontal in a narrow one.
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
          <Icon name={tool.icon} word={tool.word} />
        </button>
      ))}
    </div>
  )
}

interface Tool {
  readonly icon: IconName
  readonly label: string
  /** A part of the label, below the icon in a wide view. */
  readonly word: string
  /** State of a toggle button; absent for other buttons. */
  readonly isOn?: boolean
  readonly onClick: () => void
}

function listTools({ prepared, display, ...props }: ToolbarProps): readonly Tool[] {
  const { axes, box, slices } = display
  const { measure, isWindowing, isPinning, onDisplay, onMeasure, onFit, onWindowing, onPin, onPicture } =
    props
  const toMeasureTool = (icon: Measure, word: string, label: string): Tool => {
    const isOn = measure === icon
    return { icon, word, label, isOn, onClick: () => onMeasure(isOn ? null : icon) }
  }
  const toggleSlices = (): void =>
    onDisplay(slices ? { slices: null, large: null, zoom: null } : { slices: [0.5, 0.5, 0.5] })
  const guides: readonly Tool[] = [
    { icon: 'axes', word: 'Axes', label: 'Axes', isOn: axes, onClick: () => onDisplay({ axes: !axes }) },
    {
      icon: 'box',
      word: 'Box',
      label: 'Bounding box with lengths',
      isOn: box,
      onClick: () => onDisplay({ box: !box }),
    },
  ]
  const slicing: Tool = {
    icon: 'slices',
    word: 'Slices',
    label: 'Slices',
    isOn: slices !== null,
    onClick: toggleSlices,
  }
  const windowing: Tool = {
    icon: 'contrast',
    word: 'Window',
    label: 'Window and level by dragging',
    isOn: isWindowing,
    onClick: () => onWindowing(!isWindowing),
  }
  return [
    { icon: 'fit', word: 'Fit', label: 'Fit', onClick: onFit },
    ...(prepared.type === 'image' ? [] : guides),
    ...(prepared.type === 'volume' ? [slicing] : []),
    ...(props.hasWindow ? [windowing] : []),
    toMeasureTool('distance', 'Distance', 'Measure a distance'),
    toMeasureTool('angle', 'Angle', 'Measure an angle'),
    { icon: 'note', word: 'Note', label: 'Add a note', isOn: isPinning, onClick: onPin },
    { icon: 'camera', word: 'Save', label: 'Save the picture', onClick: onPicture },
    ...listHeadsetTools(props.headset),
  ]
}

/** One tool for each way into a headset; in a headset, a tool that leaves it. */
function listHeadsetTools({ modes, isIn, onHeadset }: HeadsetTool): readonly Tool[] {
  return modes.map((mode): Tool => {
    const word = mode === 'immersive-vr' ? 'VR' : 'AR'
    const label = isIn ? `Leave the headset (${word})` : `Enter ${word}`
    return {
      icon: mode === 'immersive-vr' ? 'headset' : 'glasses',
      word,
      label,
      onClick: () => onHeadset(mode),
    }
  })
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
