import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Session, TokenAnswer } from './session.ts'

const complaints: { readonly [answer in TokenAnswer]: string } = {
  taken: '',
  wrong: 'The host does not take this token.',
  away: 'The host does not answer. Try again in a moment.',
}

/**
 * Requests the host's token while calls wait for one; it cannot be closed. The style hides the typed text,
 * because browsers offer to store the content of a password field.
 */
export function TokenDialog({ session }: { readonly session: Session }) {
  const isAsked = session.asksToken.value
  return isAsked ? <OpenDialog session={session} /> : null
}

function OpenDialog({ session }: { readonly session: Session }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const answer = useSignal<TokenAnswer | 'checking' | undefined>(undefined)
  useEffect(() => dialog.current?.showModal(), [])
  const isChecking = answer.value === 'checking'
  const complaint = answer.value === undefined || answer.value === 'checking' ? '' : complaints[answer.value]

  const offer = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isChecking) return
    answer.value = 'checking'
    answer.value = await session.offerToken(field.current?.value.trim() ?? '')
    field.current?.select()
    field.current?.focus()
  }
  return (
    <dialog
      ref={dialog}
      class="token-dialog"
      aria-labelledby="token-title"
      aria-describedby="token-text"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <form onSubmit={offer}>
        <h2 id="token-title">This host asks for a token</h2>
        <p id="token-text">Whoever runs it has one for you. It is kept until you close this tab.</p>
        <label for="token-field">Token</label>
        <input
          ref={field}
          id="token-field"
          type="text"
          autocomplete="off"
          spellcheck={false}
          required
          autofocus
          aria-invalid={complaint !== ''}
          aria-describedby="token-complaint"
        />
        <p id="token-complaint" class="complaint" role="alert">
          {complaint}
        </p>
        <button type="submit" class="main-button" aria-disabled={isChecking}>
          {isChecking ? 'Checking …' : 'Open'}
        </button>
      </form>
    </dialog>
  )
}
