/**
 * The catalog, from ten to 100,000 specimens: folders with a `specimen.json`, all of which show one function.
 * Start, reload, the listing to a client that has it and one that has not, one specimen, a hit beside them,
 * and memory. In code, registration alone, with a host in this process.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHost } from 'specimen-host'
import { writeBundle } from './bench-bundle.mjs'
import { repeat } from './figures.mjs'
import {
  measureEach,
  measureTime,
  ownProcess,
  toBytesRow,
  toRequestRow,
  toWholeRow,
} from './growth-table.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const sizes = [10, 100, 1000, 10_000, 100_000]
/** Registration is the program's own work. */
const codeSizes = [10, 100, 1000, 10_000]
const asked = 200
const warmings = 2000
const atATime = 64

const source = `
  export function dot(seed) {
    return { vertices: new Float32Array(3).fill(seed), indices: new Uint32Array(3) }
  }`
const properties = { seed: { type: 'integer', default: 0 } }
const functions = [{ name: 'dot', returns: 'mesh', properties }]

/** Returns the rows of the catalog. */
export async function measure() {
  const rows = await withFolder(async (folder) => {
    const [plugins, specimens] = [join(folder, 'plugins'), join(folder, 'specimens')]
    await mkdir(specimens)
    await writeBundle(plugins, { name: 'bench', source, functions })
    const costs = { start: [], reload: [], full: [], known: [], one: [], hit: [], memory: [] }
    let written = 0
    for (const size of sizes) {
      await writeSpecimens(specimens, written, size)
      written = size
      await withHost(plugins, { specimens }, (host) => measureHost(host, size, costs))
    }
    return [
      toWholeRow('catalog: start, beyond that with ten', toBeyond(costs.start)),
      toWholeRow('catalog: reload', costs.reload),
      toWholeRow('catalog: the listing', costs.full),
      toRequestRow('catalog: the listing, to a client that has it', costs.known),
      toRequestRow('catalog: one specimen', costs.one),
      toRequestRow('catalog: a hit beside them', costs.hit),
      toBytesRow('catalog: resident memory, beyond that with ten', toBeyond(costs.memory)),
    ]
  })
  const registered = await repeat(codeSizes.length, async (place) => {
    const size = codeSizes[place]
    return [size, await measureRegistration(size)]
  })
  return [...rows, toWholeRow('catalog: registration in code', registered)]
}

/** Returns costs without that of the smallest size, which a host has in any case. */
function toBeyond([[, first], ...others]) {
  return others.filter(([size]) => size >= 1000).map(([size, cost]) => [size, cost - first])
}

async function writeSpecimens(folder, from, to) {
  let next = from
  const write = async () => {
    for (let index = next++; index < to; index = next++) {
      const own = join(folder, toId(index))
      await mkdir(own)
      const entry = {
        function_name: 'dot',
        display_name: `The dot ${index}`,
        description: 'One of very many, which says so in a sentence or two.',
        tags: ['bench', 'generated'],
      }
      await writeFile(join(own, 'specimen.json'), JSON.stringify(entry))
    }
  }
  await Promise.all(Array.from({ length: atATime }, write))
}

function toId(index) {
  return `dot-${String(index).padStart(6, '0')}`
}

async function measureHost(host, size, costs) {
  const { user, system } = await host.ask('cpu')
  costs.start.push([size, user + system])
  const connection = await openConnection(host.port)
  const { rss } = await host.ask('memory')
  costs.memory.push([size, rss])
  const list = toRequest('GET', '/api/specimens/')
  const measureOne = async (name, request, times, wanted, length) => {
    const work = async () => {
      const { status, length: found } = await connection.send(request)
      if (status !== wanted || (length !== undefined && found !== length))
        throw new Error(`${name} was answered ${status} with ${found} bytes`)
    }
    if (times === asked) await repeat(warmings, work)
    costs[name].push([size, await measureEach(host, times, () => repeat(times, work))])
  }
  const entries = await readJson(connection, list)
  if (entries.length !== size + 1) throw new Error(`a catalog of ${entries.length} entries`)
  const { length, etag } = await readTag(host.port)
  await measureOne('full', list, Math.max(2, 2000 / size), 200, length)
  await measureOne('known', withHeader(list, `if-none-match: ${etag}`), asked, 304)
  const middle = toId(Math.floor(size / 2))
  await measureOne('one', toRequest('GET', `/api/specimens/${middle}`), asked, 200)
  await measureOne('hit', toRequest('GET', `/api/specimens/${middle}/data`), asked, 200)
  const reload = toRequest('POST', '/api/specimens/reload')
  const reloads = await repeat(size > 10_000 ? 1 : 3, async () => {
    let count = 0
    const time = await measureTime(host, async () => {
      const body = await readJson(connection, reload)
      count = body.count
    })
    if (count !== size + 1) throw new Error(`a reload found ${count} specimens`)
    return time
  })
  costs.reload.push([size, reloads.sort((a, b) => a - b)[Math.floor(reloads.length / 2)]])
  connection.close()
}

async function readTag(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/specimens/`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const body = await answer.arrayBuffer()
  return { length: body.byteLength, etag: answer.headers.get('etag') }
}

function withHeader(request, line) {
  return request.replace('\r\n\r\n', `\r\n${line}\r\n\r\n`)
}

/** Returns what it takes to register so many specimens in code and to show them once. */
async function measureRegistration(size) {
  const host = await createHost({ plugins: '', specimens: '', logLevel: 'error' })
  try {
    return await measureTime(ownProcess, async () => {
      for (let index = 0; index < size; index++)
        host.registerSpecimen({ id: toId(index) }, () => {}, { returns: 'mesh' })
      const { payload } = await host.inject('/api/specimens/')
      const { length } = JSON.parse(payload)
      if (length !== size) throw new Error(`${length} specimens in code, ${size} were registered`)
    })
  } finally {
    await host.close()
  }
}
