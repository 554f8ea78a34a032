/**
 * Whether the machine was quiet while a benchmark ran, in two ways. Linux counts processor time: what
 * processes took that the benchmark has not started, and interrupts, and neighbours outside of this machine.
 * What a process has started and ended is counted with it, unless that was killed together with its parent,
 * as pool processes are: so it is others that are summed, and not what is left of all. And a fixed piece of
 * work on all cores at once, before and after: it takes longer where a neighbour outside of this machine has
 * the cores, too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { repeat, toMedian } from './figures.mjs'

/** Others' share of all cores from which on a machine is busy, and how much longer the work may take. */
const othersShare = 0.1
const slowness = 1.3
const calibrations = 5

/** Returns what `look()` is asked of after each benchmark: how the machine was since the time before. */
export async function startQuietWatch() {
  const workers = await Promise.all(Array.from({ length: availableParallelism() }, startCalibrator))
  const calibrate = async () =>
    toMedian(await repeat(calibrations, async () => Math.max(...(await Promise.all(workers.map(ask))))))
  await calibrate() // which compiles it
  let least = Number.POSITIVE_INFINITY
  let before
  const look = async () => {
    const duration = await calibrate()
    least = Math.min(least, duration)
    const now = { duration, ...readTimes() }
    const verdict = before && judgeMachine(before, now, least)
    before = now
    return verdict
  }
  await look()
  return { look, close: () => Promise.all(workers.map((worker) => worker.terminate())) }
}

/**
 * Returns `{ isBusy, text }` of the time between two looks: each has the `duration` of the work, and `total`
 * and `others` of processor time since the machine's start, 0 where that is not known.
 */
export function judgeMachine(before, now, least) {
  const total = now.total - before.total
  const share = total > 0 ? Math.max(0, now.others - before.others) / total : 0
  const slower = Math.max(before.duration, now.duration) / least
  const isBusy = share > othersShare || slower > slowness
  const state = isBusy ? 'the machine was busy' : 'the machine was quiet'
  const others = `others took ${(share * 100).toFixed(0)} % of it`
  return { isBusy, text: `${state}: ${others}, fixed work ${slower.toFixed(2)} × its shortest time` }
}

/** Returns the ticks of all cores together in `/proc/stat`: all, and those that no process is told of. */
export function parseTicks(text) {
  const ticks = /^cpu +(.+)/.exec(text)[1].split(' ').map(Number).slice(0, 8) // guests' are in the first two, too
  const sum = (counts) => counts.reduce((before, count) => before + count, 0)
  return { total: sum(ticks), unassigned: sum(ticks.slice(5)) }
}

/** Returns the parent and the ticks in a `/proc/PID/stat`, of children that have ended as well. */
export function parseProcess(text) {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    parent: Number(fields[1]),
    ticks: fields.slice(11, 15).reduce((sum, count) => sum + Number(count), 0),
  }
}

/** Returns the ticks of all processes but `root` and those that come from it; `processes` maps ids to them. */
export function sumOthers(processes, root) {
  const family = new Set([root])
  for (const member of family)
    for (const [child, { parent }] of processes) if (parent === member) family.add(child)
  let sum = 0
  for (const [id, { ticks }] of processes) if (!family.has(id)) sum += ticks
  return sum
}

function readTimes() {
  if (process.platform !== 'linux') return { total: 0, others: 0 }
  const processes = new Map()
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      processes.set(Number(id), parseProcess(readFileSync(`/proc/${id}/stat`, 'latin1')))
    } catch (error) {
      if (!['ENOENT', 'ESRCH'].includes(error.code)) throw error // those have ended in the meantime
    }
  }
  const { total, unassigned } = parseTicks(readFileSync('/proc/stat', 'latin1'))
  return { total, others: unassigned + sumOthers(processes, process.pid) }
}

/** Some 20 ms of pure work: a loop in registers, and copies larger than a cache. */
const calibrator = `
  const { parentPort } = require('node:worker_threads')
  const [from, to] = [new Uint8Array(2 ** 24).fill(1), new Uint8Array(2 ** 24).fill(1)]
  parentPort.on('message', () => {
    const started = performance.now()
    let sum = 0
    for (let i = 0; i < 1e7; i++) sum = (sum * 31 + i) | 0
    for (let i = 0; i < 4; i++) to.set(from)
    parentPort.postMessage({ milliseconds: performance.now() - started, sum })
  })`

async function startCalibrator() {
  const worker = new Worker(calibrator, { eval: true })
  worker.unref()
  return worker
}

function ask(worker) {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', ({ milliseconds }) => {
      worker.off('error', reject)
      resolve(milliseconds)
    })
    worker.postMessage('')
  })
}
