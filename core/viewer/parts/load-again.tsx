/** A button that reloads the page: its address restores everything. */
export function LoadAgain() {
  return (
    <button type="button" class="button" onClick={() => location.reload()}>
      Load again
    </button>
  )
}
