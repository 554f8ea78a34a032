/** Functions that misbehave, each in one way; a bundle's module written by hand. `ok` is the innocent one. */
import { pbkdf2Sync, randomUUID } from 'node:crypto'
import { writeFileSync, writeSync } from 'node:fs'

/** Tells its process from every other; ids of processes count from 1 within walls. */
const own = randomUUID()
const triangle = () => ({ vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) })

export function ok(reporter) {
  reporter.report(own)
  return triangle()
}

/** Takes long enough for what was left behind to happen meanwhile. */
export const slow = () => new Promise((resolve) => setTimeout(() => resolve(triangle()), 60))

export function endlessLoop(reporter) {
  reporter.report('started')
  for (;;);
}

export function endlessReports(reporter) {
  for (let i = 0; ; i++) reporter.report(`report ${i}`)
}

export function manyReports(to, reporter) {
  for (let i = 0; i < to; i++) reporter.report(`report ${i}`)
  return triangle()
}

export function endlessMap() {
  const map = new Map()
  for (let i = 0; ; i++) map.set(i, new Array(10_000).fill(i)) // small objects would take many seconds
}

export function hugeArrays() {
  const held = []
  for (;;) held.push(new Float64Array(8 * 2 ** 20).fill(1))
}

export const exits = () => process.exit(7)
export const exitsLater = () => {
  setTimeout(() => process.exit(7), 10).unref()
  return triangle()
}
export const aborts = () => process.abort()
export function killsItself() {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

export const throwsLater = () => {
  setTimeout(() => {
    throw new Error('left behind')
  }, 10).unref()
  return triangle()
}
export const rejectsLater = () => {
  setTimeout(() => Promise.reject(new Error('left behind')), 10).unref()
  return triangle()
}
export const microtaskLater = () => {
  setTimeout(
    () =>
      queueMicrotask(() => {
        throw new Error('left behind')
      }),
    10,
  ).unref()
  return triangle()
}
export const throwsInTimer = () =>
  new Promise(() =>
    setTimeout(() => {
      throw new Error('in its own timer')
    }),
  )
export const throwsInMicrotask = () =>
  new Promise(() =>
    queueMicrotask(() => {
      throw new Error('in its own microtask')
    }),
  )

/** Makes the file `mark` when the loop begins. */
export function leavesLoop(mark) {
  setTimeout(() => {
    writeFileSync(mark, '')
    for (;;);
  }).unref()
  return triangle()
}

export function talks() {
  for (let i = 0; i < 300_000; i++) console.log('a line of output', i)
  console.error('the end')
  return triangle()
}

export function native(reporter) {
  reporter.report('started')
  pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512')
  return triangle()
}

export function sorts(reporter) {
  const numbers = new Float64Array(2_000_000)
  for (let i = 0; i < numbers.length; i++) numbers[i] = (i * 7919) % 1_000_003
  reporter.report('started')
  for (;;) numbers.sort((a, b) => a - b)
}

const frame = (type, length, text = '') => {
  const bytes = Buffer.alloc(5 + text.length)
  bytes[0] = type
  bytes.writeUInt32LE(length, 1)
  bytes.write(text, 5)
  return bytes
}
export function garbage() {
  writeSync(3, Buffer.from('GET / HTTP/1.1\r\n\r\n'))
  for (;;);
}
export function oversizeHead() {
  writeSync(3, frame(4, 0xffffffff))
  for (;;);
}
export function stalls() {
  writeSync(3, frame(4, 20, '{"run"'))
  for (;;);
}
export function oversizeResult(run) {
  const block = { name: 'vertices', dtype: 'float32', bytes: 4 * 2 ** 40 }
  const head = JSON.stringify({ run, members: {}, blocks: [block] })
  writeSync(3, frame(6, head.length, head))
  for (;;);
}
/** Forges a result whose arrays do not fit its type. */
export function forgedResult(run) {
  const head = JSON.stringify({ run, members: {}, blocks: [{ name: 'data', dtype: 'uint8', bytes: 2 }] })
  writeSync(3, Buffer.concat([frame(6, head.length, head), Buffer.from([1, 2])]))
  for (;;);
}
/** Speaks for a run that is not its own. */
export function impersonates(run, reporter) {
  const head = JSON.stringify({ run: run + 1000, skipped: 0, texts: ['forged'] })
  writeSync(3, frame(4, head.length, head))
  reporter.report('own')
  return triangle()
}

const forge = (type, head) => {
  const text = JSON.stringify(head)
  writeSync(3, frame(type, text.length, text))
}
/** Blames its end on another run. */
export function blamesAnother(run) {
  forge(9, { run: run + 1000, functionName: 'ok', code: 0 })
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}
/** Says everything that it should not, for its own run and others, and returns properly. */
export function saysAnything(run) {
  for (const other of [0, run, run + 1, run + 1000]) {
    forge(2, {})
    forge(3, { run: other })
    forge(9, { run: other, functionName: 'ok', code: 0 })
  }
  forge(4, { run: run + 1, skipped: 0, texts: ['forged'] })
  forge(5, { run: run + 1, text: 'forged' })
  forge(7, { run: run + 1, text: 'forged', stack: '' })
  return triangle()
}
/** Leaves a timer that says this of the runs after it, until it has said it often. */
const leaves = (say) => (run) => {
  let left = 400
  const timer = setInterval(() => {
    for (let other = run + 1; other < run + 5; other++) say(other)
    if (--left === 0) clearInterval(timer)
  }, 1).unref() // by those that it keeps a process alive with, its run would be known
  return triangle()
}
export const leavesForgedResults = leaves((run) => {
  const block = { name: 'vertices', dtype: 'float32', bytes: 4 }
  const head = JSON.stringify({ run, members: {}, blocks: [block] })
  writeSync(3, Buffer.concat([frame(6, head.length, head), Buffer.alloc(4)]))
})
export const leavesGarbage = leaves(() => writeSync(3, Buffer.from('GET / HTTP/1.1\r\n\r\n')))
/** Ends its run as failed, and goes on. */
export async function failsTwice(run) {
  forge(7, { run, text: 'forged', stack: '' })
  await null
  throw new Error('again')
}
/** Fails with what is no text: the run must end all the same. */
export function failsWithNothing(run) {
  forge(7, { run, text: 7, stack: null })
  return new Promise(() => setInterval(() => {}, 1000))
}
export function resultTwice(run) {
  const blocks = ['vertices', 'indices'].map((name) => ({
    name,
    dtype: name === 'indices' ? 'uint32' : 'float32',
    bytes: 0,
  }))
  const head = JSON.stringify({ run, members: { type: 'mesh' }, blocks })
  writeSync(3, frame(6, head.length, head))
  return triangle()
}

export const environment = (reporter) => {
  reporter.report(JSON.stringify(process.env))
  return triangle()
}

export const large = (bytes) => ({ shape: [1, 1, bytes], data: new Uint8Array(bytes) })
