import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { HostCalls } from '../../client/client.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { FileBringer } from '../brought/brought-files.ts'
import { UseFile } from '../brought/use-file.tsx'
import type { DataSource } from '../data/data-source.ts'
import { toLoadError } from '../data/load-error.ts'
import type { SpecimenModel } from '../specimen/model/specimen-model.ts'
import type { OwnContent } from './own-content.ts'

interface Question {
  readonly content: OwnContent
  readonly model: SpecimenModel
  readonly source: DataSource
  readonly client: HostCalls
  /** Null where there is no host to bring files to. */
  readonly bringer: FileBringer | null
  /** Shows a specimen with these parameters. */
  readonly onUse: (id: string, params: Params) => void
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
  client,
  bringer,
  onUse,
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
      <p role="status">
        {prepared
          ? 'It is read in this page, and sent nowhere unless you use it in a function.'
          : String(read.value)}
      </p>
      {prepared && bringer && (
        <UseFile
          files={content.files}
          prepared={prepared}
          client={client}
          source={source}
          bringer={bringer}
          onUse={(id, params) => {
            onAnswer('shown')
            onUse(id, params)
          }}
        />
      )}
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
