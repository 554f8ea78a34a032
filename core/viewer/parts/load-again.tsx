/** A button that loads the page again: its address brings everything back. */
export function LoadAgain() {
  return (
    <button type="button" class="button" onClick={() => location.reload()}>
      Load again
    </button>
  )
}
