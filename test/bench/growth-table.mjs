/**
 * How a cost grows with the size of what is there: costs at several sizes, and the exponent to which the
 * upper ones fit. An operation is a row, its costs by size stand beside it.
 */
import { repeat, toMedian } from './figures.mjs'

/**
 * Whole work may grow with its size and no faster. Sorting by name is n·log n, which is n^1.05 here, and
 * the rest is for memory that fits into no cache of the processor.
 */
const wholeMost = 1.15
/** What a request costs may not grow; what lies in larger memory is reached later. */
const requestMost = 0.15
/** As much of the largest size is where the exponent is fitted. */
const fittedShare = 1 / 100

const units = [
  [1e6, 's'],
  [1e3, 'ms'],
  [1, 'µs'],
]

/** A row for work whose cost may be in proportion to the size. `costs` are `[size, microseconds]`. */
export function toWholeRow(what, costs) {
  return toGrowthRow(what, costs, { most: wholeMost, print: printTime })
}

/** A row for what a single step of it costs, which is to be the same at any size. */
export function toRequestRow(what, costs, most = requestMost) {
  return toGrowthRow(what, costs, { most, print: printTime })
}

/** A row for bytes in proportion to the size. */
export function toBytesRow(what, costs) {
  return toGrowthRow(what, costs, { most: wholeMost, print: printBytes })
}

/**
 * Returns the slope of the line through the logarithms of costs and sizes by least squares, over the upper
 * two decades of sizes: below, what does not grow hides what does.
 */
function fitExponent(costs) {
  const largest = Math.max(...costs.map(([size]) => size))
  const points = costs
    .filter(([size]) => size >= largest * fittedShare)
    .map((pair) => pair.map((value) => Math.log(Math.max(value, 1e-9))))
  const [x, y] = [0, 1].map((side) => points.reduce((sum, pair) => sum + pair[side], 0) / points.length)
  const rise = points.reduce((sum, pair) => sum + (pair[0] - x) * (pair[1] - y), 0)
  return rise / points.reduce((sum, pair) => sum + (pair[0] - x) ** 2, 0)
}

/** Returns the median of what one of `count` takes of a process, in microseconds of processor time. */
export async function measureEach(host, count, work, rounds = 9) {
  const costs = await repeat(rounds, async (round) => (await measureTime(host, () => work(round))) / count)
  return toMedian(costs)
}

/** Returns the processor time of a process during some work, all threads of it, in microseconds. */
export async function measureTime(host, work) {
  const before = await host.ask('cpu')
  await work()
  const after = await host.ask('cpu')
  return after.user + after.system - before.user - before.system
}

/** This process as one that can be asked. */
export const ownProcess = { ask: async () => process.cpuUsage() }

/** Bytes are powers of two, everything else is of ten. */
function printSize(size) {
  const [thousand, unit] = size >= 1024 && size % 1024 === 0 ? [1024, 'iB'] : [1000, '']
  const power = Math.floor(Math.log(size) / Math.log(thousand) + 1e-9)
  return `${size / thousand ** power}${['', thousand === 1024 ? 'K' : 'k', 'M', 'G'][power]}${unit}`
}

function toGrowthRow(what, costs, { most, print }) {
  const exponent = fitExponent(costs)
  return {
    what,
    measured: `n^${exponent.toFixed(2)}`,
    asked: `at most n^${most}`,
    peer: costs.map(([size, cost]) => `${printSize(size)}: ${print(cost)}`).join(', '),
    ok: exponent <= most,
  }
}

function printTime(microseconds) {
  const [scale, unit] = units.find(([least]) => microseconds >= least) ?? units.at(-1)
  return `${toThreeDigits(microseconds / scale)} ${unit}`
}

function printBytes(bytes) {
  return bytes >= 1e6 ? `${toThreeDigits(bytes / 1e6)} MB` : `${toThreeDigits(bytes / 1e3)} kB`
}

function toThreeDigits(value) {
  return value >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(2)))
}
