/** One caller who asks a host for many files in other forms, and another one, who wants results meanwhile. */
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { type BuiltHost, startBuiltHost } from '../built-host.ts'
import { type RawRequest, sendRaw, toRequest } from './raw-request.ts'

/** A mesh that no other label has. */
const source = `
export function mesh(label, quads) {
  const vertices = new Float32Array(6 * (quads + 1))
  for (let i = 0; i < vertices.length; i++) vertices[i] = i % 3 === 0 ? i / 7 : Math.sin(i + label)
  const corners = [0, 1, 2, 2, 1, 3]
  const indices = new Uint32Array(6 * quads)
  for (let i = 0; i < indices.length; i++) indices[i] = 2 * Math.floor(i / 6) + corners[i % 6]
  return { vertices, indices }
}
`
/** A result of 0.5 MB, whose check is no small one, and the dearer ones of the first caller. */
const quads = 10_000
const greedyQuads = 20_000
/** Files of the first caller. */
const files = 60
const greedy = '192.0.2.1'
const other = '192.0.2.2'

let host: BuiltHost
let labels = 0

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-forms-'))
  temporaryFolders.push(folder)
  const plugins = join(folder, 'bundles')
  const integer = (value: number) => ({ type: 'integer', default: value })
  const properties = { label: integer(0), quads: integer(2) }
  makeBundle(plugins, {
    name: 'mesh',
    source,
    functions: [{ name: 'mesh', returns: 'mesh', properties }],
  })
  const flags = ['--trust-proxy', '127.0.0.1']
  host = await startBuiltHost({
    plugins,
    specimens: join(folder, 'specimens'),
    witness: 'mesh',
    flags,
  })
})

afterAll(async () => void (await host.stop()))

/** What is asked for. */
interface Wanted {
  readonly label: number
  readonly quads: number
  readonly form: 'json' | 'usdz' | 'envelope' | 'facts'
}

/** Returns the address of a result in a room of its own. */
function toAddress({ form, ...params }: Wanted): string {
  const [route, format] = form === 'facts' ? ['facts', ''] : ['data', `&format=${form}`]
  const query = `room_id=room-${params.label}&params=${encodeURIComponent(JSON.stringify(params))}`
  return `/api/specimens/mesh/${route}?${query}${format}`
}

async function read(wanted: Wanted, caller: string): Promise<void> {
  const headers = { 'x-forwarded-for': caller, 'accept-encoding': 'identity' }
  const response = await host.api.get(toAddress(wanted), headers)
  await response.arrayBuffer()
  expect([wanted, response.status]).toEqual([wanted, 200])
}

/** Resolves with the seconds until another caller has a new result as an envelope, JSON, facts and USDZ. */
async function takeResult(): Promise<number> {
  const label = ++labels
  const started = performance.now()
  for (const form of ['envelope', 'json', 'facts', 'usdz'] as const) await read({ label, quads, form }, other)
  return (performance.now() - started) / 1000
}

/** Asks for files of results that are there, no two the same; resolves when the first of them has come. */
async function askForFiles(): Promise<readonly RawRequest[]> {
  const results = Array.from({ length: files }, () => ({
    label: ++labels,
    quads: greedyQuads,
  }))
  for (const result of results) await read({ ...result, form: 'envelope' }, greedy)
  const asked: RawRequest[] = []
  for (const result of results) {
    const text = toRequest('GET', toAddress({ ...result, form: 'usdz' }))
    asked.push(await sendRaw(host.port, text.replace('\r\n\r\n', `\r\nx-forwarded-for: ${greedy}\r\n\r\n`)))
  }
  const first = await Promise.race(asked.map(({ answer }) => answer))
  expect(first.status).toBe(200)
  return asked
}

async function leave(asked: readonly RawRequest[]): Promise<void> {
  const closed = asked.map(({ socket }) => once(socket, 'close'))
  for (const { socket } of asked) socket.destroy()
  await Promise.all(closed)
}

it('a caller who asked for 60 files and has left keeps no result of another waiting', async () => {
  await takeResult() // threads and processes have been started
  const quiet = Math.max(await takeResult(), await takeResult())
  await leave(await askForFiles())
  const after = await takeResult()
  expect(after / quiet).toBeLessThan(5) // with all files that were left before it, at least 16
})

it('a caller who waits for 60 files keeps a result of another waiting for few of them', async () => {
  const asked = await askForFiles()
  let ended = 0
  for (const { answer } of asked) void answer.then(() => ended++).catch(() => {})
  await takeResult()
  // Its facts and its USDZ wait for one each, and both threads go on; first come, first served: all 60.
  expect(ended).toBeLessThan(files / 3)
  await leave(asked)
  expect(await host.findHarm()).toBeUndefined()
})
