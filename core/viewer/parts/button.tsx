import type { JSX } from 'preact'

/** A button with words. */
export function Button(props: JSX.IntrinsicElements['button']) {
  return <button type="button" class="button" {...props} />
}
