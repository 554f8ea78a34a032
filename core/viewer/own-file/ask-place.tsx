import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { DataSource } from '../data/data-source.ts'
import { toLoadError } from '../data/load-error.ts'
import type { SpecimenModel } from '../specimen/model/specimen-model.ts'
import type { OwnContent } from './own-content.ts'

interface Question {
  readonly content: OwnContent
  readonly model: SpecimenModel
  readonly source: DataSource
}

/** Asks where to show dropped files, and shows them in the open specimen; `open` is left to the caller. */
export async function askPlace(question: Question): Promise<'open' | 'shown' | 'cancelled'> {
  const place = document.createElement('div')
  document.body.append(place)
  try {
    return await new Promise((resolve) => render(<Dialog {...question} onAnswer={resolve} />, place))
  } finally {
    render(null, place)
    place.remove()
  }
}

function Dialog({
  content,
  model,
  source,
  onAnswer,
}: Question & { readonly onAnswer: (answer: 'open' | 'shown' | 'cancelled') => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const read = useSignal<Prepared | string>('Reading …')
  useEffect(() => {
    dialog.current?.showModal()
    const ending = new AbortController()
    const request = { specimenId: `~${Math.random()}`, isDynamic: false, params: {}, roomId: 'own' }
    source.load({ ...request, files: content.files }, { signal: ending.signal, onProgress: () => {} }).then(
      (found) => {
        read.value = found.type === 'file' ? found.reason : found
      },
      (error: unknown) => {
        read.value = toLoadError(error).message
      },
    )
    return () => ending.abort()
  }, [])
  const prepared = typeof read.value === 'string' ? null : read.value
  const show = (isOverlay: boolean): void => {
    if (prepared) model.companion.value = { name: content.name, prepared, isOverlay }
    onAnswer('shown')
  }
  const canCover = prepared?.type === 'volume' && model.prepared.value?.type === 'volume'
  return (
    <dialog
      ref={dialog}
      class="figure-dialog ask-place"
      aria-labelledby="ask-place"
      onClose={() => onAnswer('cancelled')}
    >
      <h2 id="ask-place">{content.name}</h2>
      <p role="status">{prepared ? 'It is read in this page, and sent nowhere.' : String(read.value)}</p>
      <footer>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" class="button" onClick={() => onAnswer('open')}>
          Open
        </button>
        {prepared && (
          <button type="button" class="button" onClick={() => show(false)}>
            Show beside
          </button>
        )}
        {canCover && (
          <button type="button" class="button is-main" onClick={() => show(true)}>
            Overlay on this volume
          </button>
        )}
      </footer>
    </dialog>
  )
}
