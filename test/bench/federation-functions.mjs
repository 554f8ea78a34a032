/**
 * The functions that the federation's figures run, in one bundle: a volume of 100 MB that measures its own
 * time, a mesh of 1 MB, and a mesh of one point. Every result tells its seed, so that each request with a new
 * one is a miss whose answer can be checked.
 */
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes, time } from './figures.mjs'
import { readBytes, toRequest } from './http-connection.mjs'

export const volumeMegabytes = 100
const volumeSamples = (volumeMegabytes * 1e6) / 4
const megabyteVertices = 83_333 * 3
const fill = `(length, seed) => {
  const data = new Float32Array(length)
  for (let i = 0; i < length; i++) data[i] = (i * 7 + seed) % 1000
  return data
}`
/** What the functions do, done here. */
const make = new Function(`return ${fill}`)()
const source = `
  const fill = ${fill}
  export function volume(seed) {
    const started = performance.now()
    const data = fill(${volumeSamples}, seed)
    data[0] = performance.now() - started
    return { shape: [100, 500, 500], data }
  }
  export function megabyte(seed) {
    return { vertices: fill(${megabyteVertices}, seed), indices: new Uint32Array(3) }
  }
  export function dot(seed) {
    return { vertices: new Float32Array(3).fill(seed), indices: new Uint32Array(3) }
  }`
const properties = { seed: { type: 'integer', default: 0 } }
const returns = { volume: 'volume', megabyte: 'mesh', dot: 'mesh' }
const functions = Object.entries(returns).map(([name, type]) => ({ name, returns: type, properties }))

export async function writeFunctions(folder) {
  await writeBundle(folder, { name: 'bench', source, functions })
}

/**
 * Returns the request for the result of a function for a seed; `id` is "dot" at its own host, "w1:dot" at a
 * relay.
 */
export function requestData(id, seed) {
  return toRequest('POST', `/api/specimens/${id}/data`, { params: { seed }, room_id: id })
}

/**
 * Compares every byte of a volume with the same made here, but for the first element, which is the function's
 * own time.
 */
export function checkVolume(envelope, seed) {
  const wanted = toBytes(make(volumeSamples, seed))
  checkBytes(envelope.subarray(4 - wanted.length), wanted.subarray(4), 'a volume')
}

/** Reads the mesh of 1 MB and checks its bytes; returns how long the answer took. */
export async function takeMegabyte(connection, id, seed) {
  const { envelope, taken } = await takeData(connection, id, seed)
  checkBytes(
    envelope.subarray(-4 * megabyteVertices - 12, -12),
    toBytes(make(megabyteVertices, seed)),
    'a mesh of 1 MB',
  )
  return taken
}

/** Reads the mesh of one point, checks it and its three indices; returns how long the answer took. */
export async function takeDot(connection, id, seed) {
  const { envelope, taken } = await takeData(connection, id, seed)
  checkBytes(
    envelope.subarray(-24),
    toBytes(Float32Array.of(seed, seed, seed, 0, 0, 0)),
    'a mesh of one point',
  )
  return taken
}

async function takeData(connection, id, seed) {
  let envelope
  const taken = await time(async () => {
    envelope = await readBytes(connection, requestData(id, seed))
  })
  return { envelope, taken }
}

function toBytes(array) {
  return Buffer.from(array.buffer)
}
