/**
 * The decoders in a real browser's worker, bundled as the viewer bundles them: the same results as in Node, each
 * format fetched when it is needed, and refusals that are ours.
 */

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildResult, build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeFile } from '../../core/data/formats/decode-file.ts'
import { readKnown, readKnownFiles, toPlain } from '../data/formats/files.ts'
import { useBrowser } from './use-browser.ts'

const plain = readKnown('volume-int16.npy')
const entry = new URL('../../core/data/formats/decode-file.ts', import.meta.url).pathname
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'"
const worker = `
  import { decodeFile } from '/decode-file.js'
  onmessage = async ({ data: name }) => {
    const bytes = new Uint8Array(await (await fetch('/files/' + name)).arrayBuffer())
    const toPlain = ([key, value]) => [key, ArrayBuffer.isView(value) ? Array.from(value) : value]
    const cut = bytes.subarray(0, bytes.length - 20)
    const refusal = await decodeFile(cut, name).then(() => 'none', ({ code }) => code)
    try {
      postMessage({ result: Object.fromEntries(Object.entries(await decodeFile(bytes, name)).filter(([key]) => key !== 'notes').map(toPlain)), refusal })
    } catch (error) {
      postMessage({ result: String(error), refusal })
    }
  }`

let bundle: BuildResult<{ write: false }>
let server: Server
const browser = useBrowser()
let page: Page
const files = new URL('../data/formats/files/', import.meta.url)
const asked: string[] = []

/** Files as pigz, bgzip and tapes leave them. */
const packed = new Map([
  ['members.npy.gz', Buffer.concat([gzipSync(plain.subarray(0, 40)), gzipSync(plain.subarray(40))])],
  ['zeros.npy.gz', Buffer.concat([gzipSync(plain), Buffer.alloc(512)])],
  ['junk.npy.gz', Buffer.concat([gzipSync(plain), Buffer.from('junk')])],
])

/** Serves an empty page, the bundle, the worker above and the files of `test/data/formats`. */
async function serve(): Promise<string> {
  server = createServer(async ({ url = '/' }, response) => {
    asked.push(url)
    response.setHeader('content-security-policy', policy)
    const script = bundle.outputFiles.find(({ path }) => path.endsWith(url))?.contents
    const name = /^\/files\/([\w.-]+)$/.exec(url)?.[1]
    if (url === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>')
    else if (name) response.end(packed.get(name) ?? (await readFile(new URL(name, files))))
    else response.setHeader('content-type', 'text/javascript').end(url === '/worker.js' ? worker : script)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
}

const noCodec = fileURLToPath(new URL('../../.ci/no-codec.mjs', import.meta.url))
const noCodecs = [
  '@cornerstonejs/codec-charls/decodewasmjs',
  '@cornerstonejs/codec-openjpeg/decodewasmjs',
  '@jsquash/webp/decode.js',
]

beforeAll(async () => {
  bundle = await build({
    entryPoints: [entry],
    outdir: '/out',
    bundle: true,
    splitting: true,
    // As .ci/bundle-viewer.mjs: a page runs no WebAssembly.
    alias: Object.fromEntries(noCodecs.map((name) => [name, noCodec])),
    write: false,
    format: 'esm',
    target: 'es2022',
  })
  page = await browser().newPage()
  await page.goto(await serve())
})
afterAll(() => {
  server?.close()
})

/** Decodes one of the files in a worker of its own. */
async function decodeInPage(name: string): Promise<{ readonly result: unknown; readonly refusal: string }> {
  return await page.evaluate(
    async (name) =>
      await new Promise((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' })
        worker.onmessage = ({ data }) => {
          worker.terminate()
          resolve(data)
        }
        worker.onerror = ({ message }) => reject(new Error(message))
        worker.postMessage(name)
      }),
    name,
  )
}

describe('decoders in a browser', () => {
  it('fetch the decoder of a file, and no other', async () => {
    asked.length = 0
    await decodeInPage('image.npy')
    expect(asked.some((path) => path.includes('npy'))).toBe(true)
    expect(asked.filter((path) => /glb|jpeg|png|ply|stl|obj|nifti|nrrd/.test(path))).toEqual([])
  })

  it('inflate members, and zeros behind, as Node does, and refuse other bytes there', async () => {
    const expected = toPlain(await decodeFile(plain, 'volume-int16.npy'))
    for (const name of ['members.npy.gz', 'zeros.npy.gz'])
      expect((await decodeInPage(name)).result, name).toEqual(expected)
    expect((await decodeInPage('junk.npy.gz')).result).toMatch(/Other bytes follow behind/)
  })

  it('make what they make in Node of every format, and refuse what is cut', async () => {
    const names = [
      ...[
        'pyramid-text.stl',
        'pyramid-binary.stl',
        'pyramid-text.stl.gz',
        'pyramid-assimp.obj',
        'pyramid-binary.ply',
      ],
      ...[
        'pyramid-text.ply',
        'pyramid.glb',
        'volume-float64-gzip.nrrd',
        'volume-uint16-hex.nrrd',
        'series.nii.gz',
      ],
      ...[
        'scan-int16.nii',
        'volume-int64.npy',
        'points.npy',
        'rgba.png',
        'l16.png',
        'palette-11.png',
        'subsampled.jpg',
      ],
    ]
    const known = readKnownFiles().map(({ name }) => name)
    expect(names.filter((name) => !known.includes(name))).toEqual([])
    for (const name of names) {
      const { result, refusal } = await decodeInPage(name)
      expect(result, name).toEqual(toPlain(await decodeFile(readKnown(name), name)))
      // A cut OBJ may be whole, and a cut JPEG is shown as far as it goes.
      if (!/[.](obj|jpg)$/.test(name)) expect(refusal, name).toBe('file.undecodable')
    }
  })
})
