/**
 * What the page loads, compressed by gzip, and what its frames take in Chromium with SwiftShader: a mesh beside
 * three alone on the same triangles, a volume that turns beside the same at rest.
 */
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
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

/**
 * Counts the files of the gallery, and those up to the first picture of a mesh with the panel beside it: all that a
 * page begins with or asks for, and nothing that is only fetched ahead.
 */
async function measureBytes(browser) {
  return await withHost('dist/plugins', {}, async (host) => {
    const listAsked = async (fragment, selector) => {
      const page = await browser.newPage()
      page.setDefaultTimeout(120_000)
      const asked = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(`http://127.0.0.1:${host.port}/${fragment}`)
      await page.locator(selector).first().waitFor()
      const { ahead, imported } = await page.evaluate(() => ({
        ahead: Array.from(
          document.querySelectorAll('link[rel=prefetch]'),
          ({ href }) => new URL(href).pathname,
        ),
        imported: performance
          .getEntriesByType('resource')
          .filter(({ initiatorType }) => initiatorType !== 'link')
          .map(({ name }) => new URL(name).pathname),
      }))
      await page.close()
      return [...new Set(asked)].filter((path) => !ahead.includes(path) || imported.includes(path))
    }
    // The worker is started when the cards are there.
    const gallery = (await listAsked('', '.card a')).filter((path) => !path.includes('worker'))
    const picture = await listAsked('#/gearWheel', '.stage.is-drawn')
    return [
      toBoundRow('first load, the gallery', sum(gallery), 80, 'kB by gzip', `${gallery.length} requests`),
      toBoundRow('all for a first picture', sum(picture), 280, 'kB by gzip', `${picture.length} requests`),
    ]
  })
}

/** Returns the kilobytes of the viewer's files among these. */
function sum(paths) {
  const files = paths
    .map((path) => `dist${path === '/' ? '/viewer/page.html' : path}`)
    .filter((file) => existsSync(file))
  return files.reduce((total, file) => total + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000
}
