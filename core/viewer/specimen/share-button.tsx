import { useSignal } from '@preact/signals'
import { PopoverButton } from '../parts/popover-button.tsx'

/** Copies the page's address, which has all settings. */
export function ShareButton() {
  const address = useSignal('')
  const isCopied = useSignal(false)
  const copy = async (): Promise<void> => {
    address.value = location.href
    // A page on plain http from another machine has no clipboard: it shows the address.
    const copied = navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    )
    isCopied.value = (await copied) ?? false
  }
  return (
    <PopoverButton icon="share" label="Copy the link to this view" onOpen={() => void copy()}>
      {() => (
        <div class="share">
          <span role="status">{isCopied.value ? 'The link is copied.' : 'Copy this link:'}</span>
          <input
            readOnly
            aria-label="Link"
            value={address.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
      )}
    </PopoverButton>
  )
}
