/** Results through the built worker, in a page of a real host. */
import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import { makeProbe, writeSpecimen } from '../../support/probe-bundle.ts'
import { bundleEntry } from '../bundle-entry.ts'
import { useBrowser } from '../use-browser.ts'
import type * as Harness from './data-harness.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'

declare const harness: typeof Harness
declare const source: ReturnType<typeof Harness.openSource>

const browser = useBrowser()
let probe: ReturnType<typeof makeProbe>
let viewer: OpenViewer
let page: Page
let script: string
const worker = readdirSync('dist/viewer').find((name) => /^data-worker-\w+[.]js$/.test(name))

/** Puts the harness into a page, with one source. */
const prepare = async (target: Page): Promise<void> => {
  await target.evaluate(
    `${script}; globalThis.harness = harness; globalThis.source = harness.openSource('${worker}'); 0`,
  )
}

beforeAll(async () => {
  probe = makeProbe()
  const points = Float32Array.of(1, 2, 3, 4, 5, 6)
  const saved = Buffer.concat(encodeEnvelope({ type: 'point_cloud', points }))
  writeSpecimen(
    probe.specimens,
    'saved',
    { type: 'point_cloud', data_file: 'saved.envelope' },
    { 'saved.envelope': saved },
  )
  script = await bundleEntry(`${import.meta.dirname}/data-harness.ts`, { globalName: 'harness' })
  viewer = await openViewer(browser(), { options: { plugins: probe.plugins, specimens: probe.specimens } })
  viewer.host.registerFunction('painted', () => painted, { returns: 'mesh' })
  page = viewer.page
  await prepare(page)
})
afterAll(async () => {
  await viewer?.close()
  await rm(probe.folder, { recursive: true, force: true })
})

const painted = {
  vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
  indices: Uint32Array.of(0, 1, 2),
  colors: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255),
}
const load = async (specimenId: string, params = {}, isDynamic = true): Promise<unknown> =>
  await page.evaluate(async (request) => await harness.load(source, request), {
    specimenId,
    isDynamic,
    params,
    roomId: 'data',
  })

describe('the data worker in a page', () => {
  it('gives every kind of result, ready to be drawn', async () => {
    expect(await load('tetra', { size: 2 })).toMatchObject({
      content: {
        type: 'mesh',
        bounds: { low: [0, 0, 0], high: [2, 2, 1] },
        normals: { array: 'Float32Array', length: 36 }, // three at each of four corners, as its edges are hard
      },
    })
    expect(await load('grid')).toMatchObject({
      content: {
        type: 'volume',
        range: [0, 5.5],
        texture: { format: 'r16f', width: 3, height: 2, depth: 2 },
      },
    })
    expect(await load('cloud')).toMatchObject({ content: { type: 'point_cloud', range: [0.5, 1] } })
    expect(await load('picture')).toMatchObject({ content: { type: 'image', range: [0, 244] } })
    expect(await load('painted')).toMatchObject({
      content: { result: { colors: { array: 'Uint8Array', length: 9 } } },
    })
    viewer.expectClean()
  })

  it('gives a static specimen by its file, and the reason where that cannot be shown', async () => {
    expect(await load('saved', {}, false)).toMatchObject({
      content: { type: 'point_cloud', bounds: { high: [4, 5, 6] } },
    })
    expect(await load('bare', {}, false)).toMatchObject({
      content: { type: 'file', fileName: 'scan.json', byteLength: 2, reason: expect.stringMatching(/./) },
    })
  })

  it('passes on messages, and a failure with the words of the function', async () => {
    expect(await load('chatty', { messages: 3 })).toMatchObject({ messages: ['step 0', 'step 1', 'step 2'] })
    expect(await load('failing')).toMatchObject({
      error: {
        name: 'LoadError',
        code: 'job.failed',
        message: expect.stringContaining('the sample is upside down'),
      },
    })
    expect(await load('tetra', { size: -1 })).toMatchObject({
      error: { code: 'params.invalid', issues: [{ pointer: '/size' }] },
    })
  })

  it('receives 100 MB without a copy', async () => {
    const bytes = 100 * 2 ** 20
    const loaded = await load('big', { mebibytes: 100 })
    const place = { array: 'Uint8Array', length: bytes }
    expect(loaded).toMatchObject({ content: { result: { data: place }, texture: { data: place } } })
    // One block of memory with the whole envelope: samples and texture are views on it. It came compressed,
    // without a length that was known before, so that up to half of the block has never been touched.
    const { bufferLength } = (loaded as { content: { result: { data: { bufferLength: number } } } }).content
      .result.data // as just seen
    expect(bufferLength).toBeGreaterThan(bytes)
    expect(bufferLength).toBeLessThan(2 * bytes)
  })

  it.each(['aborting', 'closing the source', 'closing the page'])(
    'cancels the job on the host by %s',
    async (how) => {
      const context = await browser().newContext()
      const own = await context.newPage()
      await own.goto(viewer.url)
      await prepare(own)
      const started = own.waitForResponse((response) => response.url().endsWith('/start'))
      const running = own
        .evaluate(async () => {
          const abort = new AbortController()
          Object.assign(globalThis, { abort })
          const request = { specimenId: 'endless', isDynamic: true, params: {}, roomId: 'alone' }
          return await harness.load(source, request, abort.signal)
        })
        .catch(() => undefined) // its page is closed
      const { job_id } = await (await started).json()
      const status = async () => await (await fetch(`${viewer.url}/api/jobs/${job_id}/progress`)).json()
      await expect.poll(status).toMatchObject({ status: 'running', messages: [{ text: 'going' }] })
      if (how === 'aborting') await own.evaluate('abort.abort()')
      else if (how === 'closing the source') await own.evaluate('source.close()')
      else await own.close({ runBeforeUnload: false })
      await expect.poll(status).toMatchObject({ status: 'error', error: 'cancelled' })
      await context.close()
      await running
    },
  )
})
