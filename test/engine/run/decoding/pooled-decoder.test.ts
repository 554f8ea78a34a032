/** The decoder in processes: what it refuses, whom it makes wait, and that what nobody waits for ends. */
import { afterEach, describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../../core/contract/domain/errors.ts'
import { checkElements } from '../../../../core/contract/domain/result/check-elements.ts'
import type { AssetAnswer } from '../../../../core/contract/domain/specimen.ts'
import { createDeferred } from '../../../../core/contract/time/deferred.ts'
import type { FileDecoder } from '../../../../core/engine/run/decoding/file-decoder.ts'
import { createFileDecoder } from '../../../../core/engine/run/decoding/pooled-decoder.ts'
import type { FileSource, RunContext } from '../../../../core/engine/run/runner.ts'
import { readKnown, toBytes } from '../../../data/formats/files.ts'
import { createTestLog, getWalls } from '../../../interface/runner-harness.ts'

const decoders: FileDecoder[] = []
afterEach(async () => {
  await Promise.all(decoders.splice(0).map((decoder) => decoder.close()))
})

function create(
  more: { resultBytes?: number; queueLimit?: number; runTimeoutSeconds?: number } = {},
): FileDecoder {
  const decoder = createFileDecoder({
    entry: new URL('../../../../dist/pool-process.js', import.meta.url),
    bundle: new URL('../../../../dist/decoder/', import.meta.url),
    findWalls: async () => await getWalls(),
    size: 1,
    queueLimit: 1,
    resultBytes: 2 ** 20,
    heapMebibytes: 128,
    runTimeoutSeconds: 60,
    check: async (result) => checkElements(result),
    log: createTestLog(),
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

describe('the decoder in processes', () => {
  it('gives results whose arrays lie in one block of shared memory, and what is not in them', async () => {
    const { result, events } = run(create(), known('series.nii.gz'))
    const volume = await result
    expect(volume).toMatchObject({ type: 'volume', shape: [2, 3, 4] })
    expect('data' in volume && volume.data.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(events[0]).toBe('admitted')
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

  it('ends a process that waits for the rest of a file', async () => {
    const decoder = create()
    const leaving = new AbortController()
    const begun = createDeferred<void>()
    const body = (async function* () {
      yield readKnown('rgb.png').subarray(0, 10)
      begun.resolve()
      await new Promise(() => {}) // the rest never comes
    })()
    const opened = { name: 'rgb.png', open: async () => ({ ...toAnswer(readKnown('rgb.png')), body }) }
    const first = run(decoder, opened, leaving.signal)
    await begun.promise
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

  it('fails with the error of a file that breaks off, and with one that is not as long as it said', async () => {
    const decoder = create()
    const bytes = readKnown('rgb.png')
    const broken = (async function* () {
      yield bytes.subarray(0, 10)
      throw new SpecimenError('worker.unreachable', 'The link is lost.')
    })()
    const open = (body: AssetAnswer['body']): FileSource => ({
      name: 'rgb.png',
      open: async () => ({ ...toAnswer(bytes), body }),
    })
    await expect(run(decoder, open(broken)).result).rejects.toMatchObject({ code: 'worker.unreachable' })
    for (const wrong of [bytes.subarray(1), toBytes(bytes, 'more')])
      await expect(run(decoder, open(toAnswer(wrong).body)).result).rejects.toMatchObject({
        code: 'file.missing',
      })
    expect((await run(decoder, known('rgb.png')).result).type).toBe('image')
  })

  it('costs one request where a file needs too much memory, and names the file', async () => {
    const decoder = create({ resultBytes: 2 ** 24 })
    const bomb: FileSource = { name: 'bomb.glb', open: async () => toAnswer(toHostileGlb(64, 2 ** 19)) }
    await expect(run(decoder, bomb).result).rejects.toMatchObject({
      code: 'file.undecodable',
      message: expect.stringMatching(/^"bomb[.]glb", as glTF binary: .* needs .*--result-bytes/),
    })
    expect((await run(decoder, known('rgb.png')).result).type).toBe('image')
  })

  it('says so where even the heap is too small, and goes on in another process', async () => {
    const decoder = create({ resultBytes: 2 ** 26 })
    const deep: FileSource = { name: 'many.glb', open: async () => toAnswer(toGlb('[{},'.repeat(2 ** 23))) }
    await expect(run(decoder, deep).result).rejects.toMatchObject({ code: 'file.undecodable' })
    expect((await run(decoder, known('rgb.png')).result).type).toBe('image')
  })
})

/** Returns a small glTF whose primitives each announce as many vertices, which are all zero. */
function toHostileGlb(primitives: number, count: number): Uint8Array {
  const sparse = { count: 0, indices: { bufferView: 0, componentType: 5125 }, values: { bufferView: 0 } }
  const accessor = { componentType: 5126, type: 'VEC3', count, sparse }
  const indices = Array.from({ length: primitives }, (_, i) => i)
  return toGlb(
    JSON.stringify({
      asset: { version: '2.0' },
      buffers: [{ byteLength: 0 }],
      bufferViews: [{ buffer: 0, byteLength: 0 }],
      accessors: indices.map(() => accessor),
      meshes: [{ primitives: indices.map((i) => ({ attributes: { POSITION: i }, mode: 0 })) }],
      nodes: [{ mesh: 0 }],
      scenes: [{ nodes: [0] }],
    }),
  )
}

function toGlb(json: string): Uint8Array {
  const padded = json + ' '.repeat(-json.length & 3)
  const head = new Uint32Array([2, 20 + padded.length, padded.length])
  return toBytes('glTF', head, 'JSON', padded)
}
