/** `facts`: a million triangles, and 256³ samples, beside an empty mesh of the same host in turns. */
import assert from 'node:assert'
import { createHost } from 'specimen-host'
import { createClient } from 'specimen-host/client'
import { repeat, time, toBoundRow, toMedian } from './figures.mjs'

const [around, across] = [1000, 500]
const edge = 256
const rounds = 7

/** Returns a torus of a million triangles. */
function createTorus() {
  const vertices = new Float32Array(3 * around * across)
  const indices = new Uint32Array(6 * around * across)
  for (let i = 0; i < around * across; i++) {
    const row = i - (i % across)
    const [a, b] = [(2 * Math.PI * row) / across / around, (2 * Math.PI * (i % across)) / across]
    const radius = 2 + 0.7 * Math.cos(b)
    vertices.set([radius * Math.cos(a), radius * Math.sin(a), 0.7 * Math.sin(b)], 3 * i)
    const next = row + ((i + 1) % across)
    const [right, opposite] = [i, next].map((vertex) => (vertex + across) % (around * across))
    indices.set([i, right, opposite, i, opposite, next], 6 * i)
  }
  return { vertices, indices }
}

function createBlock() {
  const data = Float32Array.from({ length: edge ** 3 }, (_, i) => Math.sin(i * 1e-4) * 1000 + (i % 97))
  return { shape: [edge, edge, edge], data }
}

export async function measure() {
  const host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  const [torus, block] = [createTorus(), createBlock()]
  const nothing = { vertices: new Float32Array(), indices: new Uint32Array() }
  host.registerSpecimen({ id: 'torus' }, () => torus, { returns: 'mesh' })
  host.registerSpecimen({ id: 'block' }, () => block, { returns: 'volume' })
  host.registerSpecimen({ id: 'nothing' }, () => nothing, { returns: 'mesh' })
  const client = createClient(await host.listen())
  /** Milliseconds for the facts of a result that a room of its own holds already. */
  const ask = async (id, round, check) => {
    const roomId = `${id}-${round}`
    for await (const _ of client.run(id, { roomId })); // the result lies in the room
    return await time(async () => check(await client.facts(id, { roomId })))
  }
  const turns = await repeat(rounds, async (round) => [
    await ask('torus', round, ({ triangle_count: triangles, euler_characteristic: euler, volume }) => {
      assert(triangles === 2 * around * across && euler === 0)
      assert(Math.abs(volume / (2 * Math.PI ** 2 * 2 * 0.7 ** 2) - 1) < 1e-3)
    }),
    await ask('block', round, ({ values }) => {
      assert(values.count === edge ** 3 && values.min === -1000 && values.max === 1096)
    }),
    await ask('nothing', round, (facts) => assert(facts.triangle_count === 0)),
  ])
  await host.close()
  const [mesh, volume, none] = [0, 1, 2].map((side) => toMedian(turns.map((turn) => turn[side])))
  const peer = `${none.toFixed(0)} ms for a mesh of none`
  return [
    toBoundRow('facts of a million triangles', mesh - none, 300, 'ms', peer),
    toBoundRow(`facts of ${edge}³ float32 samples`, volume - none, 200, 'ms', peer),
  ]
}
