import { mountView } from '../module/mount-view.tsx'
import { openPage } from '../open-page.ts'
import { openSite } from './open-site.ts'
import { type Site, siteElementId } from './site.ts'

const [element, place] = [document.getElementById(siteElementId), document.getElementById('app')]
if (!element || !place) throw new Error(`The page has no element #${siteElementId}, or no #app.`)
const site: Site = JSON.parse(element.textContent) // written by `specimen export`, with this script
keepToFolder(new URL('.', document.baseURI))
const connection = openSite(site, document.baseURI)
const { shown } = site
const source = connection.session.baseUrl
if (!shown) openPage(connection)
else {
  const { specimen, params } = shown
  mountView(place, { source, specimen, state: { params }, openGallery: null }, connection)
}

/**
 * Adds to the policy of the page, which workers of functions have as well, that scripts and files come from
 * the folder of the page: the export did not know its address, and others may have pages on the same server.
 */
function keepToFolder({ protocol, href }: URL): void {
  if (!protocol.startsWith('http')) return
  const folder = href.replaceAll(';', '%3B').replaceAll(',', '%2C')
  const policy = document.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  const scripts = `script-src ${folder} blob: 'unsafe-eval'`
  policy.content = `connect-src ${folder}; worker-src ${folder} blob:; ${scripts}`
  document.head.append(policy)
}
