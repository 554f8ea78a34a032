/** Results through the worker: what is asked of the host, what comes to the page, and what failures become. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import type { ProgressMessage } from '../../../core/contract/domain/job.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { HostOnlyError } from '../../../core/data/formats/refusal.ts'
import type { LoadRequest } from '../../../core/viewer/data/data-source.ts'
import { byteLimits } from '../../../core/viewer/data/host-fetch.ts'
import { LoadError } from '../../../core/viewer/data/load-error.ts'
import { envelopeType, joinEnvelope, toFloats, toIntegers, triangle } from '../../client/bytes.ts'
import { type Answer, type Asked, type FakePage, openFakePage } from './fake-worker.ts'

const hostOnly = new HostOnlyError('Its codec is of hosts.')
const never: Answer = ({ signal }: Asked) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
const envelope = (bytes: Uint8Array) => () =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': envelopeType } })
const problem = (status: number, body: object) => () =>
  Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } })
const view = (status: string, messages: readonly object[] = [], error: string | null = null) =>
  Response.json({ status, messages, error })
const message = (seq: number) => ({ seq, text: `step ${seq}`, ts: 0 })

const start = 'POST /api/specimens/a/start'
const progress = 'GET /api/jobs/j/progress?since=n'
const data = 'POST /api/specimens/a/data'
const file = 'GET /api/specimens/a/data'
const job = {
  [start]: () => Response.json({ job_id: 'j', status: 'running' }),
  [progress]: () => view('done'),
  [data]: envelope(triangle.bytes),
}
const asFile =
  (body: BodyInit, name: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { headers: { 'content-disposition': `attachment; filename="${name}"`, ...headers } })

const request: LoadRequest = { specimenId: 'a', isDynamic: true, params: { size: 2 }, roomId: 'lab' }
const load = (
  { source }: FakePage,
  more: Partial<LoadRequest> = {},
  { signal = new AbortController().signal, onProgress = (_: readonly ProgressMessage[]) => {} } = {},
) => source.load({ ...request, ...more }, { signal, onProgress })
const failure = async (promise: Promise<unknown>): Promise<LoadError> => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof LoadError) return error
  throw error ?? new Error('It did not reject.')
}

describe('a dynamic specimen', () => {
  it('is run as a job with parameters, room and token, and comes prepared', async () => {
    const page = openFakePage(job, { token: () => 'secret' })
    const content = await load(page)
    expect(content).toMatchObject({
      type: 'mesh',
      bounds: { low: [0, -2, 0], high: [1.5, 0, expect.closeTo(0.1)] },
    })
    expect(page.asked[0]).toMatchObject({ line: start, body: { params: { size: 2 }, room_id: 'lab' } })
    expect(page.asked.map(({ headers }) => headers.get('authorization'))).toEqual(
      page.asked.map(() => 'Bearer secret'),
    )
  })

  it('brings the messages of each poll together', async () => {
    let polls = 0
    const page = openFakePage({
      ...job,
      [progress]: () =>
        view(polls++ === 0 ? 'running' : 'done', [message(2 * polls), message(2 * polls + 1)]),
    })
    const lists: string[][] = []
    await load(page, {}, { onProgress: (messages) => lists.push(messages.map(({ text }) => text)) })
    expect(lists).toEqual([
      ['step 2', 'step 3'],
      ['step 4', 'step 5'],
    ])
  })

  it('is handed over to the page without a copy', async () => {
    const page = openFakePage(job)
    const content = await load(page)
    const posted = page.workers[0]?.posted.at(-1)
    if (content.type !== 'mesh') throw new Error(content.type)
    expect(content.result.vertices).toEqual(triangle.result.vertices)
    expect(posted?.buffers.length).toBeGreaterThan(1)
    for (const { byteLength } of posted?.buffers ?? []) expect(byteLength).toBe(0) // detached
  })

  it('comes plain as soon as one before has shown that the line is fast', async () => {
    const samples = Buffer.alloc(2 ** 21)
    const volume = joinEnvelope({ type: 'volume', shape: [2, 1024, 1024], dtype: 'uint8' }, samples)
    const page = openFakePage({ ...job, [data]: envelope(volume) })
    const now = vi.spyOn(performance, 'now')
    for (const moment of [0, 0, 1]) now.mockReturnValueOnce(moment) // a poll, begin and end of the data
    await load(page)
    await load(page)
    vi.restoreAllMocks()
    const asked = page.asked.filter(({ line }) => line === data)
    expect(asked.map(({ headers }) => headers.get('cache-control'))).toEqual([null, 'no-transform'])
  })

  it('that the host could never have sent is refused', async () => {
    const fields = { vertex_dtype: 'float32', index_dtype: 'uint32', normal_dtype: 'float32' }
    const counts = { vertex_count: 1, index_count: 3, normal_count: 0 }
    const broken = joinEnvelope(
      { type: 'mesh', ...counts, ...fields },
      toFloats(0, 0, 0),
      toIntegers(0, 0, 9),
    )
    const page = openFakePage({ ...job, [data]: envelope(broken) })
    const { code, message } = await failure(load(page))
    expect([code, message]).toEqual(['function.failed', expect.stringContaining('indices[2]')])
  })
})

describe('a static specimen', () => {
  const toPoints = () => ({ type: 'point_cloud', points: Float32Array.of(1, 2, 3) }) as const

  it('is decoded by its file', async () => {
    const decoded: [string, string][] = []
    const page = openFakePage(
      { [file]: asFile('bytes', 'rock.ply') },
      {
        decodeFile: async (bytes, name) => {
          decoded.push([new TextDecoder().decode(bytes), name])
          return toPoints()
        },
      },
    )
    expect(await load(page, { isDynamic: false })).toMatchObject({ type: 'point_cloud', result: toPoints() })
    expect(decoded).toEqual([['bytes', 'rock.ply']])
    expect(page.asked[0]?.headers.get('accept')).toBe('*/*')
  })

  it.each([
    ['that no decoder knows', new Error('No decoder knows it.'), 'No decoder knows it.'],
    ['larger than memory', new RangeError('Array buffer allocation failed'), 'memory that this page can get'],
  ])('%s is offered as a file, with the reason', async (_, error, reason) => {
    const page = openFakePage(
      { [file]: asFile('bytes', 'rock.xyz') },
      { decodeFile: () => Promise.reject(error) },
    )
    expect(await load(page, { isDynamic: false })).toEqual({
      type: 'file',
      fileName: 'rock.xyz',
      byteLength: 5,
      reason: expect.stringContaining(reason),
    })
  })

  it('whose codec a page may not run is decoded by the host, which gives the first volume alone', async () => {
    const volume = { type: 'volume', shape: [1, 1, 2], dtype: 'uint8', data: 'BwA=', frame: 0, frames: 3 }
    const notes = ['This is the first of 3 volumes in the file.']
    const page = openFakePage(
      { [file]: asFile('bytes', 'a.dcm'), [data]: () => Response.json({ ...volume, notes }) },
      {
        decodeFile: () =>
          Promise.reject(new SpecimenError('file.undecodable', 'a.dcm: no', { cause: hostOnly })),
      },
    )
    const found = await load(page, { isDynamic: false })
    expect(found).toMatchObject({
      type: 'volume',
      fileBytes: 5,
      result: { data: Uint8Array.of(7, 0), notes },
    })
    expect(found).not.toHaveProperty('result.frames')
    expect(page.asked.map(({ line, headers }) => [line, headers.get('accept')])).toEqual([
      [file, '*/*'],
      [data, `${envelopeType}, application/json;q=0.5`],
    ])
    const dropped = [{ path: 'a.dcm', blob: new Blob(['bytes']) }]
    expect(await load(page, { isDynamic: false, files: dropped })).toMatchObject({ type: 'file' })
    expect(page.asked).toHaveLength(2)
  })

  it('larger than a page takes is offered as a file, and not read', async () => {
    const length = String(byteLimits.binary + 1)
    let isCancelled = false
    const body = new ReadableStream({
      cancel: () => {
        isCancelled = true
      },
    })
    const page = openFakePage({ [file]: asFile(body, 'scan.nii', { 'content-length': length }) })
    expect(await load(page, { isDynamic: false })).toEqual({
      type: 'file',
      fileName: 'scan.nii',
      byteLength: byteLimits.binary + 1,
      reason: expect.stringContaining('1,025 MB'),
    })
    expect(isCancelled).toBe(true)
  })
})

describe('a failure', () => {
  const issues = [{ pointer: '/size', found: '50', allowed: 'a number from 1 to 40' }]

  it.each([
    [
      'the fields that the host refused',
      { [start]: problem(422, { code: 'params.invalid', detail: 'size is wrong', errors: issues }) },
      { code: 'params.invalid', message: 'size is wrong', issues },
    ],
    [
      "the function's own words",
      { ...job, [progress]: () => view('error', [], 'the sample is upside down') },
      { code: 'job.failed', message: 'the sample is upside down', issues: [] },
    ],
    [
      'that a token is wanted',
      { [start]: problem(401, { code: 'token.missing' }) },
      { code: 'token.missing' },
    ],
    [
      'that a proxy wants one',
      { [start]: () => new Response('no', { status: 401 }) },
      { code: 'token.missing' },
    ],
    [
      'that a proxy finds no host',
      { [start]: () => new Response('', { status: 502 }) },
      { code: 'host.unreachable' },
    ],
    [
      'that something refuses',
      { [start]: () => new Response('', { status: 418 }) },
      { code: 'host.refused' },
    ],
    [
      'that the host is away',
      {},
      { code: 'host.unreachable', message: expect.stringContaining('does not answer') },
    ],
    [
      'that a job is lost',
      { ...job, [progress]: problem(404, { code: 'job.unknown' }) },
      { code: 'job.unknown' },
    ],
    [
      'that the answer is cut',
      { ...job, [data]: envelope(triangle.bytes.subarray(0, -4)) },
      { code: 'envelope.invalid' },
    ],
    [
      'that it broke off',
      {
        ...job,
        [data]: () => {
          const body = new ReadableStream({
            pull: (controller) => controller.error(new TypeError('network error')),
          })
          return new Response(body, { headers: { 'content-type': envelopeType } })
        },
      },
      { code: 'host.unreachable' },
    ],
  ])('says %s', async (_, script, wanted) => {
    expect(await failure(load(openFakePage(script)))).toMatchObject(wanted)
  })

  it('says that a result is too large, by its length or while it comes', async () => {
    const headers = { 'content-type': envelopeType, 'content-length': String(byteLimits.binary + 1) }
    const told = openFakePage({ ...job, [data]: () => new Response('x', { headers }) })
    expect(await failure(load(told))).toMatchObject({ code: 'result.too-large' })
    let pieces = 0
    const endless = new ReadableStream({
      pull: (controller) => {
        pieces++
        controller.enqueue(new Uint8Array(16 * 2 ** 20))
      },
    })
    const json = { 'content-type': 'application/json' }
    const untold = openFakePage({ ...job, [data]: () => new Response(endless, { headers: json }) })
    expect(await failure(load(untold))).toMatchObject({ code: 'result.too-large' })
    expect(pieces).toBeLessThanOrEqual(byteLimits.json / 2 ** 24 + 2)
  })
})

describe('aborting', () => {
  it('rejects at once with the reason, and cancels the job on the host', async () => {
    const page = openFakePage({
      ...job,
      [progress]: never,
      'DELETE /api/jobs/j': () => new Response(null, { status: 204 }),
    })
    const controller = new AbortController()
    const loading = load(page, {}, { signal: controller.signal })
    await expect.poll(() => page.asked.length).toBe(2)
    controller.abort('enough')
    expect(await loading.catch((reason: unknown) => reason)).toBe('enough')
    await expect.poll(() => page.asked.at(-1)?.line).toBe('DELETE /api/jobs/j')
    // What the worker says of it later is for nobody, and the next request is answered.
    await expect.poll(() => page.workers[0]?.posted.at(-1)?.message.kind).toBe('failed')
  })

  it('before the beginning asks for nothing', async () => {
    const page = openFakePage(job)
    const error = new Error('enough')
    await expect(load(page, {}, { signal: AbortSignal.abort(error) })).rejects.toBe(error)
    expect([page.workers.length, page.asked.length]).toEqual([0, 0])
  })

  it('while the answer is decoded prepares nothing', async () => {
    let decoded: (() => void) | undefined
    const page = openFakePage(
      { [file]: asFile('bytes', 'a.ply') },
      {
        decodeFile: () =>
          new Promise((resolve) => {
            decoded = () => resolve({ type: 'point_cloud', points: Float32Array.of(1, 2, 3) })
          }),
      },
    )
    const controller = new AbortController()
    const loading = load(page, { isDynamic: false }, { signal: controller.signal })
    await expect.poll(() => decoded).toBeDefined()
    controller.abort(new Error('enough'))
    await expect(loading).rejects.toThrow('enough')
    await new Promise((resolve) => setImmediate(resolve)) // the worker has heard of it
    decoded?.()
    await expect
      .poll(() => page.workers[0]?.posted.map(({ message }) => message.kind))
      .toEqual(['decoding', 'failed'])
  })
})

describe('the worker', () => {
  it('starts with the first request, and serves several at a time', async () => {
    const page = openFakePage(job)
    expect(page.workers).toHaveLength(0)
    const contents = await Promise.all([load(page), load(page), load(page, { params: {} })])
    expect(contents.map(({ type }) => type)).toEqual(['mesh', 'mesh', 'mesh'])
    expect(page.workers).toHaveLength(1)
  })

  it('starts at the first request, or before it when it was asked to', async () => {
    const page = openFakePage(job)
    expect(page.workers).toHaveLength(0)
    page.source.start()
    expect(page.workers).toHaveLength(1)
    await load(page)
    page.source.start()
    expect(page.workers).toHaveLength(1)
    page.source.close()
    page.source.start()
    expect(page.workers).toHaveLength(1)
  })

  it('that crashes fails every request with a reason, and the next one starts another', async () => {
    const page = openFakePage({ ...job, [progress]: never })
    const open = [failure(load(page)), failure(load(page))]
    await expect.poll(() => page.asked.length).toBe(4)
    page.workers[0]?.crash('out of memory')
    for (const error of await Promise.all(open)) {
      expect(error).toMatchObject({
        code: 'worker.crashed',
        message: expect.stringContaining('out of memory'),
      })
    }
    expect(page.workers[0]?.isEnded).toBe(true)
    const again = failure(load(page))
    await expect.poll(() => page.workers.length).toBe(2)
    page.workers[0]?.crash('once more') // of the old one
    page.workers[1]?.crash('')
    expect((await again).message).toContain('has stopped.')
  })

  it('ends with a file that takes too long, which is offered with the reason, and the next one starts another', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const begun: string[] = []
    const decodeFile = async (_: Uint8Array, name: string): Promise<Result> => {
      begun.push(name)
      return begun.length === 1
        ? await new Promise(() => {})
        : { ...structuredClone(triangle.result), type: 'mesh' }
    }
    const page = openFakePage(
      { ...job, [progress]: never, [file]: asFile('bytes', 'rock.stl') },
      { decodeFile },
    )
    const left = new AbortController()
    const [slow, other] = [load(page, { isDynamic: false }, left), failure(load(page))]
    await vi.waitUntil(() => begun.length === 1 && page.asked.length === 3)
    await vi.advanceTimersByTimeAsync(119_000)
    expect(page.workers[0]?.isEnded).toBe(false)
    await vi.advanceTimersByTimeAsync(2000)
    expect(page.workers[0]?.isEnded).toBe(true)
    const reason = 'Reading it here took longer than 120 s and was ended. Use a smaller file.'
    expect(await slow).toEqual({ type: 'file', fileName: 'rock.stl', byteLength: 5, reason })
    expect(await other).toMatchObject({ code: 'worker.crashed' })
    const next = load(page, { isDynamic: false })
    await vi.waitUntil(async () => {
      await vi.advanceTimersByTimeAsync(1)
      return page.workers[1]?.posted.at(-1)?.message.kind === 'loaded'
    })
    expect(await next).toMatchObject({ type: 'mesh' })
    await vi.advanceTimersByTimeAsync(200_000)
    expect(page.workers[1]?.isEnded).toBe(false)
  })

  it('ends with the file of a request that was left while it is decoded, too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const left = new AbortController()
    const decodeFile = (): Promise<Result> => {
      left.abort()
      return new Promise(() => {})
    }
    const page = openFakePage({ [file]: asFile('bytes', 'rock.stl') }, { decodeFile })
    await expect(load(page, { isDynamic: false }, left)).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(121_000)
    expect(page.workers[0]?.isEnded).toBe(true)
  })

  it.each(['closing', 'leaving the page'])('cancels everything at %s, and then ends', async (how) => {
    const page = openFakePage({
      ...job,
      [progress]: never,
      'DELETE /api/jobs/j': () => new Response(null, { status: 204 }),
    })
    const loading = load(page).catch((reason: unknown) => reason)
    await expect.poll(() => page.asked.length).toBe(2)
    if (how === 'closing') page.source.close()
    else page.window.dispatchEvent(new Event('pagehide'))
    const code = how === 'closing' ? undefined : 'host.unreachable'
    expect(await loading).toMatchObject(code ? { code } : { name: 'AbortError' })
    await expect.poll(() => page.workers[0]?.isEnded).toBe(true)
    expect(page.asked.at(-1)?.line).toBe('DELETE /api/jobs/j')
  })

  it('that ends with its page leaves cancelling to that', async () => {
    const page = openFakePage({
      ...job,
      [progress]: never,
      'DELETE /api/jobs/j': () => new Response(null, { status: 204 }),
    })
    const loading = load(page).catch((reason: unknown) => reason)
    await expect.poll(() => page.workers[0]?.posted.length).toBe(1)
    await new Promise((resolve) => setImmediate(resolve)) // the page has heard of the job
    const [worker] = page.workers
    if (worker) worker.postMessage = () => {} // it hears no more
    page.window.dispatchEvent(new Event('pagehide'))
    await loading
    expect(page.asked.at(-1)?.line).toBe('DELETE /api/jobs/j')
  })

  it('starts again when a page comes back, and never after closing', async () => {
    const page = openFakePage(job)
    await load(page)
    page.window.dispatchEvent(new Event('pagehide'))
    await load(page)
    expect(page.workers).toHaveLength(2)
    page.source.close()
    await expect(load(page)).rejects.toMatchObject({ name: 'AbortError' })
    expect(page.workers).toHaveLength(2)
  })
})
