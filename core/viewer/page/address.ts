import type { Signal } from '@preact/signals'
import { parseFragment, toFragment } from '../state/link.ts'
import type { ViewState } from '../state/view-state.ts'

/** Milliseconds between two changes of the address: browsers refuse more than about 100 in 10 seconds. */
const pauseMilliseconds = 250

/** The part of a window that has the address. */
export type AddressWindow = Pick<
  Window,
  'location' | 'history' | 'addEventListener' | 'removeEventListener' | 'setTimeout' | 'clearTimeout'
>

/**
 * Keeps the view and the page's address the same: what is typed, followed or gone back to becomes the view,
 * and a changed view the address, in the place of the one before. Returns what ends that.
 */
export function followAddress(view: Signal<ViewState>, window: AddressWindow): () => void {
  let timer: number | undefined
  let written = window.location.hash
  const read = (): void => {
    if (window.location.hash === written) return
    window.clearTimeout(timer)
    timer = undefined
    written = window.location.hash
    view.value = parseFragment(written)
  }
  const write = (): void => {
    timer = undefined
    if (window.location.hash !== written) {
      read() // somebody has just gone elsewhere, and the browser has not said so yet
      return
    }
    const wanted = toFragment(view.value)
    if (wanted !== written) window.history.replaceState(null, '', wanted)
    written = window.location.hash
  }
  view.value = parseFragment(written)
  // What is written is asked for when it is time: a moving camera changes the view with every frame.
  const stop = view.subscribe(() => {
    timer ??= window.setTimeout(write, pauseMilliseconds)
  })
  // A link that is followed leaves behind what the page shows now.
  const leave = (): void => {
    if (timer === undefined) return
    window.clearTimeout(timer)
    write()
  }
  window.addEventListener('click', leave, { capture: true })
  window.addEventListener('hashchange', read)
  return () => {
    stop()
    window.clearTimeout(timer)
    window.removeEventListener('click', leave, { capture: true })
    window.removeEventListener('hashchange', read)
  }
}
