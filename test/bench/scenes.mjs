/**
 * A scene on the page, in Chromium with SwiftShader: a scan of 256³ samples with a mesh of 200,000 triangles and
 * lines of 50,000 points, beside the scan alone. A processor draws in place of a card, so only ratios are judged.
 */
import { build } from 'esbuild'
import { toBoundRow, toMedian, toMultipleRow } from './figures.mjs'
import { loadBrowser } from './load-browser.mjs'

/** Returns the rows. */
export async function measure() {
  const { openBrowser } = await loadBrowser()
  const browser = await openBrowser()
  try {
    const entry = new URL('scenes-page.ts', import.meta.url).pathname
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false })
    const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
    page.setDefaultTimeout(600_000)
    const asked = []
    page.on('request', (request) => asked.push(request.url()))
    await page.addScriptTag({ content: outputFiles[0].text })
    const times = await page.evaluate('timeScenes()')
    return listRows(times, asked.length)
  } finally {
    await browser.close()
  }
}

function listRows({ alone, opaque, clear }, requests) {
  const compare = (name, figure, scene, most) =>
    toMultipleRow(
      name,
      toMedian(scene[figure]) / toMedian(alone[figure]),
      most,
      `the scan alone ${toText(alone[figure])}, the scene ${toText(scene[figure])}`,
    )
  const toggled = [...opaque.toggled, ...clear.toggled]
  return [
    compare('first picture of a scan with mesh and lines', 'first', opaque, 1.25),
    compare('the same with a mesh that lets light through', 'first', clear, 1.25),
    compare('frame of that scene at rest', 'resting', opaque, 1.6),
    compare('the same with a mesh that lets light through, in four layers', 'resting', clear, 1.6),
    compare('frame of that scene that turns', 'turning', opaque, 1.6),
    compare('the same with a mesh that lets light through', 'turning', clear, 1.6),
    toBoundRow(
      'a part off or on',
      toMedian(toggled),
      16,
      'ms',
      `${toggled.length} changes, ${requests} requests`,
    ),
  ]
}

function toText(times) {
  return `${toMedian(times).toFixed(1)} ms of ${times.length}`
}
