import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { type ComponentChild, render } from 'preact'
import { createFileBringer } from '../brought/brought-files.ts'
import { readDevMark } from '../dev/dev-mark.ts'
import type { PageGallery } from '../gallery/gallery.tsx'
import { openDrops } from '../own-file/open-drops.ts'
import type { OwnContent } from '../own-file/own-content.ts'
import { App } from '../page/app.tsx'
import type { Session } from '../session/session.ts'
import type { PageViews } from '../specimen/page-views.ts'
import { parseFragment } from '../state/link.ts'
import { initialView, type ViewState } from '../state/view-state.ts'
import './shown-texts.ts'
import { type Connection, connect } from './connect.ts'
import type { MountedView, MountOptions } from './mount-options.ts'

/** A view in a page of another, or with a gallery the page of a host, which may begin without a specimen. */
export interface ViewOptions extends Omit<MountOptions, 'specimen'> {
  readonly specimen: string | null
  /** Opens the gallery; null keeps its script out of the pages of others. */
  readonly openGallery: ((session: Session, isDrawing: boolean) => PageGallery) | null
  /** Set in a chat, which shows a specimen for its parameters, and saves no files. */
  readonly isInChat?: boolean
}

/**
 * Draws a view into an element. Title, focus, dropped files and links `#/id` of the document belong to the
 * page of a host, if it is one. A `connection` takes the place of the host, and ends with the view.
 */
export function mountView(
  place: HTMLElement,
  options: ViewOptions,
  connection: Connection = connect(options.source),
): MountedView {
  const { source: host, specimen, token, onState, onError } = options
  const toView = (given: Partial<ViewState>): ViewState => {
    const view = { ...initialView, ...given }
    return { ...view, specimenId: view.specimenId ?? specimen }
  }
  let told: Partial<ViewState> | null = null
  const view = signal(toView(options.state ?? {}))
  const page = signal<PageViews | null>(null)
  const own = signal<OwnContent | null>(null)
  const { session, source } = connection
  const bringer = session.isStatic ? null : createFileBringer(session)
  // A page of `specimen dev` shows what each run prints, and would show the runs of pictures.
  const isDrawing = !session.isStatic && readDevMark(document) === null
  const gallery = options.openGallery?.(session, isDrawing) ?? null
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
  const ends = [reportRuns(page, options), reportAway(session, onFailure)]
  if (gallery) ends.push(openDrops({ own, page, source, client: session.client, bringer, view }))
  else ends.push(followPolicy(host, refuse), followLinks(place, host, view, change))
  render(
    <App
      {...connection}
      view={view}
      gallery={gallery}
      isDrawing={isDrawing}
      bringer={bringer}
      isInChat={options.isInChat ?? false}
      own={own}
      page={page}
      onFailure={onFailure}
      onChange={change}
    />,
    place,
  )
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

/** Reports the results and failures of the active view. Returns the function that stops it. */
function reportRuns(
  page: ReadonlySignal<PageViews | null>,
  { onResult, onError }: Pick<MountOptions, 'onResult' | 'onError'>,
): () => void {
  let last: unknown = null
  return effect(() => {
    const model = page.value?.findModel()
    if (!model) return
    const { shown, run } = model.run.value
    const [problem, misfit] = [model.problem.value, model.misfit.value]
    if (shown && shown !== last && shown.content.type !== 'file') {
      last = shown
      const { params, isPreview, content } = shown
      untracked(() => onResult?.({ params, isPreview, result: content.result }))
    }
    if (problem !== null) untracked(() => onError?.({ message: problem, code: null }))
    else if (misfit !== null) untracked(() => onError?.({ message: misfit, code: 'params.invalid' }))
    else if (run.stage === 'failed') {
      const { message, code } = run.failure
      untracked(() => onError?.({ message, code }))
    }
  })
}

/** Reports that the host does not answer, each time that this begins. Returns the function that stops it. */
function reportAway({ isAway, baseUrl }: Session, onFailure: (message: string) => void): () => void {
  return effect(() => {
    if (isAway.value) untracked(() => onFailure(`The host ${baseUrl} does not answer; it is asked again.`))
  })
}

/**
 * Reports, with the remedy, what the policy of a page refuses to a view in it. To the view, its requests fail
 * as if the host were away. Returns the function that stops it.
 */
function followPolicy(host: string, onRefused: (text: string) => void): () => void {
  const { origin } = new URL(host)
  const look = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
    const isOurs = blockedURI === 'blob' || blockedURI.startsWith(origin)
    if (!isOurs || !/^(connect|worker)-src$/.test(effectiveDirective)) return
    const missing = blockedURI === 'blob' ? 'blob:' : origin
    const found = 'The Content-Security-Policy of this page keeps the specimen out.'
    onRefused(`${found} Add ${missing} to its ${effectiveDirective}.`)
  }
  document.addEventListener('securitypolicyviolation', look)
  return () => document.removeEventListener('securitypolicyviolation', look)
}

/**
 * Follows links `#/id` where the address is not the view's own: those to its specimen change the view, others
 * open the page of the host. Returns the function that stops it.
 */
function followLinks(
  place: HTMLElement,
  host: string,
  view: ReadonlySignal<ViewState>,
  change: (state: ViewState) => void,
): () => void {
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
    const fragment = link?.getAttribute('href')
    if (!fragment) return
    event.preventDefault()
    const wanted = parseFragment(fragment)
    if (wanted.specimenId === view.peek().specimenId) change(wanted)
    else open(`${host}/${fragment}`, '_blank', 'noopener')
  }
  place.addEventListener('click', follow)
  return () => place.removeEventListener('click', follow)
}
