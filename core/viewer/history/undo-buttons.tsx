import { useEffect, useRef } from 'preact/hooks'
import type { Step, Timeline } from './timeline.ts'

const arrow = 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3'

/** Two buttons, and the keys Control+Z and Shift+Control+Z (Command on Apple's machines). */
export function UndoButtons(props: { readonly timeline: Timeline; readonly onStep: (step: Step) => void }) {
  const { timeline, onStep } = props
  const step = (by: -1 | 1): void => {
    const found = timeline.step(by)
    if (found) onStep(found)
  }
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const root = button.current?.getRootNode() // of a view in a page of another: the keys are its own
    const press = (event: Event): void => {
      if (!(event instanceof KeyboardEvent)) return
      const isApple = /Mac|iP/.test(navigator.platform)
      const isCommand = isApple ? event.metaKey : event.ctrlKey
      if (!isCommand || event.altKey || event.key.toLowerCase() !== 'z' || hasOwnUndo(event.target)) return
      event.preventDefault()
      step(event.shiftKey ? 1 : -1)
    }
    root?.addEventListener('keydown', press)
    return () => root?.removeEventListener('keydown', press)
  })
  const steps = [
    { label: 'Undo', by: -1, isOpen: timeline.canUndo.value },
    { label: 'Redo', by: 1, isOpen: timeline.canRedo.value },
  ] as const
  return (
    <>
      {steps.map(({ label, by, isOpen }) => (
        <button
          key={label}
          type="button"
          class="icon-button"
          ref={by < 0 ? button : null}
          aria-label={label}
          aria-disabled={!isOpen}
          onClick={() => isOpen && step(by)}
        >
          <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={arrow} transform={by < 0 ? undefined : 'matrix(-1 0 0 1 24 0)'} />
          </svg>
          <span class="word" aria-hidden="true">
            {label}
          </span>
        </button>
      ))}
    </>
  )
}

/** A field of text has an undo of its own; a dialog is about something else. */
function hasOwnUndo(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const field =
    'textarea, [contenteditable], dialog *, input:not([type=range], [type=checkbox], [type=radio])'
  return target.matches(field)
}
