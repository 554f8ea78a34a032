/**
 * This page beside niivue's: the time to the first picture of a volume, and of frames while it turns, of
 * the same
 * files in the same Chromium and minute, on canvases of one size. SwiftShader draws, so all takes far
 * longer than on
 * a graphics card.
 */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { decode } from 'fast-png'
import { toMedian, toMultipleRow } from './figures.mjs'
import { loadBrowser } from './load-browser.mjs'
import { withFolder, withHost } from './processes.mjs'

const volumes = { head: 'headVolume', mri: 'brain-mri', hydrogen: 'hydrogenDensity' }
/** Each page in turns, so that what else the machine does falls on both. */
const rounds = 3
const turns = 8
const viewport = { width: 868, height: 744 }
/** Hides all that stands over or in place of the picture. */
const hidden =
  '.stage-poster, .stage > :not(.stage-canvas), .legend, .slices { visibility: hidden !important }'

/** Returns the rows. */
export async function measure() {
  const { openBrowser } = await loadBrowser()
  return await withFolder(async (folder) => {
    const script = await installNiivue(folder)
    const specimens = join(folder, 'volumes')
    const files = await writeVolumes(specimens)
    const plugins = join(folder, 'plugins')
    await mkdir(plugins)
    const browser = await openBrowser()
    try {
      return await withHost(plugins, { specimens }, async (host) => {
        const peer = await servePeer(script, files)
        const rows = []
        for (const id of Object.keys(volumes))
          rows.push(...(await measureVolume(browser, id, { host, peer })))
        peer.close()
        return rows
      })
    } finally {
      await browser.close()
    }
  })
}

async function installNiivue(prefix) {
  const argv = [
    ...['install', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
    '@niivue/niivue@0.69',
  ]
  await promisify(execFile)('npm', argv)
  const contents = "export { Niivue } from '@niivue/niivue'"
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: prefix },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  })
  return Buffer.from(outputFiles[0].contents)
}

/** Writes the volumes of the repository as NIfTI, each as a specimen; returns their bytes by name. */
async function writeVolumes(folder) {
  const files = new Map()
  await withHost('dist/plugins', { specimens: 'specimens' }, async ({ port }) => {
    for (const [id, source] of Object.entries(volumes)) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/specimens/${source}/data?format=nifti`)
      if (!answer.ok) throw new Error(`${source} is answered with ${answer.status}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      await mkdir(join(folder, id), { recursive: true })
      await writeFile(join(folder, id, `${id}.nii`), bytes)
      const words = { display_name: id, type: 'volume', data_file: `${id}.nii` }
      await writeFile(join(folder, id, 'specimen.json'), JSON.stringify(words))
      files.set(`/${id}.nii`, bytes)
    }
  })
  return files
}

/** Serves niivue, a page of it that draws the file of its query in 3D, and the files. */
async function servePeer(script, files) {
  const html = `<!doctype html><style>html, body { margin: 0; background: #000 }</style><canvas></canvas>
    <script type="module">
      import { Niivue } from '/niivue.js'
      const [file, width, height] = location.search.slice(1).split(',')
      const canvas = document.querySelector('canvas')
      canvas.parentElement.style.cssText = 'width: ' + width + 'px; height: ' + height + 'px'
      const nv = new Niivue({ show3Dcrosshair: false, isResizeCanvas: true })
      globalThis.nv = nv
      await nv.attachToCanvas(canvas)
      nv.setSliceType(nv.sliceTypeRender)
      await nv.loadVolumes([{ url: '/' + file + '.nii' }])
    </script>`
  const bodies = new Map([...files, ['/niivue.js', script], ['/', Buffer.from(html)]])
  const types = { '/': 'text/html', '/niivue.js': 'text/javascript' }
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace(/\?.*/, '')
    const body = bodies.get(path)
    response.writeHead(body ? 200 : 404, { 'content-type': types[path] ?? 'application/octet-stream' })
    response.end(body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: server.address().port, close: () => server.close() }
}

async function measureVolume(browser, id, { host, peer }) {
  const own = { first: [], turning: [] }
  const other = { first: [], turning: [] }
  const place = `http://127.0.0.1:${host.port}/#/${id}?~slices=none`
  for (let round = 0; round < rounds; round++) {
    const page = await openPage(browser)
    const area = { width: 0, height: 0 }
    own.first.push(await timeFirst(page, place))
    const box = await page.locator('.stage canvas').boundingBox()
    Object.assign(area, { width: Math.round(box.width), height: Math.round(box.height) })
    own.turning.push(...(await page.evaluate(turnOwn, turns)))
    await page.close()
    const beside = await openPage(browser)
    const { port } = peer
    other.first.push(await timeFirst(beside, `http://127.0.0.1:${port}/?${id},${area.width},${area.height}`))
    other.turning.push(...(await beside.evaluate(turnOther, turns)))
    await beside.close()
  }
  const toText = (times) => `${toMedian(times).toFixed(0)} ms of ${times.length}`
  return Object.entries({ first: 'first picture of', turning: 'frame while turning' }).map(([name, what]) =>
    toMultipleRow(
      `${what} ${id}, beside niivue`,
      toMedian(own[name]) / toMedian(other[name]),
      1,
      `niivue ${toText(other[name])}, this page ${toText(own[name])}`,
    ),
  )
}

async function openPage(browser) {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', colorScheme: 'dark' })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.addInitScript((rules) => {
    document.addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    })
  }, hidden)
  return page
}

/** Returns the milliseconds from the navigation to the first picture on the screen that is not blank. */
async function timeFirst(page, url) {
  const session = await page.context().newCDPSession(page)
  let started = 0
  const seen = new Promise((resolve) => {
    session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
      if (started > 0 && !isBlank(Buffer.from(data, 'base64'))) resolve(1000 * metadata.timestamp)
    })
  })
  await session.send('Page.startScreencast', { format: 'png' })
  started = Date.now()
  await page.goto(url)
  const milliseconds = (await seen) - started
  await session.send('Page.stopScreencast')
  await session.detach()
  return milliseconds
}

/**
 * Returns whether the middle of a picture has too few bright pixels for one, or is as white as an empty
 * page.
 */
function isBlank(png) {
  const { width, height, channels, data } = decode(png)
  let bright = 0
  for (let y = Math.floor(height / 4); y < (height * 3) / 4; y++)
    for (let x = Math.floor(width / 8); x < width / 2; x++)
      if (Math.max(...data.subarray(channels * (y * width + x), channels * (y * width + x) + 3)) > 90)
        bright++
  const part = bright / ((width * height * 3) / 16)
  return part < 0.02 || part > 0.9
}

/**
 * Turns the stage by a key, in the page; returns the milliseconds of the frames until their pixels are
 * there.
 */
async function turnOwn(count) {
  const canvas = document.querySelector('.stage canvas')
  const gl = canvas.getContext('webgl2')
  const frames = []
  const request = window.requestAnimationFrame.bind(window)
  const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  finish()
  const whole = document.querySelector('.stage').clientWidth
  window.requestAnimationFrame = (draw) =>
    request((now) => {
      const started = performance.now()
      draw(now)
      finish()
      if (canvas.width < whole) frames.push(performance.now() - started)
    })
  while (frames.length < count) {
    document
      .querySelector('.stage')
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
    await new Promise((resolve) => request(resolve))
  }
  return frames.slice(0, count)
}

/** The same of niivue, which draws when it is turned. */
async function turnOther(count) {
  const { nv } = globalThis
  const { gl } = nv
  const frames = []
  const finish = () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  finish()
  for (let i = 0; i < count; i++) {
    const started = performance.now()
    nv.scene.renderAzimuth += 5
    nv.drawScene()
    finish()
    frames.push(performance.now() - started)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  return frames
}
