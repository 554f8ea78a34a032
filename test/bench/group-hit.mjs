/**
 * A cache hit in a group, of a 12 MB mesh and of a small one, against the same hit at a host by itself: at
 * the host that has the result, at another one that has got a copy, and at that one the first time.
 */
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, repeat, time, toBoundRow, toMedian, toNoteRow, toRatioRow } from './figures.mjs'
import { noteLoad, readLoad, withGroupHost, withRedis } from './group-hosts.mjs'
import { openConnection, readBytes, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

/** `count` vertices and normals of 12 bytes each, and indices of 4: 12 MB of 400,000. */
const source = `
  export function mesh(count) {
    const vertices = new Float32Array(3 * count).map((_, i) => Math.sin(i))
    const normals = new Float32Array(3 * count).map((_, i) => Math.cos(i))
    const indices = new Uint32Array(1.5 * count).map((_, i) => i % count)
    return { vertices, indices, normals }
  }`
const properties = { count: { type: 'integer', default: 400_000 } }
const functions = [{ name: 'mesh', returns: 'mesh', properties }]
const large = 400_000
const small = 4
const rooms = 30
const pairs = 200
const smallPairs = 1000

const toHit = (count, room) =>
  toRequest('POST', '/api/specimens/mesh/data', { params: { count }, room_id: room })

/** Returns a row each for the owner's two hits, for another host's, and for its first ones. */
export async function measure() {
  const load = readLoad()
  return await withFolder(async (folder) => {
    await writeBundle(folder, { name: 'bench', source, functions })
    // Bytes enough for what all rooms have.
    const options = { cacheBytes: 2 ** 30 }
    const rows = await withHost(folder, options, (alone) =>
      withRedis((redis) =>
        withGroupHost(redis, { folder, ...options }, async (owner) => {
          const connections = [await openConnection(alone.port), await openConnection(owner.port)]
          await fill(connections)
          // It comes now, so that all results are at the owner.
          return await withGroupHost(redis, { folder, ...options }, async (other) => {
            connections.push(await openConnection(other.port))
            const measured = await compareAll(...connections)
            for (const connection of connections) connection.close()
            return measured
          })
        }),
      ),
    )
    return noteLoad(rows, load)
  })
}

/** Has the large mesh in every room of the owner, and in one of the host by itself; compares their bytes. */
async function fill([alone, owner]) {
  for (const count of [large, small])
    checkBytes(
      await readBytes(owner, toHit(count, `${count} 0`)),
      await readBytes(alone, toHit(count, `${count} 0`)),
      'owner',
    )
  const { length } = await readBytes(alone, toHit(large, `${large} 0`))
  for (let room = 1; room < rooms; room++) await fetch(owner, toHit(large, `${large} ${room}`), length)
}

async function compareAll(alone, owner, other) {
  const [largeHit, smallHit] = [toHit(large, `${large} 0`), toHit(small, `${small} 0`)]
  const { length } = await readBytes(alone, largeHit)
  const { length: smallLength } = await readBytes(alone, smallHit)
  const first = await repeat(rooms - 1, async (room) => [
    await time(() => fetch(alone, largeHit, length)),
    await time(() => fetch(other, toHit(large, `${large} ${room + 1}`), length)),
  ])
  for (const hit of [largeHit, smallHit])
    checkBytes(await readBytes(other, hit), await readBytes(alone, hit), 'other')
  const again = await compare([alone, owner, other], { hit: largeHit, length, pairs })
  const little = await compare([alone, owner, other], {
    hit: smallHit,
    length: smallLength,
    pairs: smallPairs,
  })
  const [firstAlone, firstOther] = [0, 1].map((side) => toMedian(first.map((pair) => pair[side])))
  const note = (mine, one = again[0]) => `by itself ${one.toFixed(2)} ms, here ${mine.toFixed(2)} ms`
  return [
    toRatioRow('12 MB hit at its owner, speed', again[0] / again[1], 0.9, note(again[1])),
    toRatioRow('12 MB hit at a host with a copy, speed', again[0] / again[2], 0.5, note(again[2])),
    toNoteRow(
      '12 MB hit through another host, first time, speed',
      (firstAlone / firstOther).toFixed(2),
      note(firstOther, firstAlone),
    ),
    toBoundRow('small hit at its owner, more', little[1] - little[0], 0.5, 'ms', note(little[1], little[0])),
    toNoteRow(
      'small hit at a host with a copy, more',
      `${(little[2] - little[0]).toFixed(2)} ms`,
      note(little[2], little[0]),
    ),
  ]
}

/** Returns the median time of a hit on each connection, which take turns. */
async function compare(connections, { hit, length, pairs: count }) {
  const times = await repeat(count, () =>
    repeat(connections.length, (index) => time(() => fetch(connections[index], hit, length))),
  )
  return connections.map((_, side) => toMedian(times.map((turn) => turn[side])))
}

async function fetch(connection, hit, wantedLength) {
  const { status, length } = await connection.send(hit)
  if (status !== 200 || length !== wantedLength) throw new Error(`answered ${status} with ${length} bytes`)
}
