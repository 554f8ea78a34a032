/** `picture`: 90,000 triangles at 512 pixels beside a mesh without any, of one host in turns. */
import assert from 'node:assert'
import { createHost } from 'specimen-host'
import { repeat, time, toBoundRow, toMedian, toNoteRow } from './figures.mjs'

const [around, across] = [300, 150]
const rounds = 15

/** Returns a wavy ring. */
function createRing() {
  const vertices = new Float32Array(3 * around * across)
  const indices = new Uint32Array(6 * around * across)
  for (let i = 0; i < around * across; i++) {
    const row = i - (i % across)
    const [a, b] = [(2 * Math.PI * row) / across / around, (2 * Math.PI * (i % across)) / across]
    const radius = 2 + (0.8 + 0.1 * Math.cos(12 * a)) * Math.cos(b)
    vertices.set([radius * Math.cos(a), radius * Math.sin(a), 0.8 * Math.sin(b)], 3 * i)
    const next = row + ((i + 1) % across)
    const [right, opposite] = [i, next].map((vertex) => (vertex + across) % (around * across))
    indices.set([i, right, opposite, i, opposite, next], 6 * i)
  }
  return { vertices, indices }
}

export async function measure() {
  const host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  host.registerSpecimen({ id: 'ring' }, createRing, { returns: 'mesh' })
  const nothing = () => ({ vertices: new Float32Array(), indices: new Uint32Array() })
  host.registerSpecimen({ id: 'nothing' }, nothing, { returns: 'mesh' })
  const url = await host.listen()
  const ask = (id, round) =>
    time(async () => {
      // Another roughness is another picture.
      const query = `width=512&height=512&view=roughness=0.5${10 + round}`
      const response = await fetch(`${url}/api/specimens/${id}/picture?${query}`)
      const { byteLength } = await response.arrayBuffer()
      assert(response.status === 200 && byteLength > (id === 'ring' ? 50_000 : 500))
    })
  const first = await ask('ring', rounds)
  await ask('nothing', rounds)
  const pairs = await repeat(rounds, async (round) => [await ask('ring', round), await ask('nothing', round)])
  await host.close()
  const [ring, none] = [0, 1].map((side) => toMedian(pairs.map((pair) => pair[side])))
  const peer = `${none.toFixed(0)} ms for a mesh of none`
  return [
    toBoundRow('picture of 90,000 triangles at 512 pixels', ring - none, 100, 'ms', peer),
    toNoteRow('the first picture of a host', `${first.toFixed(0)} ms`, ''),
  ]
}
