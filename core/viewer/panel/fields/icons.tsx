/** Small drawings on buttons. They say nothing that the button's label does not say. */
import type { JSX } from 'preact'

function Icon({ path }: { readonly path: string }): JSX.Element {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

/** An arrow that turns back. */
export function ResetIcon(): JSX.Element {
  return <Icon path="M3 3.5v3.4h3.4M3.4 6.6A5 5 0 1 1 3 9.5" />
}

/** A cross. */
export function CrossIcon(): JSX.Element {
  return <Icon path="M4.5 4.5l7 7M11.5 4.5l-7 7" />
}

/** A plus. */
export function PlusIcon(): JSX.Element {
  return <Icon path="M8 3.5v9M3.5 8h9" />
}
