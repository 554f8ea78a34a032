import type { ReadonlySignal } from '@preact/signals'
import { parseFragment } from '../state/link.ts'
import type { ViewState } from '../state/view-state.ts'

/**
 * Follows links `#/id` where the address is not the view's own: those to its specimen change the view, others
 * open the page of the host. Returns the function that stops it.
 */
export function followLinks(
  place: HTMLElement,
  view: {
    readonly host: string
    readonly view: ReadonlySignal<ViewState>
    readonly change: (state: ViewState) => void
  },
): () => void {
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
    const fragment = link?.getAttribute('href')
    if (!fragment) return
    event.preventDefault()
    const wanted = parseFragment(fragment)
    if (wanted.specimenId === view.view.peek().specimenId) view.change(wanted)
    else open(`${view.host}/${fragment}`, '_blank', 'noopener')
  }
  place.addEventListener('click', follow)
  return () => place.removeEventListener('click', follow)
}
