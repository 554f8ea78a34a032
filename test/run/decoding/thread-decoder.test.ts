/** The decoder on threads: what it refuses, whom it makes wait, and that what nobody waits for ends. */
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { AssetAnswer } from '../../../core/domain/specimen.ts'
import type { FileDecoder, FileSource } from '../../../core/run/decoding/thread-decoder.ts'
import { createThreadDecoder } from '../../../core/run/decoding/thread-decoder.ts'
import type { RunContext } from '../../../core/run/runner.ts'
import { readKnown } from '../../formats/files.ts'

const decoders: FileDecoder[] = []
afterEach(async () => {
  await Promise.all(decoders.splice(0).map((decoder) => decoder.close()))
})

function create(
  more: { byteLimit?: number; queueLimit?: number; runTimeoutSeconds?: number } = {},
): FileDecoder {
  const decoder = createThreadDecoder({
    entry: new URL('../../../dist/decoding-thread.js', import.meta.url),
    threads: 1,
    queueLimit: 1,
    byteLimit: 2 ** 20,
    heapMebibytes: 128,
    runTimeoutSeconds: 60,
    ...more,
  })
  decoders.push(decoder)
  return decoder
}

function toAnswer(bytes: Uint8Array): AssetAnswer {
  const body = (async function* () {
    yield bytes.subarray(0, 10)
    yield bytes.subarray(10)
  })()
  return { status: 200, headers: {}, byteLength: bytes.length, body }
}

const known = (name: string): FileSource => ({ name, open: async () => toAnswer(readKnown(name)) })
/** A file whose bytes never come, until the reading is ended. */
const silent: FileSource = {
  name: 'silent.stl',
  open: (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
}

/** Runs a source in a room of its own; tells when it was admitted and released, and what it reported. */
function run(decoder: FileDecoder, source: FileSource, signal = new AbortController().signal) {
  const events: string[] = []
  const context: RunContext = {
    signal,
    progress: { report: (text) => events.push(text) },
    onAdmitted: () => events.push('admitted'),
    onReleased: () => events.push('released'),
  }
  const invocation = { functionName: 'a', revision: '1', params: {}, roomId: 'a', key: 'file a' }
  const result = decoder.createRunner(source).run(invocation, context)
  result.catch(() => {}) // tests look at it later
  return { result, events }
}

describe('the decoder on threads', () => {
  it('gives results whose arrays lie in one block of shared memory, and what is not in them', async () => {
    const { result, events } = run(create(), known('series.nii.gz'))
    const volume = await result
    expect(volume).toMatchObject({ type: 'volume', shape: [2, 3, 4] })
    expect('data' in volume && volume.data.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(events.slice(0, 2)).toEqual(['admitted', 'This is the first of 5 volumes in the file.'])
  })

  it('refuses what the file is refused for, and goes on', async () => {
    const decoder = create()
    const broken = { name: 'a.stl', open: async () => toAnswer(new Uint8Array(50)) }
    await expect(run(decoder, broken).result).rejects.toMatchObject({ code: 'file.undecodable' })
    expect((await run(decoder, known('rgb.png')).result).type).toBe('image')
  })

  it('refuses a file that is too large before it is read, and ends its body', async () => {
    let isEnded = () => false
    const huge: FileSource = {
      name: 'a.stl',
      open: async (signal) => {
        isEnded = () => signal.aborted
        return { ...toAnswer(new Uint8Array(0)), byteLength: 2 ** 40 }
      },
    }
    await expect(run(create(), huge).result).rejects.toMatchObject({
      code: 'file.undecodable',
      message: expect.stringContaining('at most 1048576 are decoded (--result-bytes)'),
    })
    expect(isEnded()).toBe(true)
  })

  it('ends what nobody waits for, and gives its place to the next; one more is refused', async () => {
    const decoder = create()
    const leaving = new AbortController()
    const first = run(decoder, silent, leaving.signal)
    const second = run(decoder, known('rgb.png'))
    await expect(run(decoder, known('rgb.png')).result).rejects.toMatchObject({ code: 'host.busy' })
    expect(second.events).toEqual(['admitted'])
    leaving.abort()
    await expect(first.result).rejects.toMatchObject({ code: 'run.cancelled' })
    expect((await second.result).type).toBe('image')
    expect(first.events).toEqual(['admitted', 'released'])
  })

  it('ends a thread in the middle of its work', async () => {
    const decoder = create()
    const leaving = new AbortController()
    const opened = { name: 'rgb.png', open: async () => toAnswer(readKnown('rgb.png')) }
    const first = run(decoder, opened, leaving.signal)
    for (let turn = 0; turn < 5; turn++) await setImmediate() // the bytes are read, the thread is starting
    leaving.abort()
    await expect(first.result).rejects.toMatchObject({ code: 'run.cancelled' })
    expect((await run(decoder, known('rgb.png')).result).type).toBe('image')
    expect(first.events.at(-1)).toBe('released')
  })

  it('ends what takes too long', async () => {
    const { result } = run(create({ runTimeoutSeconds: 0.05 }), silent)
    await expect(result).rejects.toMatchObject({
      code: 'file.undecodable',
      message: expect.stringContaining('stopped after 0.05 s'),
    })
  })

  it('ends what is under way and refuses what waits when it is closed', async () => {
    const decoder = create()
    const [first, second] = [run(decoder, silent), run(decoder, silent)]
    await decoder.close()
    for (const { result } of [first, second, run(decoder, silent)])
      await expect(result).rejects.toMatchObject({ code: 'host.stopping' })
    expect(first.events.at(-1)).toBe('released')
  })
})
