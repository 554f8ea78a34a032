/**
 * The functions on which the Runner contract is tested: a bundle's module written by hand for processes and
 * threads, and imported as it is for functions in code. Each is one behaviour.
 */
const triangle = (scale = 1) => ({
  vertices: new Float32Array([0, 0, 0, scale, 0, 0, 0, scale, 0]),
  indices: new Uint32Array([0, 1, 2]),
})

export const mesh = (scale) => triangle(scale)

export const painted = () => ({
  ...triangle(),
  normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
  colors: new Uint8Array([255, 0, 0, 0, 255, 0, 1, 2, 3]),
})

/** One array as two members. */
export function ball() {
  const vertices = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1])
  return { vertices, indices: new Uint32Array([0, 1, 2]), normals: vertices }
}

export const paintedWrong = () => ({ ...triangle(), colors: new Uint8Array(8) })

export const volume = () => ({
  shape: [1, 2, 2],
  data: new Int16Array([1, -2, 3, -4]),
  spacing: [1, 2, 3],
  origin: [0, 0, 0.5],
})

export const points = () => ({
  points: new Float32Array([1, 2, 3]),
  colors: new Uint8Array([9, 8, 7]),
  scalars: new Float32Array([0.5]),
})

export const image = () => ({ width: 2, height: 1, channels: 1, data: new Uint16Array([300, 65535]) })

export const empty = () => ({ vertices: new Float32Array(0), indices: new Uint32Array(0) })

/** Says what it was called with. */
export function told(first, reporter, second, third) {
  reporter.report(JSON.stringify({ first, second, third: String(third), type: typeof third }))
  return triangle()
}

export async function later() {
  await new Promise((resolve) => setTimeout(resolve, 1))
  return triangle(2)
}

export async function counts(to, reporter) {
  for (let i = 0; i < to; i++) {
    if (i % 7 === 0) await null
    reporter.report(`step ${i}`)
  }
  return triangle()
}

/** Says what is no fraction, too. */
export function fractions(reporter) {
  const all = [0, 0.25, 1, -0, Number.MIN_VALUE, NaN, Infinity, -Infinity, -0.01, 1.01, '0.5', null, true, {}]
  for (const [i, fraction] of all.entries()) reporter.report(`${i}`, fraction)
  reporter.report('plain')
  return triangle()
}

/** Goes on reporting after it has returned. */
export function chatty(reporter) {
  reporter.report('in time')
  const timer = setInterval(() => reporter.report('too late'), 1)
  setTimeout(() => clearInterval(timer), 50)
  return triangle()
}

export function longText(reporter) {
  reporter.report('x'.repeat(5000))
  return triangle()
}

export function throws() {
  throw new RangeError('the radius is below zero')
}

export const rejects = () => Promise.reject(new Error('the grid is empty'))

export function throwsNull() {
  throw null
}

export function throwsText() {
  throw 'no luck'
}

export const rejectsUndefined = () => Promise.reject()

export const unreadable = () =>
  Promise.reject(new Proxy({}, { getPrototypeOf: () => null, ownKeys: () => [][0].x }))

export const nothing = () => undefined

export const misfit = () => ({ vertices: new Float32Array(4), indices: new Uint32Array(0) })

export const view = () => ({
  vertices: new Float32Array(new ArrayBuffer(64 * 2 ** 20), 2 ** 20, 3),
  indices: new Uint32Array(0),
})

const kept = new Float32Array([1, 1, 1])
/** Returns the same array each time, rewritten. */
export function reused(value) {
  kept.fill(value)
  return { vertices: kept, indices: new Uint32Array(0) }
}

/** Waits for ever without using the processor. */
export function waits(reporter) {
  reporter.report('waiting')
  return new Promise(() => setInterval(() => reporter.report('still waiting'), 5))
}

/** Waits long enough to be cancelled, and ends by itself, as a function in code must. */
export function lingers(reporter) {
  reporter.report('waiting')
  return new Promise((resolve) => setTimeout(() => resolve(triangle()), 200))
}
