/** A file of the user's own in the place of data: chosen or dropped, on its way, or gone from the host. */
import type { ComponentChildren, TargetedDragEvent, TargetedEvent } from 'preact'
import { useState } from 'preact/hooks'
import type { BringState } from '../data/bring-state.ts'

/** A button that asks for a file. */
export function FileButton(props: {
  readonly label: string
  readonly describedBy?: string | undefined
  readonly onFiles: (files: readonly File[]) => void
}) {
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

/** A place on which files can be dropped; not while its fields are disabled. */
export function DropPlace(props: {
  readonly onFiles: ((files: readonly File[]) => void) | null
  readonly children: ComponentChildren
}) {
  const { onFiles, children } = props
  const [isOver, setOver] = useState(false)
  const isTaken = ({ currentTarget, dataTransfer }: TargetedDragEvent<HTMLElement>): boolean =>
    onFiles !== null &&
    dataTransfer?.types.includes('Files') === true &&
    currentTarget.closest('fieldset:disabled') === null
  const onDragOver = (event: TargetedDragEvent<HTMLElement>): void => {
    if (!isTaken(event)) return
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: TargetedDragEvent<HTMLElement>): void => {
    setOver(false)
    if (!isTaken(event)) return
    event.preventDefault() // it is not for the page around
    onFiles?.([...(event.dataTransfer?.files ?? [])])
  }
  return (
    <div
      class={`panel-data${onFiles ? ' takes-files' : ''}${isOver ? ' is-over' : ''}`}
      onDragOver={onDragOver}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  )
}
