/**
 * A function that gives a volume of 100 MB and measures its own time. The values depend on the seed, so that
 * each request with a new one is a miss whose answer can be checked.
 */
import { writeBundle } from './bench-bundle.mjs'
import { checkBytes } from './figures.mjs'
import { toRequest } from './http-connection.mjs'

export const volumeMegabytes = 100
const volumeSamples = (volumeMegabytes * 1e6) / 4
const fill = `(length, seed) => {
  const data = new Float32Array(length)
  for (let i = 0; i < length; i++) data[i] = (i * 7 + seed) % 1000
  return data
}`
/** The work of the function, done here. */
const make = new Function(`return ${fill}`)()
const source = `
  const fill = ${fill}
  export function volume(seed) {
    const started = performance.now()
    const data = fill(${volumeSamples}, seed)
    data[0] = performance.now() - started
    return { shape: [100, 500, 500], data }
  }`
const properties = { seed: { type: 'integer', default: 0 } }
const functions = [{ name: 'volume', returns: 'volume', properties }]

export async function writeFunctions(folder) {
  await writeBundle(folder, { name: 'bench', source, functions })
}

/**
 * Returns the request for the result of a function for a seed; `id` is "volume" at its own host,
 * "w1:volume" at a relay.
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

function toBytes(array) {
  return Buffer.from(array.buffer)
}
