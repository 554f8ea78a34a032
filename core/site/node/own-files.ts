const key = Symbol.for('specimen files of the bundle')

/** The bundle's files by name: a global, because a bundle and the worker that loads it share no module. */
export const ownFiles: Map<string, Uint8Array<ArrayBuffer>> = Reflect.get(globalThis, key) ?? new Map()
Reflect.set(globalThis, key, ownFiles)
