/**
 * Shared memory of results, lent again when it has been given back. Fresh memory costs more than the bytes
 * that are written to it: the kernel finds and clears each of its pages, for 0.2 to 0.6 ms a MB where a copy
 * into pages that are there takes 0.1, and it is found to be unused only by a collection of all garbage,
 * which stops the event loop for 5 to 20 ms.
 */
import { listArrays, type Result } from '../domain/result/result.ts'
import type { ResultUse } from '../domain/result/stored-result.ts'
import { allocateShared, keepShared, letGoOfShared } from './shared-memory.ts'

/** Smaller ones come from memory that the allocator has at hand. */
const leastBytes = 128 * 1024
/** Part of a block that may be left over. */
const looseness = 1 / 8
/** Bytes of free blocks that are kept; the block that came last is kept whatever its size. */
const keptBytes = 64 * 2 ** 20
/** Milliseconds after which a host to which nothing is given back lets go of its free blocks. */
const keptFor = 20_000

const lent = new WeakSet<ArrayBufferLike>()
const free: SharedArrayBuffer[] = []
let idleTimer: NodeJS.Timeout | undefined

/**
 * Returns shared memory of at least so many bytes, to be written from end to end: it may hold a former
 * result. It need not be given back: then it is collected like any other. @throws RangeError when there is
 * none
 */
export function lendMemory(byteLength: number): SharedArrayBuffer {
  if (byteLength < leastBytes) return allocateShared(byteLength)
  const block = takeFreeMemory(byteLength) ?? allocateShared(byteLength)
  lent.add(block)
  return block
}

/** Returns memory as {@link lendMemory} does, where there is some that takes nothing of the machine. */
export function takeFreeMemory(byteLength: number): SharedArrayBuffer | undefined {
  const fitting = free.filter((block) => {
    return block.byteLength >= byteLength && block.byteLength <= byteLength * (1 + looseness)
  })
  const [best] = fitting.sort((a, b) => a.byteLength - b.byteLength)
  if (!best) return undefined
  free.splice(free.indexOf(best), 1)
  letGoOfShared(best.byteLength)
  lent.add(best)
  return best
}

/** Has memory that was made otherwise, for this thread alone, lent from when it is given back. */
export function adoptMemory(memory: SharedArrayBuffer): void {
  lent.add(memory)
}

/**
 * Gives back memory of which nobody will read anything any more: the next result is written to it. Memory
 * that was not lent stays what it is.
 */
export function giveBackMemory(memory: ArrayBufferLike): void {
  if (!(isShared(memory) && lent.delete(memory))) return
  free.push(memory)
  keepShared(memory.byteLength)
  let total = free.reduce((sum, { byteLength }) => sum + byteLength, 0)
  while (total > keptBytes && free.length > 1) total -= forget(free.shift())
  clearTimeout(idleTimer)
  idleTimer = setTimeout(forgetAll, keptFor).unref()
}

/**
 * What a held result tells of who uses it: its memory is given back in the next turn of the event loop after
 * nobody does. Two results of a room may come in one turn, and those who wait for the first are about to open
 * it when the second takes its place.
 */
export function lendResult(result: Result): ResultUse {
  const blocks = [...new Set(listArrays(result).map(({ buffer }) => buffer))]
  const byteLength = blocks.reduce((sum, block) => sum + (isShared(block) ? block.byteLength : 0), 0)
  return {
    onUsed: () => keepShared(byteLength),
    onUnused: (takeAway) => {
      letGoOfShared(byteLength)
      setImmediate(() => takeAway() && blocks.forEach(giveBackMemory))
    },
  }
}

function isShared(memory: ArrayBufferLike): memory is SharedArrayBuffer {
  return memory instanceof SharedArrayBuffer
}

function forgetAll(): void {
  while (free.length > 0) forget(free.shift())
}

function forget(block: SharedArrayBuffer | undefined): number {
  const byteLength = block?.byteLength ?? 0
  letGoOfShared(byteLength)
  return byteLength
}
