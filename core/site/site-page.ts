import { openPage } from '../viewer/open-page.ts'
import { openSite } from './open-site.ts'
import { siteElementId } from './site.ts'

const text = document.getElementById(siteElementId)?.textContent
if (!text) throw new Error(`The page has no element #${siteElementId}.`)
openPage(openSite(JSON.parse(text), document.baseURI)) // written by `specimen export`, with this script
