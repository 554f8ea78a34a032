import { Icon, type IconName } from './icon.tsx'

/** A button that is an icon; what it does stands beside it when it is pointed at, by the style. */
export function IconButton({
  icon,
  label,
  isOn,
  onClick,
}: {
  readonly icon: IconName
  readonly label: string
  /** For a button that switches something; absent for one that does something. */
  readonly isOn?: boolean
  readonly onClick: () => void
}) {
  return (
    <button type="button" class="icon-button" aria-label={label} aria-pressed={isOn} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}
