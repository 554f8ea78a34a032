import { useSignal } from '@preact/signals'

/** Copies a text; absent where a page has no clipboard: on plain http from another machine. */
export function CopyButton({ text }: { readonly text: string }) {
  const isCopied = useSignal(false)
  if (!window.isSecureContext) return null
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
  }
  return (
    <button type="button" class="dev-copy" onClick={() => void copy()}>
      {isCopied.value ? 'Copied' : 'Copy'}
    </button>
  )
}
