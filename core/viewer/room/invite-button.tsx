import { useSignal } from '@preact/signals'
import { isLoopback } from '../../contract/domain/loopback.ts'
import { copyText } from '../parts/copy-text.ts'
import { PopoverButton } from '../parts/popover-button.tsx'
import type { DrawnCode } from './draw-code.ts'

/** The way for others into a room: its link, to be copied, and as a code for the camera of a telephone. */
export function InviteButton({ address }: { readonly address: string }) {
  const code = useSignal<DrawnCode | null>(null)
  const isCopied = useSignal(false)
  const draw = async (): Promise<void> => {
    const { drawCode } = await import('./draw-code.ts')
    code.value = drawCode(address)
  }
  const open = (): void => {
    isCopied.value = false
    draw().catch(console.warn) // without its script there is the link
  }
  return (
    <PopoverButton icon="share" word="Invite" label="Invite others" onOpen={open}>
      {() => (
        <div class="share invite">
          <p role="status">{isCopied.value ? 'The link is copied.' : 'This link leads into the room:'}</p>
          <input
            readOnly
            aria-label="Link to the room"
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <button
            type="button"
            onClick={async () => {
              isCopied.value = await copyText(address)
            }}
          >
            Copy the link
          </button>
          {code.value && <Code {...code.value} />}
          {isLoopback(new URL(address).hostname.replace(/^\[|\]$/g, '')) && (
            <small>
              It leads to this machine alone. Others come by the address that this host has in the network.
            </small>
          )}
        </div>
      )}
    </PopoverButton>
  )
}

function Code({ side, path }: DrawnCode) {
  return (
    <svg class="invite-code" viewBox={`0 0 ${side} ${side}`} role="img" aria-label="The link as a QR code">
      <path d={path} />
    </svg>
  )
}
