/**
 * A job as one loop, against a scripted host: the order of events, and that every early end cancels, once.
 */
import { createClient, type JobEvent, SpecimenError } from 'specimen-host/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { envelopeType, triangle } from './bytes.ts'
import { type Answer, problem, type Script, type ScriptedHost, startScriptedHost } from './scripted-host.ts'

let host: ScriptedHost | undefined
afterEach(async () => {
  vi.useRealTimers()
  await host?.close()
  host = undefined
})
const start = async (script: Script): Promise<ScriptedHost> => {
  host = await startScriptedHost({ 'DELETE /api/jobs/j': { status: 204 }, ...script })
  return host
}
const message = (seq: number) => ({ seq, text: `step ${seq}`, ts: 1000 + seq / 4, fraction: seq / 8 })
const view = (status: string, messages: readonly object[] = [], error: string | null = null) => ({
  body: { status, messages, error },
})
const running = { 'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'running' } } }
const never = () => new Promise<never>(() => undefined)
const collect = async (events: AsyncIterable<JobEvent>): Promise<JobEvent[]> => {
  const list: JobEvent[] = []
  for await (const event of events) list.push(event)
  return list
}
const failure = async (promise: Promise<unknown>): Promise<unknown> => {
  return await promise.then(
    () => {
      throw new Error('It did not reject.')
    },
    (error: unknown) => error,
  )
}
const cancels = ({ received }: ScriptedHost) => received.filter(({ line }) => line.startsWith('DELETE'))

describe('a run', () => {
  it('yields every message once and in order, then the result [jobs.1] [jobs.5]', async () => {
    const scripted = await start({
      ...running,
      'GET /api/jobs/j/progress?since=-1': (n) => view('running', n === 0 ? [] : [message(0), message(1)]),
      'GET /api/jobs/j/progress?since=1': (n) =>
        n < 2 ? view('running') : view('done', [message(2), message(7)]),
      'GET /api/jobs/j/result': { body: triangle.json },
    })
    const run = createClient(scripted.url).run('a', {
      params: { size: 2 },
      roomId: 'lab',
      pollMilliseconds: 1,
    })
    const events = await collect(run)
    expect(events).toEqual([
      ...[0, 1, 2, 7].map((seq) => ({ type: 'progress', message: message(seq) })),
      { type: 'result', result: triangle.result },
    ])
    expect(JSON.parse(scripted.received[0]?.body ?? '')).toEqual({ params: { size: 2 }, room_id: 'lab' })
    expect(cancels(scripted)).toEqual([])
    expect(await run.next()).toEqual({ done: true, value: undefined })
  })

  it('tells each place in the queue once, and yields none, which older loops do not know', async () => {
    const queued = (before: number): Answer => ({
      body: { status: 'running', messages: [], error: null, before },
    })
    const scripted = await start({
      ...running,
      'GET /api/jobs/j/progress?since=-1': (n) =>
        [queued(3), queued(3), queued(0)][n] ?? view('running', [message(0)]),
      'GET /api/jobs/j/progress?since=0': view('done'),
      'GET /api/jobs/j/result': { body: triangle.json },
    })
    const places: number[] = []
    const onQueued = (before: number): void => void places.push(before)
    const run = createClient(scripted.url).run('a', { pollMilliseconds: 1, onQueued })
    expect(await collect(run)).toEqual([
      { type: 'progress', message: message(0) },
      { type: 'result', result: triangle.result },
    ])
    expect(places).toEqual([3, 0])
  })

  it('goes straight to the result when the start is a hit [rooms.9]', async () => {
    const { url, received } = await start({
      'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'done' } },
      'GET /api/jobs/j/result': { body: triangle.json },
    })
    expect(await collect(createClient(url).run('a'))).toEqual([{ type: 'result', result: triangle.result }])
    // The script lacks the data: a host that does not hold it any more.
    expect(received.map(({ line }) => line)).toEqual([
      'POST /api/specimens/a/start',
      'POST /api/specimens/a/data',
      'GET /api/jobs/j/result',
    ])
  })

  it('asks for the data that the room holds, as an envelope, and not for the job’s JSON', async () => {
    const { url, received } = await start({
      'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'done' } },
      'POST /api/specimens/a/data': { headers: { 'content-type': envelopeType }, body: triangle.bytes },
    })
    const run = createClient(url).run('a', { params: { size: 2 }, roomId: 'lab' })
    expect(await collect(run)).toEqual([{ type: 'result', result: triangle.result }])
    expect(received.map(({ line }) => line)).toEqual([
      'POST /api/specimens/a/start',
      'POST /api/specimens/a/data',
    ])
    expect(received[1]?.headers).toMatchObject({
      accept: `${envelopeType}, application/json;q=0.5, application/octet-stream`,
      'if-match': '*',
    })
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({ params: { size: 2 }, room_id: 'lab' })
  })

  it.each([
    ['the room holds another result', problem(412, 'condition.failed', 'Not there.')],
    ['the specimen has gone', problem(404, 'specimen.unknown', 'Gone.')],
    [
      'the envelope has a name of the host’s own',
      { headers: { 'content-type': 'application/x-other' }, body: triangle.bytes },
    ],
    [
      'the specimen has become a file',
      {
        headers: { 'content-type': 'model/stl', 'content-disposition': 'attachment; filename="a.stl"' },
        body: 'solid',
      },
    ],
  ])('takes the job’s own result when %s', async (_, answer) => {
    const { url } = await start({
      'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'done' } },
      'POST /api/specimens/a/data': answer,
      'GET /api/jobs/j/result': { body: triangle.json },
    })
    expect(await collect(createClient(url).run('a'))).toEqual([{ type: 'result', result: triangle.result }])
  })

  it('throws for an envelope that is cut, and asks for nothing else', async () => {
    const cut = { headers: { 'content-type': envelopeType }, body: triangle.bytes.subarray(0, -1) }
    const { url, received } = await start({
      'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'done' } },
      'POST /api/specimens/a/data': cut,
    })
    expect(await failure(collect(createClient(url).run('a')))).toMatchObject({ code: 'envelope.invalid' })
    expect(received).toHaveLength(2)
  })

  it('sends nothing before the loop begins', async () => {
    const { url, received } = await start(running)
    const run = createClient(url).run('a')
    expect(await run.return?.()).toEqual({ done: true, value: undefined })
    expect(await run.next()).toEqual({ done: true, value: undefined })
    expect(received).toEqual([])
  })

  it('throws the error of a failed job after its messages, and cancels nothing [state.error]', async () => {
    const scripted = await start({
      ...running,
      'GET /api/jobs/j/progress?since=-1': view('error', [message(0)], 'the sample is upside down'),
    })
    const run = createClient(scripted.url).run('a')
    expect(await run.next()).toEqual({ done: false, value: { type: 'progress', message: message(0) } })
    const error = await failure(run.next())
    expect(error).toBeInstanceOf(SpecimenError)
    expect(error).toMatchObject({ code: 'job.failed', message: 'the sample is upside down' })
    expect(cancels(scripted)).toEqual([])
  })

  it.each([
    [
      'a start that is refused',
      { 'POST /api/specimens/a/start': problem(400, 'specimen.static', 'It is static.') },
      'specimen.static',
    ],
    [
      'a start without a job',
      { 'POST /api/specimens/a/start': { body: { status: 'running' } } },
      'json.syntax',
    ],
    [
      'a start of no status',
      { 'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'soon' } } },
      'json.syntax',
    ],
    [
      'a result that is gone',
      {
        'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'done' } },
        'GET /api/jobs/j/result': problem(404, 'job.unknown', 'Gone.'),
      },
      'job.unknown',
    ],
  ] as const)('throws for %s, and cancels nothing', async (_, script, code) => {
    const scripted = await start(script)
    expect(await failure(collect(createClient(scripted.url).run('a')))).toMatchObject({ code })
    expect(cancels(scripted)).toEqual([])
  })

  it.each([
    ['is refused', problem(401, 'token.missing', 'No token.'), 'token.missing'],
    ['has no status', { body: { messages: [], error: null } }, 'json.syntax'],
    ['has no messages', { body: { status: 'running', error: null } }, 'json.syntax'],
    ['has a message without seq', view('running', [{ text: 'x', ts: 1 }]), 'json.syntax'],
    [
      'has a message with a fraction above 1',
      view('running', [{ ...message(0), fraction: 1.5 }]),
      'json.syntax',
    ],
    ['has no error field', { body: { status: 'running', messages: [] } }, 'json.syntax'],
  ])('throws and cancels when a poll %s', async (_, answer, code) => {
    const scripted = await start({ ...running, 'GET /api/jobs/j/progress?since=-1': answer })
    expect(await failure(collect(createClient(scripted.url).run('a')))).toMatchObject({ code })
    expect(cancels(scripted)).toHaveLength(1)
  })
})

describe('a poll that the host holds', () => {
  it('is followed at once by the next, which tells what came meanwhile', async () => {
    let answer: (value: { body: object }) => void = () => undefined
    const held = new Promise<{ body: object }>((resolve) => {
      answer = resolve
    })
    const scripted = await start({
      ...running,
      'GET /api/jobs/j/progress?since=-1&wait=20': () => held,
      'GET /api/jobs/j/progress?since=0&wait=20': view('error', [], 'no luck'),
    })
    const ended = failure(collect(createClient(scripted.url).run('a')))
    await scripted.arrival('GET /api/jobs/j/progress')
    answer(view('running', [message(0)]))
    expect(String(await ended)).toContain('no luck')
    expect(scripted.received.map(({ line }) => line).filter((line) => line.includes('progress'))).toEqual([
      'GET /api/jobs/j/progress?since=-1&wait=20',
      'GET /api/jobs/j/progress?since=0&wait=20',
    ])
  })

  it('is a plain one where the host holds as many as it may', async () => {
    const scripted = await start({
      ...running,
      'GET /api/jobs/j/progress?since=-1&wait=20': problem(503, 'host.busy', 'Too many polls wait.'),
      'GET /api/jobs/j/progress?since=-1': view('error', [message(0)], 'no luck'),
    })
    expect(String(await failure(collect(createClient(scripted.url).run('a'))))).toContain('no luck')
  })
})

describe('a run that is stopped', () => {
  const reason = new Error('enough')
  const talking = {
    ...running,
    'GET /api/jobs/j/progress?since=-1': view('running', [message(0), message(1)]),
  }

  it('sends nothing when the signal was aborted before', async () => {
    const { url, received } = await start(running)
    expect(await failure(collect(createClient(url).run('a', { signal: AbortSignal.abort(reason) })))).toBe(
      reason,
    )
    expect(received).toEqual([])
  })

  it('cancels the job whose start was under way, as soon as that has a name [jobs.3]', async () => {
    let answer: (value: { body: object }) => void = () => undefined
    const scripted = await start({
      'POST /api/specimens/a/start': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    const controller = new AbortController()
    const ended = failure(collect(createClient(scripted.url).run('a', { signal: controller.signal })))
    await scripted.arrival('POST /api/specimens/a/start')
    controller.abort(reason)
    answer({ body: { job_id: 'j', status: 'running' } })
    expect(await ended).toBe(reason)
    expect(scripted.received.map(({ line }) => line)).toEqual([
      'POST /api/specimens/a/start',
      'DELETE /api/jobs/j',
    ])
  })

  it('cancels during a poll', async () => {
    const scripted = await start({ ...running, 'GET /api/jobs/j/progress?since=-1': never })
    const controller = new AbortController()
    const ended = failure(collect(createClient(scripted.url).run('a', { signal: controller.signal })))
    await scripted.arrival('GET /api/jobs/j/progress')
    controller.abort(reason)
    expect(await ended).toBe(reason)
    expect(cancels(scripted)).toHaveLength(1)
  })

  it('cancels nothing where a newer run supersedes it, which the host ends by itself', async () => {
    const scripted = await start({ ...running, 'GET /api/jobs/j/progress?since=-1': never })
    const controller = new AbortController()
    const { signal } = controller
    const ended = failure(collect(createClient(scripted.url).run('a', { signal, supersede: 'me' })))
    await scripted.arrival('GET /api/jobs/j/progress')
    const superseded = new SpecimenError('run.superseded', 'A newer run came.')
    controller.abort(superseded)
    expect(await ended).toBe(superseded)
    expect(cancels(scripted)).toEqual([])
  })

  it('cancels between two polls', async () => {
    const scripted = await start({
      ...running,
      'GET /api/jobs/j/progress?since=-1': view('running', [message(0)]),
      'GET /api/jobs/j/progress?since=0': view('running'),
    })
    const controller = new AbortController()
    const ended = failure(collect(createClient(scripted.url).run('a', { signal: controller.signal })))
    await scripted.arrival('GET /api/jobs/j/progress?since=0')
    controller.abort(reason)
    expect(await ended).toBe(reason)
    expect(cancels(scripted)).toHaveLength(1)
  })

  it('cancels at once while the loop’s body is busy, and then throws', async () => {
    const scripted = await start(talking)
    const controller = new AbortController()
    const run = createClient(scripted.url).run('a', { signal: controller.signal })
    await run.next()
    controller.abort(reason)
    await scripted.arrival('DELETE /api/jobs/j')
    expect(await failure(run.next())).toBe(reason)
    expect(await run.next()).toEqual({ done: true, value: undefined })
    expect(cancels(scripted)).toHaveLength(1)
  })

  it('cancels when the loop is left by break, by return and by a throw', async () => {
    for (const leave of ['break', 'return', 'throw']) {
      const scripted = await startScriptedHost({ ...talking, 'DELETE /api/jobs/j': { status: 204 } })
      const loop = async () => {
        for await (const _ of createClient(scripted.url).run('a')) {
          if (leave === 'break') break
          if (leave === 'return') return
          throw reason
        }
      }
      if (leave === 'throw') expect(await failure(loop())).toBe(reason)
      else await loop()
      expect(cancels(scripted), leave).toHaveLength(1)
      await scripted.close()
    }
  })

  it('ends a pending step quietly when it is left by hand', async () => {
    const scripted = await start({ ...running, 'GET /api/jobs/j/progress?since=-1': never })
    const run = createClient(scripted.url).run('a')
    const pending = run.next()
    await scripted.arrival('GET /api/jobs/j/progress')
    expect(await run.return?.()).toEqual({ done: true, value: undefined })
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(cancels(scripted)).toHaveLength(1)
  })

  it('cancels nothing when the job has ended, though messages are left', async () => {
    const scripted = await start({
      ...running,
      'GET /api/jobs/j/progress?since=-1': view('done', [message(0), message(1)]),
    })
    const controller = new AbortController()
    for await (const _ of createClient(scripted.url).run('a', { signal: controller.signal })) break
    controller.abort(reason)
    expect(scripted.received.map(({ line }) => line)).toEqual([
      'POST /api/specimens/a/start',
      'GET /api/jobs/j/progress?since=-1&wait=20',
    ])
  })

  it('says when leaving could not be told to the host, but prefers the reason of an abort', async () => {
    const scripted = await start({
      ...talking,
      'DELETE /api/jobs/j': problem(503, 'host.stopping', 'Stopping.'),
    })
    const leave = async () => {
      for await (const _ of createClient(scripted.url).run('a')) break
    }
    expect(await failure(leave())).toMatchObject({ code: 'host.stopping' })
    const controller = new AbortController()
    const run = createClient(scripted.url).run('a', { signal: controller.signal })
    await run.next()
    controller.abort(reason)
    expect(await failure(run.next())).toBe(reason)
  })

  it('takes its listener off the signal when it ends', async () => {
    const scripted = await start({ ...running, 'GET /api/jobs/j/progress?since=-1': view('error', [], 'no') })
    const { signal } = new AbortController()
    const added = vi.spyOn(signal, 'addEventListener')
    const removed = vi.spyOn(signal, 'removeEventListener')
    await failure(collect(createClient(scripted.url).run('a', { signal })))
    expect(added.mock.calls.map(([, listener]) => listener)).toEqual(
      removed.mock.calls.map(([, listener]) => listener),
    )
  })
})

describe('the clock of a run', () => {
  /**
   * A fetch that answers from a script and notes when, so that timers can be set by hand. Never answers
   * anything else.
   */
  const scriptedFetch =
    (script: { readonly [line: string]: object }, times: [line: string, at: number][] = []): typeof fetch =>
    (input, init) => {
      const line = `${init?.method} ${String(input)}`
      times.push([line, Date.now()])
      if (script[line]) return Promise.resolve(Response.json(script[line]))
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    }

  it('polls often at first, then after a twentieth of its waiting', async () => {
    vi.useFakeTimers({ now: 0 })
    const times: [string, number][] = []
    const poll = 'GET /api/jobs/j/progress?since=-1&wait=20'
    const answers = {
      'POST /api/specimens/a/start': { job_id: 'j', status: 'running' },
      [poll]: { status: 'running', messages: [], error: null },
      'DELETE /api/jobs/j': {},
    }
    const run = createClient('', { fetch: scriptedFetch(answers, times) }).run('a', { pollMilliseconds: 200 })
    const pending = run.next()
    await vi.advanceTimersByTimeAsync(6000)
    await run.return?.()
    await pending
    const polls = times.filter(([line]) => line === poll).map(([, at]) => at)
    expect(polls.filter((at) => at <= 200)).toEqual(Array.from({ length: 21 }, (_, i) => 10 * i))
    const waits = polls.slice(1).map((at, i) => at - (polls[i] ?? 0))
    expect(waits.find((_, i) => (polls[i] ?? 0) >= 2000)).toBeCloseTo(100, -1)
    expect(Math.max(...waits)).toBe(200)
    expect(waits.at(-1)).toBe(200)
  })

  it('gives up a start that does not answer two seconds after the abort', async () => {
    vi.useFakeTimers()
    const controller = new AbortController()
    const reason = new Error('enough')
    const run = createClient('', { fetch: scriptedFetch({}) }).run('a', { signal: controller.signal })
    let isOver = false
    const ended = failure(run.next()).finally(() => {
      isOver = true
    })
    controller.abort(reason)
    await vi.advanceTimersByTimeAsync(1999)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await ended).toBe(reason)
  })
})
