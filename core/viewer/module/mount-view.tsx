import { signal } from '@preact/signals'
import { type ComponentChild, render } from 'preact'
import { readDevMark } from '../dev/dev-mark.ts'
import { createGalleryState } from '../gallery/gallery-state.ts'
import { openDrops } from '../own-file/open-drops.ts'
import type { OwnContent } from '../own-file/own-content.ts'
import { App } from '../page/app.tsx'
import type { OpenPage } from '../specimen/specimen-page.tsx'
import { initialView, type ViewState } from '../state/view-state.ts'
import { type Connection, connect } from './connect.ts'
import { followLinks } from './follow-links.ts'
import { followPolicy } from './follow-policy.ts'
import type { MountedView, MountOptions } from './mount-options.ts'
import { reportRuns } from './report-runs.ts'

/**
 * Draws a view into an element. Without a specimen it is the page of a host: it begins with the gallery, and
 * title, focus, dropped files and links `#/id` are those of the document. A `connection` takes the place of
 * the host, and ends with the view.
 */
export function mountView(
  place: HTMLElement,
  options: Omit<MountOptions, 'specimen'> & { readonly specimen: string | null },
  connection: Connection = connect(options.source),
): MountedView {
  const { source: host, specimen, token, onState, onError } = options
  const isPage = specimen === null
  const toView = (given: Partial<ViewState>): ViewState => {
    const view = { ...initialView, ...given }
    return { ...view, specimenId: view.specimenId ?? specimen }
  }
  let told: Partial<ViewState> | null = null
  const view = signal(toView(options.state ?? {}))
  const page = signal<OpenPage | null>(null)
  const own = signal<OwnContent | null>(null)
  const { session, source } = connection
  // A page of `specimen dev` shows what each run prints, and would show the runs of pictures.
  const gallery = createGalleryState(session, !session.isStatic && readDevMark(document) === null)
  if (token !== undefined) session.useToken(token)
  const change = (part: Partial<ViewState>): void => {
    view.value = { ...view.value, ...part }
    told = view.value
    onState?.(view.value)
  }
  const onFailure = (message: string): void => onError?.({ message, code: null })
  const refuse = (message: string): void => {
    close(
      <p class="page-failure" role="alert">
        {message}
      </p>,
    )
    onFailure(message)
  }
  const close = (rest: ComponentChild): void => {
    for (const end of ends) end()
    removeEventListener('load', connection.start)
    render(rest, place)
    connection.close()
  }
  const ends = [reportRuns(page, options)]
  if (isPage) ends.push(openDrops({ own, page, source }))
  else ends.push(followPolicy(host, refuse), followLinks(place, { host, view, change }))
  const app = { ...connection, view, gallery, own, page, isPage, onFailure }
  render(<App {...app} onChange={change} />, place)
  // Ready for the first specimen, without delaying the gallery.
  if (document.readyState === 'complete') connection.start()
  else addEventListener('load', connection.start, { once: true })
  return {
    get state(): ViewState {
      return view.peek()
    },
    set state(given: Partial<ViewState>) {
      if (given !== told) view.value = toView(given)
    },
    useToken: session.useToken,
    close: () => close(null),
  }
}
