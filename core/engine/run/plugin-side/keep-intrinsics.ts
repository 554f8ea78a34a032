import { AsyncLocalStorage } from 'node:async_hooks'
import { Buffer } from 'node:buffer'
import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'

// Copies from before any plugin code: the repair must not depend on changed intrinsics.
const { defineProperty, deleteProperty, get, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, set } =
  Reflect

interface KeptProperty {
  readonly path: string
  readonly restore: () => boolean
}

type Named = readonly [path: string, holder: object]

/**
 * Returns a function that restores changed properties of the objects that all code of a process or thread
 * shares, JavaScript's own and those of Node that this side needs. It returns the first changed one, such as
 * `Promise.prototype.then`, or undefined. Changes break the sending of results and the next run: with `then`
 * replaced, a run waited until its timeout. Unneeded properties are not kept: libraries seed `Math.random`,
 * and the console is a plugin's own.
 *
 * A check takes 0.02 ms a run, in proportion to the properties; additions matter only where a lookup finds
 * them, such as the `toJSON` of a message.
 */
export function keepIntrinsics(): () => string | undefined {
  const kept = listKept()
  return () => {
    let first: string | undefined
    for (let i = 0; i < kept.length; i++) if (kept[i]?.restore()) first ??= kept[i]?.path
    return first
  }
}

const closed: readonly Named[] = [
  ['Object.prototype', Object.prototype],
  ['Array.prototype', Array.prototype],
  ['Promise.prototype', Promise.prototype],
  ['Uint8Array.prototype', Uint8Array.prototype],
]

const whole: readonly Named[] = [
  ...closed,
  ['TypedArray.prototype', getPrototypeOf(Uint8Array.prototype) ?? {}], // never null, as those below
  ['Promise', Promise],
  ['Map.prototype', Map.prototype],
  ['Function.prototype', Function.prototype],
  ['JSON', JSON],
  ['Reflect', Reflect],
  ['an iterator of arrays', getPrototypeOf([].values()) ?? {}],
  ['an iterator of maps', getPrototypeOf(new Map().values()) ?? {}],
  ['an iterator of sets', getPrototypeOf(new Set().values()) ?? {}],
]

/** Widely used keys of other objects, separated by blanks. */
const named: readonly (readonly [path: string, holder: object, keys: string])[] = [
  [
    'Object',
    Object,
    'assign create defineProperty entries freeze fromEntries getPrototypeOf hasOwn keys values',
  ],
  ['Array', Array, 'from isArray of'],
  [
    'String.prototype',
    String.prototype,
    'includes indexOf replace slice split startsWith toString toWellFormed',
  ],
  ['RegExp.prototype', RegExp.prototype, 'exec test'],
  ['Set.prototype', Set.prototype, 'add has'],
  ['DataView.prototype', DataView.prototype, 'getUint32 setUint32'],
  ['Atomics', Atomics, 'wait'],
  ['TextEncoder.prototype', TextEncoder.prototype, 'encode'],
  ['TextDecoder.prototype', TextDecoder.prototype, 'decode'],
  ['Buffer', Buffer, 'alloc allocUnsafe concat from'],
  ['Buffer.prototype', Buffer.prototype, 'toString write'],
  ['AsyncLocalStorage.prototype', AsyncLocalStorage.prototype, 'getStore run'],
  ['EventEmitter.prototype', EventEmitter.prototype, 'emit on once removeListener'],
  ['Readable.prototype', Readable.prototype, 'emit on push read resume _read'],
  ['Socket.prototype', Socket.prototype, 'emit on push read resume _read'],
  ['process', process, 'emit exit nextTick on stderr stdout'],
  ['process.stdout', process.stdout, 'write'],
  ['process.stderr', process.stderr, 'write'],
  ['performance', performance, 'now'],
  [
    'globalThis',
    globalThis,
    `Object Function Array String Number Boolean Symbol Promise Error TypeError RegExp Map Set WeakMap Reflect
    JSON Math ArrayBuffer SharedArrayBuffer DataView Atomics Uint8Array Uint16Array Uint32Array Float32Array
    Float64Array TextEncoder TextDecoder URL Buffer process performance queueMicrotask setImmediate setTimeout
    clearTimeout`,
  ],
]

function listKept(): KeptProperty[] {
  return [
    // First: additions to Object.prototype appear in descriptors.
    ...closed.map(keepClosed),
    ...whole.flatMap(([path, holder]) => ownKeys(holder).map((key) => keepProperty(path, holder, key))),
    ...named.flatMap(([path, holder, keys]) => {
      return keys.split(/\s+/).map((key) => keepValue(path, holder, key))
    }),
  ]
}

function keepClosed([path, holder]: Named): KeptProperty {
  const keys = ownKeys(holder)
  return {
    path,
    restore: () => {
      const found = ownKeys(holder)
      if (found.length <= keys.length) return false
      for (let i = 0; i < found.length; i++) {
        let isOld = false
        for (let k = 0; k < keys.length; k++) isOld ||= keys[k] === found[i]
        const added = found[i]
        if (!isOld && added !== undefined) deleteProperty(holder, added)
      }
      return true
    },
  }
}

function keepProperty(holderPath: string, holder: object, key: PropertyKey): KeptProperty {
  const kept = getOwnPropertyDescriptor(holder, key)
  return {
    path: typeof key === 'symbol' ? `${holderPath}[${key.description}]` : `${holderPath}.${key}`,
    restore: () => {
      const descriptor = getOwnPropertyDescriptor(holder, key)
      if (descriptor?.value === kept?.value && descriptor?.get === kept?.get && descriptor?.set === kept?.set)
        return false
      if (kept) defineProperty(holder, key, kept)
      else deleteProperty(holder, key)
      return true
    },
  }
}

/** Keeps a property with its value, which a setter may have changed. */
function keepValue(holderPath: string, holder: object, key: string): KeptProperty {
  const property = keepProperty(holderPath, holder, key)
  const value = get(holder, key)
  return {
    path: property.path,
    restore: () => {
      if (property.restore()) return true
      if (get(holder, key) === value) return false
      set(holder, key, value)
      return true
    },
  }
}
