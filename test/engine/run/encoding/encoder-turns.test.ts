/** The turns of those who wait for the encoders, on real threads. */
import { afterEach, describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../../core/contract/domain/result/result.ts'
import { createDeferred } from '../../../../core/contract/time/deferred.ts'
import type { Encoder, WantedFile } from '../../../../core/engine/run/encoding/encoder.ts'
import { createThreadEncoder } from '../../../../core/engine/run/encoding/thread-encoder.ts'
import { toSharedResult } from '../../../../core/engine/run/shared-memory.ts'

const entry = new URL('../../../../dist/encoder-thread.js', import.meta.url)
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const opened: Encoder[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((encoder) => encoder.close()))
})

function ignore(): void {}

function open(): Encoder {
  const encoder = createThreadEncoder({ entry, threads: 1, log, now: () => performance.now() })
  opened.push(encoder)
  return encoder
}

/** A strip of quads: 10,000 of them are 0.5 MB. */
function makeStrip(quads: number): MeshResult {
  const count = 2 * (quads + 1)
  const vertices = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 0 ? i / 7 : Math.sin(i)))
  const corners = [0, 1, 2, 2, 1, 3]
  const indices = Uint32Array.from(
    { length: quads * 6 },
    (_, i) => Math.floor(i / 6) * 2 + (corners[i % 6] ?? 0),
  )
  return toSharedResult({ type: 'mesh', vertices, indices })
}

const strip = makeStrip(10_000)
const toFile = (name: string): WantedFile => ({ form: 'glb', name })

/** A reader that can leave, and its file. */
interface Asked {
  readonly leave: () => void
  readonly outcome: Promise<string>
  readonly parts: Promise<readonly Uint8Array[]>
  readonly released: Promise<void>
}

function ask(encoder: Encoder, caller: string, name: string): Asked {
  const controller = new AbortController()
  const released = createDeferred<void>()
  const { signal } = controller
  const parts = encoder.encodeFile(strip, toFile(name), { caller, signal, onReleased: released.resolve })
  const outcome = parts.then(
    () => 'made',
    (error: { readonly code?: string }) => error.code ?? 'no code',
  )
  return { leave: () => controller.abort(), outcome, parts, released: released.promise }
}

const askMany = (encoder: Encoder, count: number): readonly Asked[] =>
  Array.from({ length: count }, (_, i) => ask(encoder, 'greedy', `${i}`))

/** Counts the outcomes so far. */
function countEnded(asked: readonly Asked[]): () => number {
  let ended = 0
  for (const { outcome } of asked) void outcome.then(() => ended++)
  return () => ended
}

describe('a reader who asks for many files', () => {
  it('keeps no check of a result waiting', async () => {
    const encoder = open()
    const ended = countEnded(askMany(encoder, 40))
    await encoder.check(strip)
    expect(ended()).toBeLessThan(20)
  })
  it('keeps no stream waiting', async () => {
    const encoder = open()
    const ended = countEnded(askMany(encoder, 40))
    const reader = { caller: 'other', signal: new AbortController().signal }
    for await (const piece of encoder.encodePieces(strip, 'json', reader))
      expect(piece.length).toBeGreaterThan(0)
    expect(ended()).toBeLessThan(20)
  })
  it('delays the file, and the facts, of another by one of its own each', async () => {
    const encoder = open()
    const asked = askMany(encoder, 40)
    const ended = countEnded(asked)
    await asked[0]?.outcome
    const reader = { caller: 'other', signal: new AbortController().signal }
    await Promise.all([ask(encoder, 'other', 'mine').parts, encoder.measureFacts(strip, {}, reader)])
    expect(ended()).toBeLessThan(10)
  })
  it('delays a file that another asks for as well no more than any', async () => {
    const encoder = open()
    const asked = askMany(encoder, 40)
    const ended = countEnded(asked)
    expect(await ask(encoder, 'other', '39').outcome).toBe('made')
    expect(await asked[39]?.outcome).toBe('made')
    expect(ended()).toBeLessThan(10)
  })
  it('leaves the turns of its files when it leaves', async () => {
    const encoder = open()
    const asked = askMany(encoder, 40)
    for (const { leave } of asked) leave()
    expect(new Set(await Promise.all(asked.map(({ outcome }) => outcome)))).toEqual(
      new Set(['run.cancelled']),
    )
    await Promise.all(asked.map(({ released }) => released))
    expect(await ask(encoder, 'other', 'mine').outcome).toBe('made')
  })
  it('is refused beyond the limit, which leaves room for others', async () => {
    const encoder = open()
    const asked = askMany(encoder, 70)
    const other = ask(encoder, 'other', 'mine')
    const refused = asked.slice(65)
    expect(new Set(await Promise.all(refused.map(({ outcome }) => outcome)))).toEqual(new Set(['host.busy']))
    await Promise.all(refused.map(({ released }) => released))
    expect(await other.outcome).toBe('made')
  })
})

describe('equal requests', () => {
  it('get one file, made once, from whoever they are', async () => {
    const encoder = open()
    const asked = ['a', 'b', 'a'].map((caller) => ask(encoder, caller, 'same'))
    const [first, ...others] = await Promise.all(asked.map(({ parts }) => parts))
    for (const parts of others) expect(parts).toBe(first)
    await Promise.all(asked.map(({ released }) => released))
  })
  it('get it when the one that came first leaves while it is made', async () => {
    const encoder = open()
    const [first, second] = [ask(encoder, 'a', 'same'), ask(encoder, 'b', 'same')]
    first.leave()
    expect(await first.outcome).toBe('run.cancelled')
    expect(await second.outcome).toBe('made')
    await Promise.all([first.released, second.released])
  })
  it('are made again when all had left', async () => {
    const encoder = open()
    const asked = ['a', 'b'].map((caller) => ask(encoder, caller, 'same'))
    for (const { leave } of asked) leave()
    const again = ask(encoder, 'a', 'same')
    expect(await Promise.all(asked.map(({ outcome }) => outcome))).toEqual(['run.cancelled', 'run.cancelled'])
    expect(await again.outcome).toBe('made')
  })
})

describe('the work of a reader who has left', () => {
  it('holds what it holds until its thread is gone', async () => {
    const encoder = open()
    const asked = ask(encoder, 'a', 'mine')
    const order: string[] = []
    void asked.outcome.then(() => order.push('left'))
    void asked.released.then(() => order.push('released'))
    asked.leave()
    await asked.released
    expect(order).toEqual(['left', 'released'])
  })
  it('is not begun for one who left before', async () => {
    const encoder = open()
    const signal = AbortSignal.abort()
    const released = createDeferred<void>()
    const reader = { caller: 'a', signal, onReleased: released.resolve }
    await expect(encoder.encodeFile(strip, toFile('a'), reader)).rejects.toMatchObject({
      code: 'run.cancelled',
    })
    await released.promise
  })
})
