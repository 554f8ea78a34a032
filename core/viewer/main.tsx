/** The page: puts the app into its place. */
import { render } from 'preact'
import { App } from './page/app.tsx'

const place = document.getElementById('app')
if (!place) throw new Error('The page has no element #app.')
render(<App />, place)
