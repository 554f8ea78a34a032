/** A dropped file, or a folder where the browser has those. */
export type Dropped = FileSystemEntry | File

/**
 * Takes files that are dropped anywhere on the page, and marks the page while they are dragged over it.
 * Returns the function that stops it.
 */
export function followDrops(window: Window, onDrop: (dropped: readonly Dropped[]) => unknown): () => void {
  const end = new AbortController()
  const listen = { signal: end.signal }
  const mark = (isOver: boolean): void => {
    window.document.body.classList.toggle('is-dropping', isOver)
  }
  window.addEventListener(
    'dragover',
    (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      mark(true)
    },
    listen,
  )
  window.addEventListener(
    'dragleave',
    ({ relatedTarget }) => {
      if (relatedTarget === null) mark(false)
    },
    listen,
  )
  window.addEventListener(
    'drop',
    (event) => {
      mark(false)
      // A part of the page has taken it.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      // Read at once: the items are gone after the event.
      onDrop(
        [...event.dataTransfer.items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []),
      )
    },
    listen,
  )
  return () => end.abort()
}
