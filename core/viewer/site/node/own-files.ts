const key = Symbol.for('specimen files of the bundle')

/**
 * The files of the bundle of this worker, by name. It is a member of the global object because a bundle and
 * the worker that loads it share no module.
 */
export const ownFiles: Map<string, Uint8Array<ArrayBuffer>> = Reflect.get(globalThis, key) ?? new Map()
Reflect.set(globalThis, key, ownFiles)
