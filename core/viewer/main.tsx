import { signal } from '@preact/signals'
import { render } from 'preact'
import type { DataSource } from './data/data-source.ts'
import { WorkerSource } from './data/worker-source.ts'
import { readDevMark } from './dev/dev-mark.ts'
import { createGalleryState } from './gallery/gallery-state.ts'
import { followDrops } from './own-file/follow-drops.ts'
import type { OwnContent } from './own-file/own-content.ts'
import { followAddress, followTickets } from './page/address.ts'
import { App } from './page/app.tsx'
import { createSession, toBaseUrl } from './session/session.ts'
import { findTabStorage } from './state/tab-storage.ts'
import { initialView, ownFileId } from './state/view-state.ts'

const place = document.getElementById('app')
const worker = document.querySelector<HTMLMetaElement>('meta[name="data-worker"]')?.content
if (!place || worker === undefined) throw new Error('The page has no element #app, or names no data worker.')

const session = createSession({ baseUrl: toBaseUrl(document.baseURI), storage: findTabStorage() })
// Random letters of this page; `crypto.randomUUID` is missing on plain http.
const viewerId = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36)).join('')
const workerSource = new WorkerSource(
  () => new Worker(new URL(worker, document.baseURI), { type: 'module' }),
  {
    baseUrl: session.baseUrl,
    token: () => session.token.value,
    viewerId,
    page: window,
  },
)
// The worker has its own client: the session asks for a token, and waits for a host, on this side.
const source: DataSource = {
  load: async (request, call) =>
    await session.call(async () => await workerSource.load(request, call), call.signal),
  close: () => workerSource.close(),
}
// A path such as /s/gyroid?cells=4, for programs that make a card of a link, is the fragment of that.
const [, path] = /\/s\/([^/]+)$/.exec(location.pathname) ?? []
if (path !== undefined)
  history.replaceState(null, '', new URL(location.hash || `#/${path}${location.search}`, document.baseURI))
followTickets(window, session.useToken)
const view = signal(initialView)
followAddress(view, window)
// A page of `specimen dev` shows what each run prints, and would show the runs of pictures.
const gallery = createGalleryState(session, readDevMark(document) === null)
const own = signal<OwnContent | null>(null)
const page: Parameters<typeof App>[0]['page'] = { current: null }
followDrops(window, async (dropped) => {
  const showPage = (): void => {
    location.hash = `#/${ownFileId}`
  }
  const { readDropped } = await import('./own-file/own-content.ts').catch((error: unknown) => {
    showPage() // it shows what is missing
    throw error
  })
  const content = await readDropped(dropped)
  const model = page.current?.findModel()
  if (model?.prepared.peek() && content.problem === null) {
    const { askPlace } = await import('./own-file/ask-place.tsx')
    if ((await askPlace({ content, model, source })) !== 'open') return
  }
  own.value = content
  showPage()
})
render(<App {...{ view, session, gallery, source, viewerId, own, page }} />, place)

// Ready for the first specimen, without delaying the gallery.
addEventListener('load', () => workerSource.start(), { once: true })
