/**
 * The time from a changed parameter to the frame that shows it, beyond the function. In Chromium with
 * SwiftShader, so that drawing itself takes far longer than on a graphics card.
 */
import { setTimeout } from 'node:timers/promises'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toBoundRow, toMedian } from './figures.mjs'
import { loadBrowser } from './load-browser.mjs'
import { openPlainPage } from './plain-page.mjs'
import { withFolder, withHost } from './processes.mjs'
import { waitForFrame } from './wait-for-frame.mjs'

const repeats = 5
/** Some 12 MB of vertices, normals and indices. */
const meshSide = 500
/** What the function of a changed parameter takes: more than its work does. */
const functionMilliseconds = 100

/** Returns the row. */
export async function measure() {
  const { openBrowser } = await loadBrowser()
  const browser = await openBrowser({ isComposited: true }) // else the page waits for each picture to be drawn
  try {
    return [await measureChange(browser)]
  } finally {
    await browser.close()
  }
}

function toWave(side, phase) {
  const vertices = new Float32Array(side * side * 3)
  const normals = new Float32Array(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [(i % side) / side, Math.floor(i / side) / side]
    vertices.set([x, y, 0.1 * Math.sin(9 * x + phase) * Math.cos(7 * y)], 3 * i)
    normals.set([0, 0, 1], 3 * i)
  }
  const indices = new Uint32Array((side - 1) * (side - 1) * 6)
  for (let i = 0, at = 0; i < (side - 1) * side; i++) {
    if (i % side === side - 1) continue
    indices.set([i, i + 1, i + side, i + 1, i + side + 1, i + side], at)
    at += 6
  }
  return { vertices, normals, indices }
}

/**
 * Of a bundle, as its function runs in a process of the pool, and 12 MB come out of it, are checked, sent and
 * drawn. The function takes the same time whatever it does, so that the rest is known. With pauses: changes
 * that follow one another faster are a held key, whose last value counts.
 */
async function measureChange(browser) {
  const source = `
    ${toWave}
    export function wave(phase) {
      const started = performance.now()
      const result = toWave(${meshSide}, phase)
      while (performance.now() - started < ${functionMilliseconds});
      return result
    }`
  const properties = { phase: { type: 'number', default: 0, minimum: 0, maximum: 9 } }
  return await withFolder(async (folder) => {
    await writeBundle(folder, {
      name: 'bench',
      source,
      functions: [{ name: 'wave', returns: 'mesh', properties }],
    })
    return await withHost(folder, {}, async (host) => {
      const page = await openPlainPage(browser)
      await page.goto(`http://127.0.0.1:${host.port}/#/wave`)
      await waitForFrame(page, 0)
      const times = await repeat(3 * repeats, async (index) => {
        await setTimeout(400)
        const started = await page.evaluate(
          (phase) => {
            location.hash = `#/wave?phase=${phase}`
            return performance.now()
          },
          1 + index / 10,
        )
        return (await waitForFrame(page, started)) - started - functionMilliseconds
      })
      await page.close()
      return toBoundRow(
        'viewer: changed parameter to the frame of a 12 MB mesh, beyond the function',
        toMedian(times),
        200,
        'ms',
        `least ${Math.min(...times).toFixed(0)} ms`,
      )
    })
  })
}
