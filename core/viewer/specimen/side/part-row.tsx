import type { PartColor } from '../../../contract/domain/result/scene.ts'
import type { PartChange } from '../../../contract/look/part-look.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Swatch } from '../over/swatch.tsx'
import type { PartRow } from '../settings/part-rows.ts'

/** A row, and what its controls do. */
export interface PartRowProps {
  readonly row: PartRow
  /** The name of the radio buttons of all rows. */
  readonly group: string
  readonly isChosen: boolean
  readonly hasCuts: boolean
  readonly onChoose: () => void
  readonly onChange: (change: PartChange) => void
  readonly onAlone: () => void
}

/** A part of a scene: shown or not, its colour, its name, its place, its opacity, alone, and cut. */
export function PartRowView(props: PartRowProps) {
  const { row, group, isChosen, hasCuts, onChoose, onChange, onAlone } = props
  const { title, isShown, isAlone, opacity, isWhole, isMoved } = row
  const tabIndex = isChosen ? 0 : -1
  return (
    <li class={['part-row', isChosen && 'is-chosen', !isShown && 'is-off'].filter(Boolean).join(' ')}>
      <Toggle
        control="eye"
        icon={isShown ? 'eye' : 'hidden'}
        label={`Show ${title}`}
        isOn={isShown}
        tabIndex={tabIndex}
        onClick={() => onChange({ hidden: isShown })}
      />
      <ColorField {...props} tabIndex={tabIndex} />
      <label class="part-name" title={title}>
        <input
          type="radio"
          class="panel-hidden"
          name={group}
          data-control="name"
          checked={isChosen}
          onChange={onChoose}
        />
        <span dir="auto">{title}</span>
        {isMoved && <small>moved</small>}
      </label>
      {isMoved && (
        <Toggle
          control="put-back"
          icon="putBack"
          label={`Put ${title} back`}
          tabIndex={tabIndex}
          onClick={() => onChange({ move: undefined })}
        />
      )}
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={Math.round(100 * opacity)}
        style={{ '--fill': String(opacity) }}
        data-control="opacity"
        tabIndex={tabIndex}
        aria-label={`Opacity of ${title}`}
        aria-valuetext={`${Math.round(100 * opacity)} %`}
        onInput={({ currentTarget }) => onChange({ opacity: currentTarget.valueAsNumber / 100 })}
      />
      <Toggle
        control="alone"
        icon="alone"
        label={`Show ${title} alone`}
        isOn={isAlone}
        tabIndex={tabIndex}
        onClick={onAlone}
      />
      {hasCuts && (
        <Toggle
          control="cut"
          icon="clip"
          label={`Cut ${title}`}
          isOn={!isWhole}
          tabIndex={tabIndex}
          onClick={() => onChange({ isWhole: !isWhole })}
        />
      )}
    </li>
  )
}

interface ToggleProps {
  readonly control: string
  readonly icon: IconName
  readonly label: string
  /** Absent for a button that is no switch. */
  readonly isOn?: boolean
  readonly tabIndex: number
  readonly onClick: () => void
}

function Toggle({ control, icon, label, isOn, tabIndex, onClick }: ToggleProps) {
  return (
    <button
      type="button"
      class={`part-toggle part-${control}`}
      data-control={control}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

/** The colours of a part, and the field for another where its kind takes one. */
function ColorField({ row, onChange, tabIndex }: PartRowProps & { readonly tabIndex: number }) {
  const { title, colors, takesColor } = row
  const [first = [0, 0, 0]] = colors
  if (!takesColor) return <Swatch colors={colors} />
  return (
    <label class="part-color" title={`Colour of ${title}`}>
      <Swatch colors={colors} />
      <input
        type="color"
        value={toHex(first)}
        data-control="color"
        tabIndex={tabIndex}
        aria-label={`Colour of ${title}`}
        onInput={({ currentTarget }) => onChange({ color: readHex(currentTarget.value), colorBy: undefined })}
      />
    </label>
  )
}

function toHex(color: PartColor): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function readHex(text: string): PartColor {
  const number = Number.parseInt(text.slice(1), 16)
  return [number >> 16, (number >> 8) & 255, number & 255]
}
