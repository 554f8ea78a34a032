/** The second check of a result: every element, at 0.4 ms a MB, so off the event loop for large ones. */
import { SpecimenError } from '../errors.ts'
import { type Block, listBlocks, listMembers, type Result } from './result.ts'

/** One of several equal shares of every array, for threads that check a result together. */
export interface Share {
  readonly index: number
  readonly count: number
}

const wholeShare: Share = { index: 0, count: 1 }

/** Returns true for kinds with restricted elements; those of volumes and images may be anything. */
export function hasCheckedElements({ type }: Result): boolean {
  return listMembers(type).some(([, member]) => member.form === 'list' && member.values !== 'any')
}

/**
 * Checks every element on which a client relies: coordinates and scalars are finite, indices in range.
 * @throws `function.failed` with the first offending element of the share
 */
export function checkElements(result: Result, share = wholeShare): void {
  const blocks = listBlocks(result)
  for (const { form, name, member, array } of blocks) {
    if (form === 'samples' || member.values === 'any') continue
    if (member.values === 'finite') {
      if (array instanceof Float32Array) requireFinite(array, name, share)
    } else if (array instanceof Uint32Array) {
      const { below } = member.values
      requireBelow(array, { name, below, count: countGroups(blocks, below) }, share)
    }
  }
}

function countGroups(blocks: readonly Block[], wanted: string): number {
  const block = blocks.find(({ name }) => name === wanted)
  return block?.form === 'list' ? block.array.length / block.member.group : 0
}

function toRange(length: number, { index, count }: Share): [from: number, to: number] {
  return [Math.floor((length * index) / count), Math.floor((length * (index + 1)) / count)]
}

/** Sums up x·0, which is NaN for NaN and both infinities: a third of the time of a test of each element. */
function requireFinite(array: Float32Array, name: string, share: Share): void {
  const [from, to] = toRange(array.length, share)
  let sum = 0
  for (let i = from; i < to; i++) sum += (array[i] ?? 0) * 0 // every index is in range
  if (sum === 0) return
  const i = from + array.subarray(from, to).findIndex((value) => !Number.isFinite(value))
  throw refuse(`${name}[${i}] must be finite (got ${array[i]}).`)
}

function requireBelow(
  indices: Uint32Array,
  { name, below, count }: { readonly name: string; readonly below: string; readonly count: number },
  share: Share,
): void {
  const [from, to] = toRange(indices.length, share)
  for (let i = from; i < to; i++)
    if ((indices[i] ?? 0) >= count)
      throw refuse(`${name}[${i}] must be below ${count}, the number of ${below} (got ${indices[i]}).`)
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('function.failed', detail)
}
