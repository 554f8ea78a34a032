/**
 * Bundles for pages as ones for a host, in surroundings like those of a page: an export calls each function
 * there before it says that it runs in a page. Code that asks for what Node alone has finds that it is
 * absent.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type BundleFile,
  entryName,
  type Manifest,
  manifestName,
} from '../../core/contract/domain/manifest.ts'
import { bundleForPage } from '../bundle/bundle-page.ts'
import { toManifestText } from '../derive/derive-manifest.ts'
import { hashBytes } from '../files/file-state.ts'
import { readManifest } from '../output/build-record.ts'
import { isWorkerModule } from './page-bundles.ts'

/** Writes the bundles of these names, from a folder of bundles, as the ones of a page into another folder. */
export async function writeTrialBundles(from: string, names: readonly string[], into: string): Promise<void> {
  for (const name of names) await writeTrialBundle(join(from, name), join(into, name))
}

async function writeTrialBundle(from: string, into: string): Promise<void> {
  const manifest = readManifest(from)
  const { code } = await bundleForPage(join(from, entryName), 'like a page')
  if (code === null) return // its reason is known
  const others = manifest.files.filter(({ path }) => path !== entryName)
  const surroundings = toSurroundings(others.map(({ path }) => path))
  for (const { path } of others) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    const made = isWorkerModule(path) ? await bundleForPage(join(from, path), 'like a page') : null
    if (made?.code == null) copyFileSync(join(from, path), join(into, path))
    else writeFileSync(join(into, path), surroundings + workerScope + made.code + workerMessages)
  }
  mkdirSync(into, { recursive: true })
  writeFileSync(join(into, entryName), surroundings + code)
  writeFileSync(join(into, manifestName), toManifestText(toTrialManifest(manifest, into)))
}

/** Threads take the place of workers, which pages give to every function. */
function toTrialManifest({ needs: _, files, ...manifest }: Manifest, into: string): Manifest {
  const written = files.map(({ path }): BundleFile => {
    const bytes = readFileSync(join(into, path))
    return { path, bytes: bytes.byteLength, sha256: hashBytes(bytes) }
  })
  const needs = files.some(({ path }) => isWorkerModule(path)) ? (['worker'] as const) : undefined
  return { ...manifest, ...(needs && { needs }), files: written }
}

/** The names of a worker that only its messages need, for a thread. */
const workerScope = `{
  const { parentPort } = process.getBuiltinModule('node:worker_threads')
  const target = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'])
    globalThis[name] = target[name].bind(target)
  globalThis.onmessage = null
  globalThis.postMessage = (data, options) => parentPort.postMessage(data, options?.transfer ?? options)
  globalThis.close = () => parentPort.close()
}
`
/** The end of its module: messages wait until it has its listeners. */
const workerMessages = `
process.getBuiltinModule('node:worker_threads').parentPort.on('message', (data) => {
  const event = new MessageEvent('message', { data })
  globalThis.onmessage?.(event)
  globalThis.dispatchEvent(event)
})
`

/**
 * Returns the beginning of a module: the files of the bundle as a page has them, and the names of a worker.
 */
function toSurroundings(paths: readonly string[]): string {
  return `{
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const { join } = process.getBuiltinModule('node:path')
  const files = new Map()
  for (const path of ${JSON.stringify(paths)})
    files.set(path, new Uint8Array(readFileSync(join(import.meta.dirname, path))))
  globalThis[Symbol.for('specimen files of the bundle')] = files
  globalThis.self = globalThis
  globalThis.WorkerGlobalScope = class {}
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')
  globalThis.Worker = class extends EventTarget {
    onmessage = null
    onerror = null
    #thread
    constructor(place) {
      super()
      const name = String(place).replace(/^file:[/][/][/]bundle[/]/, '')
      if (!files.has(name)) throw new TypeError('a page starts workers of modules of the bundle alone')
      this.#thread = new Thread(new URL('./' + name, import.meta.url))
      this.#thread.on('message', (data) => this.#tell(new MessageEvent('message', { data })))
      this.#thread.on('error', (error) =>
        this.#tell(Object.assign(new Event('error'), { error, message: String(error) })))
    }
    #tell(event) {
      this['on' + event.type]?.(event)
      this.dispatchEvent(event)
    }
    postMessage(data, options) { this.#thread.postMessage(data, options?.transfer ?? options) }
    terminate() { void this.#thread.terminate() }
  }
  globalThis.importScripts = () => { throw new TypeError('importScripts is not for modules') }
  globalThis.location = new URL('http://localhost/')
  globalThis.navigator ??= { hardwareConcurrency: 1, language: 'en', userAgent: '' }
}
`
}
