import { afterEach, expect, it, vi } from 'vitest'
import { parseResult } from '../../core/domain/result/parse-result.ts'
import { holdResult } from '../../core/domain/result/stored-result.ts'
import { giveBackMemory, lendMemory, lendResult, takeFreeMemory } from '../../core/run/lent-memory.ts'
import { allocateShared } from '../../core/run/shared-memory.ts'

const mebibyte = 2 ** 20
const drain = (): void => {
  for (let size = mebibyte; size <= 256 * mebibyte; size *= 1.1) while (takeFreeMemory(size)) {}
}
afterEach(() => {
  drain()
  vi.useRealTimers()
})

it('lends what was given back to a result that it fits, and to one only', () => {
  const first = lendMemory(4 * mebibyte)
  giveBackMemory(first)
  expect(lendMemory(2 * mebibyte)).not.toBe(first)
  expect(lendMemory(5 * mebibyte)).not.toBe(first)
  expect(lendMemory(4 * mebibyte - 8)).toBe(first)
  expect(lendMemory(4 * mebibyte)).not.toBe(first)
})

it('takes the block of which the least is left over', () => {
  const [large, small] = [lendMemory(4.3 * mebibyte), lendMemory(4.1 * mebibyte)]
  for (const block of [large, small]) giveBackMemory(block)
  expect(takeFreeMemory(4 * mebibyte)).toBe(small)
  expect(takeFreeMemory(4 * mebibyte)).toBe(large)
  expect(takeFreeMemory(4 * mebibyte)).toBeUndefined()
})

it('takes nothing that was not lent, nor anything twice', () => {
  const [own, block] = [allocateShared(4 * mebibyte), lendMemory(4 * mebibyte)]
  giveBackMemory(own)
  giveBackMemory(new ArrayBuffer(4 * mebibyte))
  for (let i = 0; i < 2; i++) giveBackMemory(block)
  expect(takeFreeMemory(4 * mebibyte)).toBe(block)
  expect(takeFreeMemory(4 * mebibyte)).toBeUndefined()
})

it('keeps a bounded part of what is given back, and the latest whatever its size', () => {
  for (const block of Array.from({ length: 8 }, () => lendMemory(20 * mebibyte))) giveBackMemory(block)
  const kept = Array.from({ length: 8 }, () => takeFreeMemory(20 * mebibyte)).filter((block) => block)
  expect(kept).toHaveLength(3)
  giveBackMemory(lendMemory(4 * mebibyte))
  const large = lendMemory(200 * mebibyte)
  giveBackMemory(large)
  expect(takeFreeMemory(4 * mebibyte)).toBeUndefined()
  expect(takeFreeMemory(200 * mebibyte)).toBe(large)
})

it('lets go of everything when nothing was given back for a while', () => {
  vi.useFakeTimers()
  giveBackMemory(lendMemory(4 * mebibyte))
  vi.advanceTimersByTime(19_000)
  giveBackMemory(lendMemory(8 * mebibyte))
  vi.advanceTimersByTime(19_000)
  const block = takeFreeMemory(8 * mebibyte)
  expect(block).toBeDefined()
  if (block) giveBackMemory(block)
  vi.advanceTimersByTime(21_000)
  expect(takeFreeMemory(4 * mebibyte)).toBeUndefined()
  expect(takeFreeMemory(8 * mebibyte)).toBeUndefined()
})

it('lends the memory of a result in the turn after nobody uses that, unless somebody does again', async () => {
  const block = lendMemory(4 * mebibyte)
  const points = new Float32Array(block, 0, 3 * 2 ** 18)
  const result = parseResult(
    { points, colors: new Uint8Array(block, 3 * mebibyte, 3 * 2 ** 18) },
    'point_cloud',
  )
  const stored = holdResult('a', result, lendResult(result))
  stored.keep()()
  const { close } = await stored.open()
  await new Promise(setImmediate)
  expect(takeFreeMemory(4 * mebibyte)).toBeUndefined()
  close?.()
  await new Promise(setImmediate)
  expect(takeFreeMemory(4 * mebibyte)).toBe(block)
  expect(takeFreeMemory(4 * mebibyte)).toBeUndefined()
})
