/** A cache hit of a 12 MB mesh on `/data`, beside a bare node:http server that writes the same buffer. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toMedian, toNoteRow } from './figures.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withFolder, withHost, withPeer } from './processes.mjs'

/** 400,000 vertices and normals of 12 bytes each, and 600,000 indices of 4. */
const source = `
  export function mesh() {
    const vertices = new Float32Array(3 * 400_000).map((_, i) => Math.sin(i))
    const normals = new Float32Array(3 * 400_000).map((_, i) => Math.cos(i))
    const indices = new Uint32Array(600_000).map((_, i) => i % 400_000)
    return { vertices, indices, normals }
  }`
const rounds = 200
const request = toRequest('GET', '/api/specimens/mesh/data')

/** Returns the row. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeMesh(folder)
    return await withHost(folder, {}, async (host) => {
      const wanted = await readMesh(host)
      const file = join(folder, 'envelope')
      await writeFile(file, wanted)
      return await withPeer('http', [{ file }], (peer) => compare(host, peer, wanted))
    })
  })
}

async function compare(host, peer, wanted) {
  const [ofHost, ofPeer] = await timeHits([host, peer], wanted)
  const what = `hit of a ${(wanted.length / 1e6).toFixed(0)} MB mesh, speed beside node:http`
  const beside = `node:http ${ofPeer.toFixed(2)} ms, host ${ofHost.toFixed(2)} ms`
  return [toNoteRow(what, (ofPeer / ofHost).toFixed(2), beside)]
}

export async function writeMesh(folder) {
  await writeBundle(folder, { name: 'bench', source, functions: [{ name: 'mesh', returns: 'mesh' }] })
}

/** Returns the mesh of a host, which has it in its cache from then on. */
export async function readMesh({ port }) {
  const connection = await openConnection(port)
  const bytes = await readBytes(connection, request)
  connection.close()
  return bytes
}

/** Returns the median milliseconds of servers that give the same bytes. */
export async function timeHits(servers, wanted) {
  const sides = []
  for (const { port } of servers) sides.push(await openConnection(port))
  for (const side of sides) checkBytes(await readBytes(side, request), wanted, 'before')
  const fetch = async (side) => {
    const { status, length } = await side.send(request)
    if (status !== 200 || length !== wanted.length) throw new Error(`answered ${status} with ${length} bytes`)
  }
  const times = sides.map(() => [])
  await repeat(rounds, async (round) => {
    // The later one finds the machine warmer: each is first in turn.
    for (let turn = 0; turn < sides.length; turn++) {
      const side = (round + turn) % sides.length
      times[side].push(await time(() => fetch(sides[side])))
    }
  })
  checkBytes(await readBytes(sides[0], request), wanted, 'after')
  for (const side of sides) side.close()
  return times.map(toMedian)
}
