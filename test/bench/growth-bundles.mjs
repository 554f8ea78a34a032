/**
 * Bundles of 14 kB, from one to 1,000: start, a reload of which one has changed, the first call of that one,
 * a later one, and memory.
 */
import { writeBundle } from './bench-bundle.mjs'
import { repeat, toMedian } from './figures.mjs'
import { measureTime, toBytesRow, toRequestRow, toWholeRow } from './growth-table.mjs'
import { openConnection, readBytes, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const sizes = [1, 10, 100, 1000]
const rounds = 5

/** Returns the rows of bundles. */
export async function measure() {
  return await withFolder(async (folder) => {
    const costs = { start: [], reload: [], first: [], later: [], memory: [] }
    let written = 0
    for (const size of sizes) {
      for (; written < size; written++) await writeBundle(folder, toBundle(written, 0))
      const starts = await repeat(
        3,
        async () => await withHost(folder, {}, async (host) => await host.ask('cpu')),
      )
      costs.start.push([size, toMedian(starts.map(({ user, system }) => user + system))])
      await withHost(folder, {}, (host) => measureHost(host, { folder, size, costs }))
    }
    return [
      toWholeRow('bundles: start', costs.start),
      toWholeRow('bundles: reload, one has changed', costs.reload),
      toRequestRow('bundles: first call of the changed one', costs.first),
      toRequestRow('bundles: a later call', costs.later),
      toBytesRow('bundles: resident memory', costs.memory),
    ]
  })
}

/** A function that tells the version of its bundle. */
function toBundle(index, version) {
  const name = `dot${index}`
  const number = {
    type: 'number',
    default: 1,
    minimum: 0,
    maximum: 1e6,
    description: 'One of the parameters.',
  }
  const properties = Object.fromEntries(
    Array.from({ length: 6 }, (_, place) => [`parameter${place}`, number]),
  )
  const source = `
    export function ${name}(seed) {
      return { vertices: new Float32Array([${version}, seed, 0]), indices: new Uint32Array(3) }
    }
    ${'// as long as a small plugin\n'.repeat(500)}`
  return { name: `bundle${index}`, source, functions: [{ name, returns: 'mesh', properties }] }
}

async function measureHost(host, { folder, size, costs }) {
  const connection = await openConnection(host.port)
  const last = size - 1
  await repeat(200, () => readJson(connection, toRequest('GET', '/readyz')).catch(() => undefined))
  const call = async (version, seed) => {
    const body = { params: { parameter0: seed } }
    const bytes = await readBytes(connection, toRequest('POST', `/api/specimens/dot${last}/data`, body))
    const at = 4 + bytes.readUInt32LE(0)
    const [found, echoed] = [bytes.readFloatLE(at), bytes.readFloatLE(at + 4)]
    if (found !== version || echoed !== seed)
      throw new Error(`version ${version} for ${seed} was answered by ${found} for ${echoed}`)
  }
  const times = await repeat(rounds, async (round) => {
    const version = round + 1
    await writeBundle(folder, toBundle(last, version))
    const reload = await measureTime(host, async () => {
      const { bundles } = await readJson(connection, toRequest('POST', '/api/specimens/reload'))
      if (bundles !== size) throw new Error(`a reload found ${bundles} bundles`)
    })
    const first = await measureTime(host, () => call(version, 0))
    const later = await measureTime(host, () => repeat(50, (index) => call(version, index + 1)))
    return { reload, first, later: later / 50 }
  })
  for (const name of ['reload', 'first', 'later'])
    costs[name].push([size, toMedian(times.map((time) => time[name]))])
  const { rss } = await host.ask('memory')
  costs.memory.push([size, rss])
  await writeBundle(folder, toBundle(last, 0))
  connection.close()
}
