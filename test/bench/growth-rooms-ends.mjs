/**
 * What the end of rooms costs, asked of the cache itself, as HTTP would only hide it: the first to go of a
 * full one, of one caller and of as many as rooms; and rooms that expire one by one, 3 ms apart as of
 * 100,000 in five minutes, on a clock that stands between two timers.
 */
import { repeat, toMedian } from './figures.mjs'
import { measureEach, measureTime, ownProcess, toRequestRow, toWholeRow } from './growth-table.mjs'
import { loadSource } from './load-source.mjs'

const sizes = [1, 10, 100, 1000, 10_000, 100_000]
const ttlSeconds = 300
const storedEvery = 3
/** A step of a few microseconds is most of all memory that is reached, of which more is farther. */
const directMost = 0.35

const owners = { one: () => 'one', many: (room, size) => `caller ${room % size}` }

/** Returns the rows. */
export async function measureEnds() {
  const { MemoryRoomCache, holdResult } = await loadSource(`
    export { MemoryRoomCache } from './core/cache/memory-room-cache.ts'
    export { holdResult } from './core/domain/result/stored-result.ts'`)
  const stored = holdResult('result', {
    type: 'mesh',
    vertices: new Float32Array(new SharedArrayBuffer(12)),
    indices: new Uint32Array(new SharedArrayBuffer(12)),
  })
  const put = async (cache, room, owner) => {
    const roomId = `room ${String(room).padStart(8, '0')}`
    await cache.put({ roomId, key: 'dot', revision: 'one', functionName: 'dot' }, stored, room, owner)
  }
  const probe = new MemoryRoomCache({ ttlSeconds, byteLimit: 2 ** 31, now: () => 0 })
  await put(probe, 0)
  const entryBytes = probe.usage().bytes
  await probe.close()
  const costs = { one: [], many: [], expiry: [] }
  for (const size of sizes) {
    for (const side of Object.keys(owners)) {
      const cache = new MemoryRoomCache({ ttlSeconds, byteLimit: size * entryBytes, now: () => 0 })
      const cost = await measureEviction(
        cache,
        size,
        async (room) => await put(cache, room, owners[side](room, size)),
      )
      costs[side].push([size, cost])
      await cache.close()
    }
    costs.expiry.push([size, await measureExpiry(MemoryRoomCache, put, size)])
  }
  return [
    toRequestRow('rooms: one put, another gone (direct)', costs.one, directMost),
    toRequestRow('rooms: the same, of as many callers (direct)', costs.many, directMost),
    toWholeRow('rooms: all expire, one after the other (direct)', costs.expiry),
  ]
}

/** Returns what a put takes by which another room goes, once all have gone once and left what they leave. */
async function measureEviction(cache, size, put) {
  let room = 0
  const putMany = async (count) => {
    for (const end = room + count; room < end; room++) await put(room)
  }
  await putMany(2 * size + 2000)
  const cost = await measureEach(ownProcess, 2000, () => putMany(2000))
  const { entries } = cache.usage()
  if (entries !== size) throw new Error(`a full cache has ${entries} rooms`)
  return cost
}

/** Returns the processor time in which the timers of a cache free rooms of so many ages. */
async function measureExpiry(MemoryRoomCache, put, size) {
  const times = await repeat(5, async () => {
    const clock = playTimers()
    try {
      const cache = new MemoryRoomCache({ ttlSeconds, byteLimit: 2 ** 31, now: () => clock.now })
      for (let room = 0; room < size; room++) {
        clock.now += storedEvery
        await put(cache, room)
      }
      const time = await measureTime(ownProcess, async () => clock.runAll())
      if (cache.usage().entries > 0) throw new Error(`${cache.usage().entries} rooms have not expired`)
      return time
    } finally {
      clock.restore()
    }
  })
  return toMedian(times)
}

/** Takes the place of `setTimeout` for what has one timer: its time comes when it is asked for. */
function playTimers() {
  const own = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  const clock = { now: 0, timer: undefined, runAll, restore: () => Object.assign(globalThis, own) }
  function runAll() {
    for (let { timer } = clock; timer; timer = clock.timer) {
      clock.timer = undefined
      clock.now = timer.at
      timer.callback()
    }
  }
  globalThis.setTimeout = (callback, milliseconds) => {
    // As Node does: whole milliseconds, and one at least.
    const wait = Math.max(1, Math.trunc(milliseconds))
    const timer = { at: clock.now + wait, callback, unref: () => timer, refresh: () => restart(timer, wait) }
    clock.timer = timer
    return timer
  }
  globalThis.clearTimeout = (timer) => {
    if (clock.timer === timer) clock.timer = undefined
  }
  function restart(timer, wait) {
    timer.at = clock.now + wait
    clock.timer = timer
  }
  return clock
}
