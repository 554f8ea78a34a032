import { Icon, type IconName } from './icon.tsx'

/** A button with an icon; the style shows its label beside it on hover. */
export function IconButton({
  icon,
  label,
  isOn,
  tabIndex,
  onClick,
  onFocus,
}: {
  readonly icon: IconName
  readonly label: string
  /** State of a toggle button; absent for other buttons. */
  readonly isOn?: boolean
  readonly tabIndex: number
  readonly onClick: () => void
  readonly onFocus: () => void
}) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      aria-pressed={isOn}
      tabIndex={tabIndex}
      onClick={onClick}
      onFocus={onFocus}
    >
      <Icon name={icon} />
    </button>
  )
}
