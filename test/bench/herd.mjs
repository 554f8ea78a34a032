/**
 * Identical requests at once, from 50 connections: how often the function ran, as the host counts its runs in
 * `/metrics`.
 */
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toBoundRow, toMedian } from './figures.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const herd = 50
const rounds = 5
const properties = { seed: { type: 'integer', default: 0 } }
const source = `
  export async function mesh(seed) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return { vertices: new Float32Array(300_000).fill(seed), indices: new Uint32Array(3) }
  }`

/** Returns the row: the most computations that one herd took. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, {
      name: 'bench',
      source,
      functions: [{ name: 'mesh', returns: 'mesh', properties }],
    })
    return await withHost(folder, {}, async (host) => {
      const connections = await Promise.all(Array.from({ length: herd }, () => openConnection(host.port)))
      const times = []
      const computations = await repeat(rounds, async (seed) => {
        const before = seed === 0 ? 0 : await countRuns(connections[0])
        times.push(await time(() => request(connections, seed)))
        return (await countRuns(connections[0])) - before
      })
      for (const connection of connections) connection.close()
      const beside = `${rounds} herds, median ${toMedian(times).toFixed(0)} ms for all, a run of 50 ms and 1.2 MB in it`
      return [
        toBoundRow(`${herd} identical requests, computations`, Math.max(...computations), 1, '', beside),
      ]
    })
  })
}

/** Requests the same mesh on every connection. */
async function request(connections, seed) {
  const text = toRequest('POST', '/api/specimens/mesh/data', { params: { seed } })
  const bodies = await Promise.all(connections.map((connection) => readBytes(connection, text)))
  for (const body of bodies) checkBytes(body, bodies[0], 'one of the herd')
  const wanted = Buffer.from(new Float32Array(300_000).fill(seed).buffer)
  checkBytes(bodies[0].subarray(-wanted.length - 12, -12), wanted, 'the mesh')
}

/** Every run that has ended, however it did. @throws when there is none, as after a run there must be */
async function countRuns(connection) {
  const text = (await readBytes(connection, toRequest('GET', '/metrics'))).toString()
  const counts = [...text.matchAll(/^specimen_runs_total\{function="mesh".*\} (\d+)$/gm)]
  if (counts.length === 0) throw new Error('/metrics counts no run of the mesh')
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}
