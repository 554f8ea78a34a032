import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Vector3 } from '../../../contract/look/display.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import { Button } from '../../parts/button.tsx'
import { readPerson } from '../../room/person.ts'
import type { Hit } from '../../stage/hit.ts'
import { createLetters } from '../../state/random-letters.ts'
import { longestNote, mostNotes, type PinnedNote, type ViewState } from '../../state/view-state.ts'

/** The note that is being added: none, its place is to be picked, its text is to be written. */
export type AddedNote = 'none' | 'picked-next' | { readonly at: Vector3 }

/** The notes of a view and the ways to change them. */
export interface NoteEditor {
  readonly added: ReadonlySignal<AddedNote>
  readonly notes: ReadonlySignal<readonly PinnedNote[]>
  /** True while a click picks the place of a note. */
  readonly isPicking: ReadonlySignal<boolean>
  /** Begins with a note, or gives it up. */
  readonly toggle: () => void
  readonly pick: (hit: Hit | null) => void
  /** The text that is being written. */
  readonly draft: Signal<string>
  /** Pins the text to the picked place. */
  readonly save: (text: string) => void
  readonly remove: (id: string) => void
}

/** Returns the notes of a view and the ways to change them. */
export function useNotes(
  view: ReadonlySignal<ViewState>,
  onChange: (change: Partial<ViewState>) => void,
): NoteEditor {
  const added = useSignal<AddedNote>('none')
  const draft = useSignal('')
  const notes = useComputed(() => view.value.notes)
  const isFull = useComputed(() => notes.value.length >= mostNotes)
  return {
    added,
    draft,
    notes,
    isPicking: useComputed(() => added.value === 'picked-next'),
    toggle: () => {
      added.value = added.value === 'none' && !isFull.value ? 'picked-next' : 'none'
    },
    pick: (hit: Hit | null) => {
      if (!hit) return
      draft.value = ''
      added.value = { at: hit.place }
    },
    save: (text: string) => {
      if (typeof added.value === 'string') return
      // In a room the host signs it; alone it has the name that this browser knows.
      const { name } = readPerson()
      const time = Math.round(Date.now() / 1000)
      const note = { id: createLetters(6), at: added.value.at, text, author: name, time }
      onChange({ notes: [...notes.value, note] })
      added.value = 'none'
    },
    remove: (id: string) => onChange({ notes: notes.value.filter((note) => note.id !== id) }),
  }
}

/** Notes whose first words stand beside their number: more would cover the picture. */
const mostWorded = 12
/** Characters of these words; the style cuts them where the picture ends. */
const wordsLength = 40

/** The notes at their places: a number each, with the first words of its text, which it opens. */
export function PinnedNotes(props: {
  readonly notes: NoteEditor
  /** Moves what has a `data-place` to its place in the picture. */
  readonly onPlace: (layer: HTMLElement) => void
}) {
  const { notes, onPlace } = props
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (layer.current) onPlace(layer.current)
  })
  if (notes.notes.value.length === 0) return null
  const stay = (event: Event): void => event.stopPropagation() // the stage would turn and pick
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps what is meant for notes from the stage
    <div
      class="stage-labels pinned-notes"
      ref={layer}
      onPointerDown={stay}
      onPointerUp={stay}
      onKeyDown={stay}
    >
      {notes.notes.value.map((note, i) => (
        <details key={note.id} name="pinned-note" data-place={note.at.join()} data-free>
          <summary aria-label={`Note ${i + 1} by ${toShownText(note.author || 'a guest')}`}>
            <b>{i + 1}</b>
            {notes.notes.value.length <= mostWorded && (
              <bdi class="note-words">{cutText(note.text, wordsLength)}</bdi>
            )}
          </summary>
          <NoteCard note={note} onRemove={() => notes.remove(note.id)} />
        </details>
      ))}
    </div>
  )
}

function NoteCard({ note, onRemove }: { readonly note: PinnedNote; readonly onRemove: () => void }) {
  const { text, author, time } = note
  const date =
    time > 0 ? new Date(time * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' }) : ''
  return (
    <div class="share share-floating">
      <p dir="auto">{text}</p>
      <small>{[author && toShownText(author), date].filter((part) => part !== '').join(', ')}</small>
      <button type="button" onClick={onRemove}>
        Remove
      </button>
    </div>
  )
}

/** The text of a note whose place is picked. */
export function NoteForm({ notes }: { readonly notes: NoteEditor }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isWritten = typeof notes.added.value !== 'string'
  useLayoutEffect(() => field.current?.focus(), [isWritten])
  if (!isWritten) return null
  const save = (event: SubmitEvent): void => {
    event.preventDefault()
    const text = notes.draft.peek().trim()
    if (text !== '') notes.save(text)
  }
  return (
    <form
      class="share share-floating note-form"
      onSubmit={save}
      onKeyDown={({ key }) => {
        if (key === 'Escape') notes.toggle()
      }}
    >
      <textarea
        ref={field}
        aria-label="Note"
        rows={3}
        maxLength={longestNote}
        required
        onInput={(event) => {
          notes.draft.value = event.currentTarget.value
        }}
      />
      <button type="submit" class="button">
        Pin
      </button>
      <Button onClick={notes.toggle}>Cancel</Button>
    </form>
  )
}
