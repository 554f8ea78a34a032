import { mountView } from '../viewer/module/mount-view.tsx'
import { openPage } from '../viewer/open-page.ts'
import { openSite } from './open-site.ts'
import { type Site, siteElementId } from './site.ts'

const [element, place] = [document.getElementById(siteElementId), document.getElementById('app')]
if (!element || !place) throw new Error(`The page has no element #${siteElementId}, or no #app.`)
const site: Site = JSON.parse(element.textContent) // written by `specimen export`, with this script
const connection = openSite(site, document.baseURI)
const { shown } = site
const source = connection.session.baseUrl
if (!shown) openPage(connection)
else mountView(place, { source, specimen: shown.specimen, state: { params: shown.params } }, connection)
