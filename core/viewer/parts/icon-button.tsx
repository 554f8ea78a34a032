import { Icon, type IconName } from './icon.tsx'

/** A button that is an icon; what it does stands beside it when it is pointed at, by the style. */
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
  /** For a button that switches something; absent for one that does something. */
  readonly isOn?: boolean
  /** -1 for a button to which other keys than Tab lead. */
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
