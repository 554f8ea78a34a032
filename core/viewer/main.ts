import { openPage } from './open-page.ts'

// A path such as /s/gyroid?cells=4, for programs that make a card of a link, is the fragment of that.
const [, path] = /\/s\/([^/]+)$/.exec(location.pathname) ?? []
if (path !== undefined)
  history.replaceState(null, '', new URL(location.hash || `#/${path}${location.search}`, document.baseURI))
openPage()
