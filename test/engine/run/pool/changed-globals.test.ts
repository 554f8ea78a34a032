/**
 * Functions that change what all code of their process or thread shares, and return: their result comes, and
 * the next run of their bundle is in a fresh place, at once and not after it has failed in the old one.
 */
import { describe, expect, test } from 'vitest'
import type { Runner } from '../../../../core/engine/run/runner.ts'
import { call, fail } from '../../../interface/runner-harness.ts'
import { openPool, type Tier } from './pool-harness.ts'

const nothing = '() => {}'
const changes: readonly (readonly [changed: string, statement: string])[] = [
  ...[
    ...['Promise.prototype.then', 'Promise.prototype.constructor', 'Promise.resolve', 'Array.prototype.map'],
    ...['Array.prototype[Symbol.iterator]', 'Array.from', 'JSON.stringify', 'JSON.parse', 'Reflect.apply'],
    ...['Object.hasOwn', 'Map.prototype.get', 'String.prototype.slice', 'RegExp.prototype.exec'],
    ...['TextEncoder.prototype.encode', 'DataView.prototype.setUint32', 'Buffer.from', 'process.nextTick'],
    ...['process.exit', 'process.stdout.write', 'EventEmitter.prototype.emit', 'Readable.prototype.push'],
    ...['Socket.prototype.read', 'AsyncLocalStorage.prototype.run', 'globalThis.Promise', 'globalThis.URL'],
    ...['globalThis.Buffer', 'globalThis.queueMicrotask', 'globalThis.setImmediate', 'performance.now'],
  ].map((path) => [path, `${path} = ${nothing}`] as const),
  ['TypedArray.prototype.set', `Object.getPrototypeOf(Uint8Array.prototype).set = ${nothing}`],
  ['Uint8Array.prototype', `Uint8Array.prototype.set = ${nothing}`],
  ['Array.prototype', `Array.prototype.toJSON = ${nothing}`],
  ['Object.prototype', `Object.prototype.toJSON = ${nothing}; Object.prototype.get = ${nothing}`],
  [
    'an iterator of arrays.next',
    `Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })`,
  ],
  ['Map.prototype.size', `Object.defineProperty(Map.prototype, 'size', { get: ${nothing} })`],
  ['JSON.stringify', `delete JSON.stringify`],
  ['globalThis.Buffer', `delete globalThis.process; globalThis.Buffer = null`],
]

/** Those that hurt a run in different ways: it hangs, fails, is not begun, has a wrong result. */
const later = [
  ...['AsyncLocalStorage.prototype.run', 'Promise.prototype.then', 'globalThis.Promise', 'JSON.parse'],
  ...['Array.prototype[Symbol.iterator]', 'EventEmitter.prototype.emit', 'Reflect.apply'],
]

/** A bundle of which `slow` does something before it returns, and `ok` reports whether it was there before. */
const toSource = (statement: string, atLoad = '') => `
  import { AsyncLocalStorage } from 'node:async_hooks'
  import { EventEmitter } from 'node:events'
  import { Socket } from 'node:net'
  import { Readable } from 'node:stream'
  ${atLoad}
  let place = 'fresh'
  const triangle = () => ({ vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) })
  export async function ok(reporter) {
    reporter.report([place].map((text) => text).join())
    await new Promise((resolve) => setTimeout(resolve))
    return triangle()
  }
  export function slow() {
    const result = triangle()
    place = 'used'
    ${statement}
    return result
  }`

/** Runs `ok`, and returns where. */
async function findPlace(runner: Runner): Promise<string | undefined> {
  const said: string[] = []
  expect(await call(runner, 'ok', { report: (text) => said.push(text) })).toMatchObject({ type: 'mesh' })
  return said.at(-1) // a run that was moved has reported before
}

const moved = 'run moved to a fresh process'

describe.each<Tier>(['process', 'thread'])('%s pool', (tier) => {
  test('answers a run that changes something, and the next in a fresh place', async () => {
    const { addBundle, log } = await openPool(tier, { size: 1 })
    for (const [i, [path, statement]] of changes.entries()) {
      const bundle = `changes-${i}`
      const runner = await addBundle(bundle, toSource(statement))
      const result = await call(runner, 'slow')
      expect(result, path).toMatchObject({ indices: new Uint32Array([0, 1, 2]) })
      expect(await findPlace(runner), path).toBe('fresh')
      const changed = log.map(({ fields }) => fields).filter((fields) => 'changed' in fields)
      expect(changed.slice(i)).toEqual([{ function: 'slow', bundle, changed: path }])
    }
    expect(log.map(({ message }) => message)).not.toContain(moved)
  })

  test('moves a run to a fresh place when an ended one changes something later', async () => {
    const { addBundle, log } = await openPool(tier, { size: 1 }, { acknowledgement: 300 })
    for (const path of later) {
      const change = `setImmediate(() => { ${path} = ${nothing} }).unref()`
      const runner = await addBundle(path, toSource(change))
      await call(runner, 'slow')
      expect(await findPlace(runner), path).toBe('fresh')
    }
    expect(log.filter(({ message }) => message === moved)).toHaveLength(later.length)
  })

  test('leaves a bundle where it is that extends them while it is loaded', async () => {
    const { addBundle, log } = await openPool(tier, { size: 1 })
    const polyfill = 'Array.prototype.last = function () { return this[this.length - 1] }'
    const runner = await addBundle('extends', toSource(';[result].last()', polyfill))
    await call(runner, 'slow')
    expect(await findPlace(runner)).toBe('used')
    expect(log.filter(({ level }) => level === 'warn')).toEqual([])
  })

  test('says why a function failed that has changed something and threw', async () => {
    const { addBundle } = await openPool(tier, { size: 1 })
    const runner = await addBundle('throws', toSource('JSON.stringify = null; throw new Error("no water")'))
    expect((await fail(runner, 'slow')).message).toContain('no water')
    expect(await findPlace(runner)).toBe('fresh')
  })

  test('answers the next run when what was changed cannot be put back', async () => {
    const { addBundle } = await openPool(tier, { size: 1 })
    const descriptor = `{ value: ${nothing}, configurable: false }`
    const runner = await addBundle(
      'fixed',
      toSource(`Object.defineProperty(Promise.prototype, 'then', ${descriptor})`),
    )
    await call(runner, 'slow')
    expect(await findPlace(runner)).toBe('fresh')
  })
})
