/**
 * Shared memory for results: written once, read by the event loop and the encoder threads without a copy.
 *
 * V8 counts a SharedArrayBuffer as nothing when it decides whether to collect, so that 2,000 dropped results
 * of 12 MB stayed in memory until 9.4 GB (Node 20, 480 MB live). Requesting a collection every 128 MB gave
 * 0.7 GB for 3 to 20 ms each time, which is done here unless V8 has collected by itself meanwhile. An
 * ordinary buffer as a counterweight gave 1.2 GB.
 */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ElementArray } from '../../contract/domain/result/elements.ts'
import { listArrays, mapArrays, type Result } from '../../contract/domain/result/result.ts'

/** Bytes that come between two collections. */
const looseLimit = 128 * 2 ** 20
/** Milliseconds from the last large allocation to a collection. */
const leastRest = 10_000
/** The maximum of a timer. */
const longestRest = 2 ** 31 - 1
/** Memory of this size is mapped by itself, and restarts the rest. */
const muchBytes = 2 ** 20

/** The shared memory of this thread, as its collection sees it. */
const ledger: {
  loose: number
  /** Milliseconds until the next collection without new memory. */
  rest: number
  collect?: () => void
  observer?: PerformanceObserver
  timer?: NodeJS.Timeout
} = { loose: 0, rest: leastRest }

/**
 * Returns shared memory, which is collected when it is unused, also under a load of large results. Large
 * blocks are growable, which are mapped by themselves and returned to the system: the C library kept 180 MB
 * of freed blocks of 12 MB.
 */
export function allocateShared(byteLength: number): SharedArrayBuffer {
  if (byteLength >= muchBytes) {
    const memory = allocateGrowable(byteLength)
    growShared(memory, byteLength)
    return memory
  }
  countShared(byteLength)
  return new SharedArrayBuffer(byteLength)
}

/** Returns empty shared memory that {@link growShared} can grow to `most` bytes. */
export function allocateGrowable(most: number): SharedArrayBuffer {
  return new SharedArrayBuffer(0, { maxByteLength: most })
}

/** Grows memory to at least `byteLength` bytes. Views of it stay valid. */
export function growShared(memory: SharedArrayBuffer, byteLength: number): void {
  countShared(byteLength - memory.byteLength)
  memory.grow(byteLength)
}

/** Counts another thread's shared memory here, too: an idle thread would hold it for ever. */
export function countShared(byteLength: number): void {
  ledger.observer ??= observeCollections()
  if (!ledger.timer || byteLength >= muchBytes) collectAfter(leastRest)
  if (ledger.loose > looseLimit) {
    ledger.loose = 0
    setImmediate(collectGarbage)
  }
  ledger.loose += byteLength
}

/**
 * Collects at rest, with a doubled pause each time: memory released after a while, as by a room cache, is
 * free before the same time has passed again, and a host that keeps its memory is not stopped repeatedly.
 */
function collectAfter(rest: number): void {
  clearTimeout(ledger.timer)
  ledger.rest = rest
  ledger.timer = setTimeout(() => {
    collectGarbage()
    collectAfter(Math.min(2 * ledger.rest, longestRest))
  }, rest).unref()
}

/** Watches V8's own full collections, which free shared memory, too. */
function observeCollections(): PerformanceObserver {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isFullCollection)) ledger.loose = 0
  })
  observer.observe({ entryTypes: ['gc'] })
  return observer
}

/** Reads Node's `detail.kind`, which its types do not declare on every entry. */
function isFullCollection(entry: PerformanceEntry | { readonly detail?: unknown }): boolean {
  const detail = 'detail' in entry ? entry.detail : undefined
  if (typeof detail !== 'object' || detail === null || !('kind' in detail)) return false
  return detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

function collectGarbage(): void {
  if (!ledger.collect) {
    setFlagsFromString('--expose-gc')
    ledger.collect = runInNewContext('gc') // what --expose-gc adds to new contexts
  }
  ledger.collect?.()
}

/** Returns the offsets of consecutive arrays, each aligned to 8 bytes, and their total bytes. */
export function layOut(byteLengths: readonly number[]): { offsets: number[]; byteLength: number } {
  let byteLength = 0
  const offsets = byteLengths.map((length) => {
    const offset = byteLength
    byteLength += Math.ceil(length / 8) * 8
    return offset
  })
  return { offsets, byteLength }
}

/** Returns the result with its arrays copied into one block of shared memory (about 0.2 ms a MB). */
export function toSharedResult<R extends Result>(result: R): R {
  const arrays = listArrays(result)
  const { offsets, byteLength } = layOut(arrays.map((array) => array.byteLength))
  const memory = allocateShared(byteLength)
  const copies = new Map<ElementArray, ElementArray>(
    arrays.map((array, i) => [array, copyArray(array, memory, offsets[i] ?? 0)]),
  )
  return mapArrays(result, (array) => copies.get(array) ?? array)
}

function copyArray(array: ElementArray, memory: SharedArrayBuffer, offset: number): ElementArray {
  // The constructor of a typed array takes memory; TypeScript types it as any function.
  const Kind = array.constructor as new (
    memory: SharedArrayBuffer,
    offset: number,
    length: number,
  ) => ElementArray
  const copy = new Kind(memory, offset, array.length)
  copy.set(array)
  return copy
}
