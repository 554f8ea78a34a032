/** A cache hit of a 12 MB mesh on `/data`, against a bare node:http server that writes the same buffer. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toMedian, toRatioRow } from './figures.mjs'
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
const pairs = 200
const request = toRequest('GET', '/api/specimens/mesh/data')

/** Returns the row. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions: [{ name: 'mesh', returns: 'mesh' }] })
    return await withHost(folder, {}, async (host) => {
      const toHost = await openConnection(host.port)
      const wanted = await readBytes(toHost, request)
      const file = join(folder, 'envelope')
      await writeFile(file, wanted)
      return await withPeer('http', [{ file }], async (peer) => {
        const toPeer = await openConnection(peer.port)
        checkBytes(await readBytes(toPeer, request), wanted, 'peer')
        const row = await compare(toHost, toPeer, wanted.length)
        checkBytes(await readBytes(toHost, request), wanted, 'hit')
        for (const connection of [toHost, toPeer]) connection.close()
        return [row]
      })
    })
  })
}

async function compare(toHost, toPeer, wantedLength) {
  const fetch = async (connection) => {
    const { status, length } = await connection.send(request)
    if (status !== 200 || length !== wantedLength) throw new Error(`answered ${status} with ${length} bytes`)
  }
  const times = await repeat(pairs, async () => [
    await time(() => fetch(toPeer)),
    await time(() => fetch(toHost)),
  ])
  const [peer, host] = [0, 1].map((side) => toMedian(times.map((pair) => pair[side])))
  const what = `hit of a ${(wantedLength / 1e6).toFixed(0)} MB mesh, speed`
  return toRatioRow(what, peer / host, 0.9, `node:http ${peer.toFixed(2)} ms, host ${host.toFixed(2)} ms`)
}
