/**
 * Results of 100 MB as JSON, from the cache. The peer of a volume is a bare node:http server that answers
 * with `Buffer.toString('base64')` of the same bytes, made for each request: all that JSON of a volume must
 * be, in as many bytes over the same socket. The call alone would be no peer, as it sends nothing. The peer
 * of a mesh answers with `JSON.stringify` of the same numbers, as short as the host writes them.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toMedian, toMultipleRow, toNoteRow } from './figures.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withFolder, withHost, withPeer } from './processes.mjs'

const fill = '(array) => array.map((_, i) => Math.sin(i))'
const source = `
  const fill = ${fill}
  export function volume() { return { shape: [100, 500, 500], data: fill(new Float32Array(25_000_000)) } }
  export function mesh() {
    return { vertices: fill(new Float32Array(3_000_000)), indices: new Uint32Array(3_000_000).map((_, i) => i % 1e6) }
  }`
const functions = ['volume', 'mesh'].map((name) => ({ name, returns: name }))
const rounds = 15
const asJson = (name) =>
  toRequest('GET', `/api/specimens/${name}/data`).replace('\r\n', '\r\naccept: application/json\r\n')

/** Returns a row for the volume and one for the mesh. */
export async function measure() {
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    const file = join(folder, 'peer')
    return await withHost(folder, {}, async (host) => [
      await measureVolume(host, file),
      await measureMesh(host, file),
    ])
  })
}

async function measureVolume(host, file) {
  const wanted = Buffer.from(make(25_000_000).buffer)
  const answer = await ask(host, 'volume')
  checkBytes(Buffer.from(JSON.parse(answer.toString('latin1')).data, 'base64'), wanted, 'the volume')
  await writeFile(file, wanted)
  return await withPeer('base64', [{ file }], async (peer) => {
    const { multiple, beside } = await compare(host, peer, { name: 'volume', answer, megabytes: 100 })
    return toMultipleRow('JSON of a 100 MB volume', multiple, 1.3, `base64 ${beside}`)
  })
}

async function measureMesh(host, file) {
  const answer = await ask(host, 'mesh')
  const { vertices, indices } = JSON.parse(answer.toString('latin1'))
  const found = Buffer.from(Float32Array.from(vertices).buffer)
  checkBytes(found, Buffer.from(make(3_000_000).buffer), 'vertices')
  if (indices.length !== 3_000_000 || indices.some((index, i) => index !== i % 1e6))
    throw new Error('other indices than wanted')
  await writeFile(file, answer)
  return await withPeer('stringify', [{ file }], async (peer) => {
    const { multiple, beside } = await compare(host, peer, { name: 'mesh', answer, megabytes: 24 })
    return toNoteRow('JSON of a 24 MB mesh', `${multiple.toFixed(2)} ×`, `JSON.stringify ${beside}`)
  })
}

async function ask(host, name) {
  const connection = await openConnection(host.port)
  return await readBytes(connection, asJson(name)).finally(() => connection.close())
}

/** Returns how many times as long as the peer the host takes, and what both take. */
async function compare(host, peer, { name, answer, megabytes }) {
  const sides = [peer, host]
  const connections = await Promise.all(sides.map(({ port }) => openConnection(port)))
  const request = asJson(name)
  const take = async (connection) => {
    const { status, length } = await connection.send(request)
    // The peer's has no names of members around it.
    if (status !== 200 || Math.abs(length - answer.length) > 1000)
      throw new Error(`${name}: answered ${status} with ${length} bytes`)
  }
  for (const connection of connections) await repeat(2, () => take(connection))
  const before = await Promise.all(sides.map((side) => side.ask('cpu')))
  const times = await repeat(rounds, async () => [
    await time(() => take(connections[0])),
    await time(() => take(connections[1])),
  ])
  const after = await Promise.all(sides.map((side) => side.ask('cpu')))
  checkBytes(await readBytes(connections[1], request), answer, name)
  for (const connection of connections) connection.close()
  const [ofPeer, ofHost] = [0, 1].map((side) => {
    const { user, system } = after[side]
    const processor = (user + system - before[side].user - before[side].system) / 1000 / rounds
    const elapsed = toMedian(times.map((pair) => pair[side]))
    const [each, own] = [elapsed, processor].map((milliseconds) => (milliseconds / megabytes).toFixed(2))
    return { elapsed, text: `${each} ms/MB (processor ${own})` }
  })
  return {
    multiple: ofHost.elapsed / ofPeer.elapsed,
    beside: `and sent ${ofPeer.text}, host ${ofHost.text}`,
  }
}

function make(length) {
  return new Function(`return ${fill}`)()(new Float32Array(length))
}
