/** The small parts of the pools that are pure enough to be tested alone. */
import { describe, expect, test } from 'vitest'
import { parseResult } from '../../core/domain/parse-result.ts'
import type { Result } from '../../core/domain/result.ts'
import { createInlineRunner } from '../../core/run/inline-runner.ts'
import { createReportLimiter } from '../../core/run/plugin-side/report-limiter.ts'
import { toIncoming, toResultHead } from '../../core/run/result-head.ts'
import { describeThrown } from '../../core/run/run-failure.ts'
import { RunQueue } from '../../core/run/run-queue.ts'
import { createTestLog, fail } from '../contract/runner-harness.ts'

describe('RunQueue', () => {
  test('gives rooms turns, and each room its own order', () => {
    const queue = new RunQueue<{ roomId: string; n: number }>(10)
    for (const [n, roomId] of ['a', 'a', 'b', 'a', 'c'].entries()) queue.add({ roomId, n })
    expect(queue.peek()).toEqual({ roomId: 'a', n: 0 })
    expect(Array.from({ length: 6 }, () => queue.take()?.n)).toEqual([0, 2, 4, 1, 3, undefined])
  })

  test('holds no more than its limit, and frees what leaves', () => {
    const queue = new RunQueue<{ roomId: string }>(2)
    const first = { roomId: 'a' }
    expect([queue.add(first), queue.add({ roomId: 'a' }), queue.add({ roomId: 'b' })]).toEqual([
      true,
      true,
      false,
    ])
    expect([queue.remove(first), queue.remove(first), queue.size]).toEqual([true, false, 1])
    expect(queue.add({ roomId: 'b' })).toBe(true)
  })
})

describe('report limiter', () => {
  test('passes ordinary rates at once', () => {
    let time = 0
    const sent: [number, readonly string[]][] = []
    const { report } = createReportLimiter(
      (skipped, texts) => sent.push([skipped, texts]),
      () => time,
    )
    for (let i = 0; i < 5000; i++) {
      time += 1
      report(`r${i}`)
    }
    expect(sent.length).toBe(5000)
    expect(sent.every(([skipped, texts]) => skipped === 0 && texts.length === 1)).toBe(true)
  })

  test('gathers a flood, sends it by time, and counts every call', () => {
    let time = 0
    const sent: [number, readonly string[]][] = []
    const { report, flush } = createReportLimiter(
      (skipped, texts) => sent.push([skipped, texts]),
      () => time,
    )
    for (let i = 0; i < 50_000; i++) {
      time += 0.01 // 100,000 a second
      report(`r${i}`)
    }
    flush()
    expect(sent.reduce((total, [skipped, texts]) => total + skipped + texts.length, 0)).toBe(50_000)
    expect(sent.flatMap(([, texts]) => texts).slice(-1000)).toEqual(
      Array.from({ length: 1000 }, (_, i) => `r${49_000 + i}`),
    )
    expect(sent.filter(([, texts]) => texts.length > 1).length).toBeLessThan(10)
  })
})

describe('result heads', () => {
  const results: Result[] = [
    parseResult(
      { vertices: new Float32Array(9), indices: new Uint32Array(3), normals: new Float32Array(9).fill(1) },
      'mesh',
    ),
    parseResult({ shape: [1, 1, 3], data: new Float64Array([1, 2, 3]), spacing: [1, 1, 1] }, 'volume'),
    parseResult({ points: new Float32Array(3), colors: new Uint8Array(3) }, 'point_cloud'),
    parseResult({ width: 1, height: 1, channels: 1, data: new Uint16Array([7]) }, 'image'),
  ]

  test.each(results)('carry a $type from one side to the other', (result) => {
    const { head, arrays } = toResultHead(result)
    const incoming = toIncoming(JSON.parse(JSON.stringify(head)), 1000)
    if (typeof incoming === 'string') throw new Error(incoming)
    for (const [i, target] of incoming.targets.entries()) {
      const { buffer, byteOffset, byteLength } = arrays[i] ?? new Uint8Array(0)
      target.set(new Uint8Array(buffer, byteOffset, byteLength))
    }
    expect(parseResult(incoming.value, result.type)).toEqual(result)
  })

  const block = { name: 'data', dtype: 'float32', bytes: 8 }
  test.each([
    [{ members: {} }, 'no proper head'],
    [{ members: [], blocks: [] }, 'no proper head'],
    [{ members: {}, blocks: [block, block, block, block] }, 'no proper head'],
    [{ members: {}, blocks: [{ ...block, bytes: 1001 * 8 }] }, 'at most 1000'],
    [{ members: {}, blocks: [{ ...block, bytes: -8 }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, bytes: 7 }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, bytes: 2 ** 60 }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, bytes: '8' }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, dtype: 'float16' }] }, 'no result has'],
    [{ members: {}, blocks: [{ ...block, name: '__proto__' }] }, 'no result has'],
    [{ members: {}, blocks: [null] }, 'no result has'],
  ])('are refused before anything is allocated: %j', (head, text) => {
    expect(toIncoming(head, 1000)).toContain(text)
  })
})

test('describes whatever was thrown, and never throws', () => {
  const hostile = Object.defineProperty(new Error('x'), 'message', {
    get() {
      throw new Error('no')
    },
  })
  for (const thrown of [
    null,
    undefined,
    0,
    '',
    Symbol('s'),
    1n,
    {},
    Object.create(null),
    hostile,
    new Proxy(() => {}, {}),
  ]) {
    expect(describeThrown(thrown).text.length).toBeGreaterThan(0)
  }
})

test('gives up a function registered in code at the deadline, and hears nothing more of it', async () => {
  const said: string[] = []
  const never = (reporter: { report(text: string): void }) =>
    new Promise<never>((_, reject) =>
      setTimeout(() => [reporter.report('late'), reject(new Error('late'))], 60),
    )
  const log = createTestLog()
  const options = {
    returnType: 'mesh',
    parameters: [],
    progress: null,
    check: async () => {},
    log,
    runTimeoutSeconds: 0.02,
  } as const
  const error = await fail(createInlineRunner(never, options), 'never', { report: (text) => said.push(text) })
  expect(error).toMatchObject({ code: 'function.failed' })
  expect(error.message).toMatch(/"never", registered in code.*--run-timeout/)
  await expect
    .poll(() => log.entries.map(({ message }) => message))
    .toContain('a run that was given up failed later')
  expect(said).toEqual([])
})
