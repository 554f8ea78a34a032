import { toThrownText } from '../../contract/text/thrown-text.ts'
import { AppPage } from './app-page.ts'

const place = document.getElementById('app')
if (!place) throw new Error('The page has no element #app.')
const page = new AppPage(place)
page.open().catch((error: unknown) => page.say(toThrownText(error)))
