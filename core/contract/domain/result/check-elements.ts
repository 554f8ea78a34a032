/** The second check of a result: every element, at 0.4 ms a MB, so off the event loop for large ones. */
import { SpecimenError } from '../errors.ts'
import { ofPart } from './read-parts.ts'
import { type Block, listBlocks, listMembers, listParts, type Result } from './result.ts'

/** One of several equal shares of every array, for threads that check a result together. */
export interface Share {
  readonly index: number
  readonly count: number
}

const wholeShare: Share = { index: 0, count: 1 }

/** Returns true for kinds with restricted elements; those of volumes and images may be anything. */
export function hasCheckedElements(result: Result): boolean {
  const { type } = result
  if (type === 'scene') return listParts(result.parts).some(([, part]) => hasCheckedElements(part))
  return listMembers(type).some(
    ([, member]) => member.form === 'columns' || (member.form === 'list' && member.values !== 'any'),
  )
}

/**
 * Checks every element on which a client relies: coordinates and scalars are finite, indices in range.
 * @throws `function.failed` with the first offending element of the share
 */
export function checkElements(result: Result, share = wholeShare): void {
  if (result.type === 'scene') {
    for (const [name, part] of listParts(result.parts)) ofPart(name, () => checkElements(part, share))
    return
  }
  const blocks = listBlocks(result)
  for (const block of blocks) {
    if (block.form === 'columns') requireNotInfinite(block.array, block.name, share)
    if (block.form !== 'list') continue
    const { name, member, array } = block
    if (member.values === 'any') continue
    if (member.values === 'finite') {
      if (array instanceof Float32Array) requireFinite(array, name, share)
    } else if (array instanceof Uint32Array) {
      const { kind, list } = member.values
      requireBelow(array, { name, list, count: countGroups(blocks, list) }, share)
      if (kind === 'starts') requireGrowing(array, name, share)
    }
  }
}

/** Refuses infinite numbers, which JSON and plots have no place for; NaN is a missing value. */
function requireNotInfinite(array: Float64Array, name: string, share: Share): void {
  const [from, to] = toRange(array.length, share)
  for (let i = from; i < to; i++) {
    const value = array[i] ?? 0 // in range
    if (value === Infinity || value === -Infinity)
      throw refuse(
        `${name.replace('/', '[')}].values[${i}] must be finite, or NaN for a missing value (got ${value}).`,
      )
  }
}

function countGroups(blocks: readonly Block[], wanted: string): number {
  const block = blocks.find(({ name }) => name === wanted)
  return block?.form === 'list' ? block.array.length / block.member.group : 0
}

function toRange(length: number, { index, count }: Share): [from: number, to: number] {
  return [Math.floor((length * index) / count), Math.floor((length * (index + 1)) / count)]
}

function requireFinite(array: Float32Array, name: string, share: Share): void {
  const [from, to] = toRange(array.length, share)
  const part = array.subarray(from, to)
  if (!hasInfinite(part)) return
  const i = from + part.findIndex((value) => !Number.isFinite(value))
  throw refuse(`${name}[${i}] must be finite (got ${array[i]}).`)
}

/** An array of indices: its name, that of what it points into, and how many there are. */
interface IndexRule {
  readonly name: string
  readonly list: string
  readonly count: number
}

function requireBelow(indices: Uint32Array, { name, list, count }: IndexRule, share: Share): void {
  const [from, to] = toRange(indices.length, share)
  const part = indices.subarray(from, to)
  if (!hasAtLeast(part, count)) return
  const i = from + part.findIndex((index) => index >= count)
  throw refuse(`${name}[${i}] must be below ${count}, the number of ${list} (got ${indices[i]}).`)
}

/** Requires a beginning with 0, and that each is above the one before. */
function requireGrowing(starts: Uint32Array, name: string, share: Share): void {
  const [from, to] = toRange(starts.length, share)
  for (let i = from; i < to; i++) {
    const [before, start] = [starts[i - 1], starts[i] ?? 0]
    if (before === undefined ? start === 0 : start > before) continue
    const wanted = before === undefined ? '0, the first point' : `above the one before it, ${before}`
    throw refuse(`${name}[${i}] must be ${wanted} (got ${start}).`)
  }
}

/**
 * x·0 is NaN for NaN and both infinities, else ±0, and a sum keeps a NaN. Four sums, because one addition
 * waits for the one before: 20 ms for 50 MB, where a test of each element takes 31. Every index is in range:
 * `?? 0` is for the compiler and costs nothing.
 */
function hasInfinite(array: Float32Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = array.length - (array.length % 4)
  for (let i = 0; i < whole; i += 4) {
    a += (array[i] ?? 0) * 0
    b += (array[i + 1] ?? 0) * 0
    c += (array[i + 2] ?? 0) * 0
    d += (array[i + 3] ?? 0) * 0
  }
  for (let i = whole; i < array.length; i++) a += (array[i] ?? 0) * 0
  return a + b + c + d !== 0
}

function hasAtLeast(array: Uint32Array, limit: number): boolean {
  for (let i = 0; i < array.length; i++) if ((array[i] ?? 0) >= limit) return true // in range
  return false
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('function.failed', detail)
}
