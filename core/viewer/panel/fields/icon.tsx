const paths = {
  reset: 'M3 3.5v3.4h3.4M3.4 6.6A5 5 0 1 1 3 9.5',
  cross: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  play: 'M5 3.5l7.5 4.5L5 12.5z',
  down: 'M4 6l4 4 4-4',
  into: 'M6 4l4 4-4 4',
  pick: 'M8 2v3.5M8 10.5V14M2 8h3.5M10.5 8H14M8 8v.01',
  plus: 'M8 3.5v9M3.5 8h9',
  die: 'M2.5 2.5h11v11h-11zM5.5 5.5v.01M10.5 5.5v.01M8 8v.01M5.5 10.5v.01M10.5 10.5v.01',
} as const

/** A small drawing on a button, which has the same meaning in its label. */
export function FieldIcon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

interface FieldButtonProps {
  readonly icon: keyof typeof paths
  readonly label: string
  readonly title?: string
  readonly disabled?: boolean
  readonly isPressed?: boolean
  readonly onClick: () => void
}

/** A button with such a drawing alone. */
export function FieldButton(props: FieldButtonProps) {
  const { icon, label, isPressed, ...button } = props
  return (
    <button
      type="button"
      class="panel-icon"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      {...button}
    >
      <FieldIcon name={icon} />
    </button>
  )
}
