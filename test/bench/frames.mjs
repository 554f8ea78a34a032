/**
 * What the page loads, compressed by gzip, and what its frames take in Chromium with SwiftShader: a mesh beside
 * three alone on the same triangles, a volume that turns beside the same at rest.
 */
import { existsSync, statSync } from 'node:fs'
import { build } from 'esbuild'
import { toBoundRow, toMedian, toMultipleRow } from './figures.mjs'
import { loadBrowser } from './load-browser.mjs'
import { withHost } from './processes.mjs'

/** Returns the rows. */
export async function measure() {
  const { openBrowser } = await loadBrowser()
  const browser = await openBrowser()
  try {
    return [...(await measureFrames(browser)), ...(await measureBytes(browser))]
  } finally {
    await browser.close()
  }
}

async function measureFrames(browser) {
  const entry = new URL('frames-page.ts', import.meta.url).pathname
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', write: false })
  const page = await browser.newPage({ viewport: { width: 800, height: 1000 } })
  await page.addScriptTag({ content: outputFiles[0].text })
  const { own, bare } = await page.evaluate('timeMesh()')
  const { turning, resting } = await page.evaluate('timeVolume()')
  await page.close()
  const toText = (times) => `${toMedian(times).toFixed(1)} ms of ${times.length}`
  return [
    toMultipleRow(
      'frame of a mesh of 96,000 triangles',
      toMedian(own) / toMedian(bare),
      1.2,
      `three alone ${toText(bare)}, the stage ${toText(own)}`,
    ),
    toMultipleRow(
      'frame of a volume that turns',
      toMedian(turning) / toMedian(resting),
      0.5,
      `at rest ${toText(resting)}, turning ${toText(turning)}`,
    ),
  ]
}

/** Counts the files of the gallery without what it fetches ahead, and those up to the first picture. */
async function measureBytes(browser) {
  return await withHost('dist/plugins', {}, async (host) => {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    const asked = new Set()
    page.on('request', (request) => asked.add(new URL(request.url()).pathname))
    await page.goto(`http://127.0.0.1:${host.port}/`)
    const ahead = await page.evaluate(() =>
      Array.from(document.querySelectorAll('link[rel=prefetch]'), ({ href }) => new URL(href).pathname),
    )
    await page.getByRole('link', { name: 'Gear wheel' }).waitFor()
    const first = [...asked].filter((path) => !ahead.includes(path))
    await page.goto(`http://127.0.0.1:${host.port}/#/gearWheel`)
    await page.locator('[role=application][aria-label^="A"]').waitFor()
    await page.close()
    return [
      toBoundRow('first load, the gallery', sum(first), 80, 'kB by gzip', ''),
      toBoundRow('all for a first picture', sum([...asked]), 280, 'kB by gzip', `${asked.size} requests`),
    ]
  })
}

/** Returns the kilobytes of the viewer's files among these. */
function sum(paths) {
  const files = paths.map((path) => `dist${path === '/' ? '/viewer/page.html' : path}`)
  const sizes = files.flatMap((file) => [`${file}.gz`, file].find((form) => existsSync(form)) ?? [])
  return sizes.reduce((total, file) => total + statSync(file).size, 0) / 1000
}
