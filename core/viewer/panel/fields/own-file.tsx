/** A file of the user's own in the place of data: chosen or dropped, on its way, or gone from the host. */
import type { ComponentChildren, TargetedEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BringState } from '../data/bring-state.ts'

interface FileButtonProps {
  readonly label: string
  readonly describedBy?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that asks for a file. */
export function FileButton(props: FileButtonProps) {
  const { label, describedBy, onFiles } = props
  const take = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = '' // the same file can be chosen again
    onFiles(files)
  }
  return (
    <label class="panel-add panel-own">
      {label}
      <input class="panel-hidden" type="file" aria-describedby={describedBy} onChange={take} />
    </label>
  )
}

/** How far a file is, with a button that ends it; or the reason why it was not taken. */
export function BringLine({ state }: { readonly state: BringState }) {
  if (!state) return null
  if ('problem' in state) {
    return (
      <p class="panel-problem" role="alert">
        {state.problem}
      </p>
    )
  }
  const { name, progress, cancel } = state
  const percent = Math.floor(100 * progress.fraction)
  const says = `${progress.stage} ${name}`
  return (
    <div class="panel-bring">
      <span role="status" dir="auto">
        {says}
      </span>
      <progress aria-label={says} max={100} value={percent} />
      <button type="button" class="panel-add" aria-label={`Cancel: ${says}`} onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}

interface DropPlaceProps {
  /** Null where none are taken. */
  readonly onFiles: ((files: readonly File[]) => void) | null
  readonly children: ComponentChildren
}

/** A place on which files can be dropped; not while its fields are disabled. */
export function DropPlace({ onFiles, children }: DropPlaceProps) {
  const [isOver, setOver] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => (place.current ? followDrag(place.current, latest, setOver) : undefined), [])
  return (
    <div ref={place} class={`panel-data${onFiles ? ' takes-files' : ''}${isOver ? ' is-over' : ''}`}>
      {children}
    </div>
  )
}

/** Follows files over a place. Returns the function that stops it. */
function followDrag(
  place: HTMLElement,
  taken: { readonly current: DropPlaceProps['onFiles'] },
  setOver: (isOver: boolean) => void,
): () => void {
  const end = new AbortController()
  const listen = { signal: end.signal }
  const isTaken = ({ dataTransfer }: DragEvent): boolean =>
    taken.current !== null &&
    dataTransfer?.types.includes('Files') === true &&
    place.closest('fieldset:disabled') === null
  const over = (event: DragEvent): void => {
    if (!isTaken(event)) return
    event.preventDefault()
    setOver(true)
  }
  const leave = ({ relatedTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) setOver(false)
  }
  const drop = (event: DragEvent): void => {
    setOver(false)
    if (!isTaken(event)) return
    event.preventDefault() // it is not for the page around
    taken.current?.([...(event.dataTransfer?.files ?? [])])
  }
  place.addEventListener('dragover', over, listen)
  place.addEventListener('dragleave', leave, listen)
  place.addEventListener('drop', drop, listen)
  return () => end.abort()
}
