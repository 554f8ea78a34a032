import { useSignal } from '@preact/signals'
import { IconButton } from '../parts/icon-button.tsx'

/** Copies the page's address, which carries everything that was chosen. */
export function ShareButton() {
  const address = useSignal<string | null>(null)
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    address.value = location.href
    // A page that came by plain http from another machine has no clipboard: it shows the address instead.
    const copied = navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    )
    isCopied.value = (await copied) ?? false
  }
  return (
    <div class="menu">
      <IconButton icon="share" label="Copy the link to this view" onClick={() => void copy()} />
      {address.value !== null && (
        <div class="menu-body" role="status">
          <p>{isCopied.value ? 'The link is copied.' : 'Copy this link:'}</p>
          {!isCopied.value && (
            <input
              readOnly
              value={address.value}
              aria-label="Link"
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
          )}
          <button
            type="button"
            class="button"
            onClick={() => {
              address.value = null
            }}
          >
            Close
          </button>
        </div>
      )}
    </div>
  )
}
