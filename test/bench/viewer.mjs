/**
 * What people wait for in the viewer: the first load, a specimen's first frame, the next frame after a
 * parameter has changed, and a page that never stands still. In Chromium with SwiftShader, so that drawing
 * itself takes far longer than on a graphics card.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { createHost } from '../../dist/host.js'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toBoundRow, toMedian, toNoteRow } from './figures.mjs'
import { openPlainPage } from './plain-page.mjs'
import { withFolder, withHost } from './processes.mjs'
import { measureDev } from './viewer-dev.mjs'
import { waitForFrame } from './wait-for-frame.mjs'

const repeats = 5
const viewer = new URL('../../dist/viewer/', import.meta.url)
/** Some 12 MB of vertices, normals and indices. */
const meshSide = 500
/** What the function of a changed parameter takes: more than its work does. */
const functionMilliseconds = 100

/** Returns the rows of the viewer's figures. */
export async function measure() {
  const { openBrowser } = await loadBrowser()
  const host = await createHost({ plugins: '', specimens: '', port: 0, logLevel: 'silent' })
  registerSpecimens(host)
  const browser = await openBrowser({ isComposited: true }) // else the page waits for each picture to be drawn
  try {
    const url = await host.listen()
    return [
      await measureLoad(),
      await measureGallery(browser),
      await measureScroll(browser, url),
      await measureMesh(browser, url),
      ...(await measureVolumes(browser, url)),
      await measureChange(browser),
      ...(await measureDev(() => openPage(browser))),
    ]
  } finally {
    await browser.close()
    await host.close()
  }
}

/** The tests' own way to a browser, which is TypeScript. */
async function loadBrowser() {
  const outfile = new URL('../../node_modules/.cache/open-browser.mjs', import.meta.url)
  const entry = new URL('../browser/open-browser.ts', import.meta.url)
  await build({
    entryPoints: [entry.pathname],
    outfile: outfile.pathname,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
  return await import(outfile.href)
}

function registerSpecimens(host) {
  const wave = toWave(meshSide, 0)
  host.registerSpecimen({ id: 'large-mesh' }, () => wave, { returns: 'mesh' })
  const volumes = [toVolume(1), toVolume(100)]
  const isLarge = { type: 'object', properties: { isLarge: { type: 'boolean', default: false } } }
  host.registerSpecimen({ id: 'volume' }, (large) => volumes[Number(large)], {
    returns: 'volume',
    schema: isLarge,
  })
  for (let i = 0; i < 1000; i++) {
    const described = { displayName: `Specimen ${i}`, tags: [`tag-${i % 17}`], description: 'One of many.' }
    host.registerSpecimen({ id: `many-${i}`, ...described }, () => wave, { returns: 'mesh' })
  }
}

/** One MB a layer. */
function toVolume(layers) {
  const data = new Uint8Array(layers * 1024 * 1024)
  for (let i = 0; i < data.length; i += 7) data[i] = i % 251
  return { shape: [layers, 1024, 1024], dtype: 'uint8', data }
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
 * Gzipped bytes of what the page names: script and style, and what the script loads at once; not what is
 * fetched ahead for the first specimen when all of that is there.
 */
async function measureLoad() {
  const page = await readFile(new URL('page.html', viewer), 'utf8')
  const now = page.replaceAll(/<link rel="prefetch".*/g, '')
  const names = [...now.matchAll(/(?:src|href)="viewer\/([^"]+)"/g)].map(([, name]) => name)
  const known = new Set(await readdir(viewer))
  const sizes = await Promise.all(
    names
      .filter((name) => known.has(`${name}.gz`))
      .map(async (name) => (await readFile(new URL(`${name}.gz`, viewer))).length),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return toBoundRow('viewer: first load, gzip', total / 1024, 200, 'KB', `${names.length} files`)
}

/** The specimens of this repository, to the first thumbnail, in a browser that has kept nothing. */
async function measureGallery(browser) {
  const folder = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
  const folders = { plugins: folder('dist/plugins'), specimens: folder('specimens') }
  const host = await createHost({ ...folders, port: 0, logLevel: 'silent' })
  const url = await host.listen()
  const times = await repeat(repeats, async () => {
    const page = await openPage(browser)
    const started = performance.now()
    await page.goto(`${url}/`)
    await page.waitForFunction(
      () => [...document.querySelectorAll('main img')].some(({ naturalWidth }) => naturalWidth > 0),
      undefined,
      { polling: 5 },
    )
    const elapsed = performance.now() - started
    await page.close()
    return elapsed
  })
  await host.close()
  return toBoundRow("viewer: the gallery's first picture", toMedian(times), 1000, 'ms', '')
}

async function measureScroll(browser, url) {
  const page = await openPage(browser)
  await page.goto(`${url}/`)
  await page
    .getByRole('link', { name: /Specimen 0/ })
    .first()
    .waitFor()
  const started = await page.evaluate(() => performance.now())
  for (let i = 0; i < 40; i++) await page.mouse.wheel(0, 900)
  const longest = await findLongest(page, started)
  await page.close()
  return toBoundRow('viewer: longest task while 1,000 cards scroll', longest, 50, 'ms', '')
}

async function measureMesh(browser, url) {
  const times = await repeat(repeats, async () => {
    const page = await openPage(browser)
    await page.goto(`${url}/`)
    await page.getByRole('link', { name: /large-mesh/ }).waitFor()
    const started = await page.evaluate(() => {
      location.hash = '#/large-mesh'
      return performance.now()
    })
    const drawn = await waitForFrame(page, started)
    await page.close()
    return drawn - started
  })
  return toBoundRow('viewer: click to first frame of a 12 MB mesh', toMedian(times), 1500, 'ms', '')
}

/** The first of a page: WebGL starts, and its program is compiled. The second finds both. */
async function measureVolumes(browser, url) {
  const page = await openPage(browser)
  await page.goto(`${url}/`)
  await page
    .getByRole('link', { name: /Specimen 0/ })
    .first()
    .waitFor()
  const opened = await page.evaluate(() => {
    location.hash = '#/volume'
    return performance.now()
  })
  await waitForFrame(page, opened)
  const first = await findLongest(page, opened)
  const started = await page.evaluate(() => {
    location.hash = '#/volume?isLarge=true'
    return performance.now()
  })
  const drawn = await waitForFrame(page, started)
  const longest = await findLongest(page, started)
  await page.close()
  return [
    toNoteRow('viewer: longest task while the first specimen is opened', `${first.toFixed(0)} ms`, ''),
    toBoundRow(
      'viewer: longest task while 100 MB arrive and are shown',
      longest,
      50,
      'ms',
      `shown after ${(drawn - started).toFixed(0)} ms`,
    ),
  ]
}

/** Returns the milliseconds of the longest task that began after `since`, 0 when none was above 50. */
async function findLongest(page, since) {
  await page.waitForTimeout(500) // they are reported late
  return await page.evaluate(
    (after) =>
      Math.max(
        0,
        ...globalThis.longTasks.filter(({ startTime }) => startTime >= after).map(({ duration }) => duration),
      ),
    since,
  )
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
        100,
        'ms',
        `least ${Math.min(...times).toFixed(0)} ms`,
      )
    })
  })
}

async function openPage(browser) {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 } })
  await page.addInitScript(() => {
    globalThis.longTasks = []
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries())).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  return page
}
