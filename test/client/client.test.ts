/**
 * The client's single requests against a scripted host: what it sends, how it reads answers, and what it
 * refuses.
 */
import { createClient, decodeEnvelope, ProblemError, SpecimenError } from 'specimen-host/client'
import { afterEach, describe, expect, it } from 'vitest'
import { envelopeType, joinEnvelope, others, triangle } from './bytes.ts'
import { problem, type Script, type ScriptedHost, startScriptedHost } from './scripted-host.ts'

let host: ScriptedHost | undefined
afterEach(async () => {
  await host?.close()
  host = undefined
})
const start = async (script: Script): Promise<ScriptedHost> => {
  host = await startScriptedHost(script)
  return host
}
const asEnvelope = (body: Uint8Array, type = envelopeType) => ({ headers: { 'content-type': type }, body })
/** Returns what a promise rejects with. */
const failure = async (promise: Promise<unknown>): Promise<unknown> => {
  return await promise.then(
    (value) => {
      throw new Error(`It resolved with ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )
}

describe('the bytes of an envelope', () => {
  it('are blocks of the right values, whatever the length of the preamble', async () => {
    for (let length = 0; length < 8; length++) {
      const preamble = { type: 'volume', shape: [1, 1, 3], dtype: 'float64', more: 'x'.repeat(length) }
      const samples = Float64Array.of(1, -2.5, 1e300)
      const bytes = joinEnvelope(preamble, Buffer.from(samples.buffer))
      const { url } = await start({ 'POST /api/specimens/a/data': asEnvelope(bytes) })
      const result = await createClient(url).data('a')
      await host?.close()
      if (result.type !== 'volume') throw new Error(`It is a ${result.type}.`)
      expect(result.data).toEqual(samples)
    }
  })

  it.each([
    ['of a stream that writes into given memory', 'bytes', 3],
    ['of one that makes its pieces', undefined, 3],
    ['of one that makes its pieces, all at once', undefined, 1e6],
  ] as const)('are read %s, whatever length was announced', async (_, type, pieceLength) => {
    const samples = Uint8Array.from({ length: 200 }, (_, i) => i)
    const whole = joinEnvelope({ type: 'volume', shape: [1, 1, 200], dtype: 'uint8' }, Buffer.from(samples))
    for (const announced of [undefined, whole.length, 1, whole.length - 1, 10 * whole.length, 'no length']) {
      let at = 0
      const pull = (controller: ReadableByteStreamController | ReadableStreamDefaultController): void => {
        const piece = Uint8Array.from(whole.subarray(at, at + pieceLength))
        at += piece.length
        if (piece.length > 0) controller.enqueue(piece)
        else {
          controller.close()
          if ('byobRequest' in controller) controller.byobRequest?.respond(0)
        }
      }
      const body = type ? new ReadableStream({ type, pull }) : new ReadableStream({ pull })
      const headers = { 'content-type': envelopeType, ...(announced && { 'content-length': `${announced}` }) }
      const client = createClient('http://host', { fetch: async () => new Response(body, { headers }) })
      expect(await client.data('a')).toMatchObject({ data: samples })
    }
  })

  it.each([0, 3])('are refused as before when there are only %i', async (length) => {
    const body = Buffer.alloc(length)
    const { url } = await start({ 'POST /api/specimens/a/data': asEnvelope(body) })
    expect(await failure(createClient(url).data('a'))).toMatchObject({ code: 'envelope.invalid' })
  })
})

describe('a file', () => {
  it('comes as it is, by a request that names no other form', async () => {
    const { url, received } = await start({
      'GET /api/specimens/rock/data': {
        headers: { 'content-type': 'model/stl', 'content-disposition': 'attachment; filename="rock.stl"' },
        body: Buffer.from('solid rock'),
      },
    })
    expect(await createClient(url).file('rock')).toEqual({
      type: 'file',
      mediaType: 'model/stl',
      fileName: 'rock.stl',
      bytes: new Uint8Array(Buffer.from('solid rock')),
    })
    expect(received[0]?.headers.accept).toBe('*/*')
  })

  it('is missed in an answer that is none', async () => {
    const { url } = await start({ 'GET /api/specimens/a/data': asEnvelope(triangle.bytes) })
    expect(await failure(createClient(url).file('a'))).toMatchObject({ code: 'media.unsupported' })
  })
})

describe('requests', () => {
  const schema = { type: 'object', properties: { size: { type: 'number', default: 1 } } }

  it('read the catalog, one specimen, the functions and a schema [endpoint.specimens] [endpoint.specimen] [endpoint.functions]', async () => {
    const { url, received } = await start({
      'GET /api/specimens/': { body: [{ id: 'a' }] },
      'GET /api/specimens/a': { body: { id: 'a', schema } },
      'GET /api/processing/functions': { body: [{ name: 'f', schema }] },
      'GET /api/processing/functions/f/schema': { body: schema },
    })
    const client = createClient(url)
    expect(await client.catalog()).toEqual([{ id: 'a' }])
    expect(await client.specimen('a')).toEqual({ id: 'a', schema })
    expect(await client.functions()).toEqual([{ name: 'f', schema }])
    expect(await client.schema('f')).toEqual(schema)
    expect(received.map(({ headers }) => headers.accept)).toEqual(Array(4).fill('application/json'))
    expect(received.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })

  it('go below a base address with a path, with or without a slash at its end', async () => {
    const { url, received } = await start({ 'GET /lab/host/api/specimens/': { body: [] } })
    await createClient(`${url}/lab/host`).catalog()
    await createClient(`${url}/lab/host/`).catalog()
    expect(received).toHaveLength(2)
  })

  it('carry ids of any letters as one segment, and refuse those that would be another address', async () => {
    const { url, received } = await start({ 'GET /api/specimens/w1%3Aa%2Fb%3Fc%23': { body: { id: 'x' } } })
    const client = createClient(url)
    expect(await client.specimen('w1:a/b?c#')).toEqual({ id: 'x' })
    for (const id of ['', '.', '..', 'reload']) {
      expect(await failure(client.specimen(id)), id).toMatchObject({
        name: 'SpecimenError',
        code: 'request.invalid',
      })
    }
    expect(received).toHaveLength(1)
  })

  it('show the token with every request, polls and cancels included', async () => {
    const { url, received } = await start({
      'GET /api/specimens/': { body: [] },
      'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'running' } },
      'GET /api/jobs/j/progress?since=-1': {
        body: { status: 'running', messages: [{ seq: 0, text: '', ts: 1 }], error: null },
      },
      'DELETE /api/jobs/j': { status: 204 },
    })
    const client = createClient(url, { token: 'secret' })
    await client.catalog()
    for await (const _ of client.run('a')) break
    expect(received.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer secret'))
  })

  it('use the fetch they are given, called as a plain function', async () => {
    const seen: unknown[] = []
    const given = async function (this: unknown, input: unknown): Promise<Response> {
      seen.push(this, input)
      return Response.json([])
    }
    expect(await createClient('', { fetch: given }).catalog()).toEqual([])
    expect(seen).toEqual([undefined, '/api/specimens/'])
  })

  it('send an invocation whole, and read its JSON result [endpoint.invoke] [result.mesh]', async () => {
    const { url, received } = await start({ 'POST /api/processing/invoke': { body: triangle.json } })
    const result = await createClient(url).invoke('f', { args: [1], kwargs: { label: 'x' }, roomId: 'lab' })
    expect(result).toEqual(triangle.result)
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { function_name: 'f', args: [1], kwargs: { label: 'x' }, room_id: 'lab' },
    ])
  })

  it('end with the signal’s reason', async () => {
    const { url, arrival } = await start({
      'POST /api/processing/invoke': () => new Promise(() => undefined),
      'POST /api/specimens/a/data': () => new Promise(() => undefined),
    })
    const client = createClient(url)
    const reason = new Error('enough')
    const gone = AbortSignal.abort(reason)
    expect(await failure(client.data('a', { signal: gone }))).toBe(reason)
    const controller = new AbortController()
    const pending = [
      client.data('a', { signal: controller.signal }),
      client.invoke('f', { signal: controller.signal }),
    ]
    const reasons = Promise.all(pending.map(failure))
    await Promise.all([arrival('POST /api/specimens/a/data'), arrival('POST /api/processing/invoke')])
    controller.abort(reason)
    expect(await reasons).toEqual([reason, reason])
  })
})

describe('data', () => {
  it('asks for the envelope by POST, with parameters of any length, and decodes it [endpoint.data.post] [envelope.media-type]', async () => {
    const { url, received } = await start({ 'POST /api/specimens/a/data': asEnvelope(triangle.bytes) })
    const text = 'x'.repeat(100_000)
    expect(await createClient(url).data('a', { params: { text }, roomId: 'lab' })).toEqual(triangle.result)
    expect(received[0]?.headers).toMatchObject({
      accept: `${envelopeType}, application/json;q=0.5, application/octet-stream`, // by which a mesh keeps its colours
      'content-type': 'application/json',
    })
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ params: { text }, room_id: 'lab' })
  })

  it.each(others)('decodes the envelope of a $result.type', async ({ bytes, result }) => {
    const { url, received } = await start({
      'POST /api/specimens/a/data': asEnvelope(bytes, `${envelopeType}; x=1`),
    })
    expect(await createClient(url).data('a')).toEqual(result)
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ params: {} })
    expect(decodeEnvelope(bytes)).toEqual(result)
  })

  it('says that a newer call may take its place, to start as well as to data', async () => {
    const { url, received } = await start({
      'POST /api/specimens/a/data': asEnvelope(triangle.bytes),
      'POST /api/specimens/a/start': { body: { job_id: 'j', status: 'done' } },
    })
    const client = createClient(url)
    await client.data('a', { supersede: true })
    for await (const event of client.run('a', { supersede: 'page-7' })) expect(event.type).toBe('result')
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { params: {}, supersede: true },
      { params: {}, supersede: 'page-7' },
      { params: {} }, // the result of a run, which takes the place of no newer one
    ])
  })

  it('knows the envelope by another name when it is told', async () => {
    const { url, received } = await start({
      'POST /api/specimens/a/data': asEnvelope(triangle.bytes, 'application/x-lab-v1'),
    })
    expect(await createClient(url, { envelopeMediaType: 'application/X-Lab-v1' }).data('a')).toEqual(
      triangle.result,
    )
    expect(received[0]?.headers.accept).toBe(
      'application/X-Lab-v1, application/json;q=0.5, application/octet-stream',
    )
    const error = await failure(createClient(url).data('a'))
    expect(error).toMatchObject({ code: 'media.unsupported' })
    expect(String(error)).toContain('application/x-lab-v1')
  })

  it('reads a result that comes as JSON all the same', async () => {
    const { url } = await start({ 'POST /api/specimens/a/data': { body: triangle.json } })
    expect(await createClient(url).data('a')).toEqual(triangle.result)
  })

  it.each([
    ['attachment; filename="rock.stl"', 'rock.stl'],
    ['attachment; filename="__.stl"; filename*=UTF-8\'\'%E7%9F%B3%20%281%29.stl', '石 (1).stl'],
    ['attachment; filename*=UTF-8\'\'%E7%9F.stl; filename="plain.stl"', 'plain.stl'],
    ['attachment; filename="a \\"b\\".stl"', 'a "b".stl'],
    ['attachment; filename=bare.stl', 'bare.stl'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ["attachment; filename*=UTF-8''..%5C..%5Cboot.ini", 'boot.ini'],
    ['attachment; filename=".."', 'rock'],
    ['attachment', 'rock'],
  ])('returns a static file as it is, %s named %s', async (disposition, fileName) => {
    const body = Buffer.from('{"solid": "rock"}')
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-disposition': disposition }
    const { url } = await start({ 'POST /api/specimens/rock/data': { headers, body } })
    const file = await createClient(url).data('rock')
    expect(file).toEqual({
      type: 'file',
      mediaType: 'application/json',
      fileName,
      bytes: new Uint8Array(body),
    })
  })

  it('refuses a truncated envelope, an unknown type and a foreign dtype [error.decode]', async () => {
    const text = triangle.bytes.toString('latin1')
    const broken = [
      triangle.bytes.subarray(0, -1),
      triangle.bytes.subarray(0, 3),
      Buffer.from(text.replace('"mesh"', '"mash"'), 'latin1'),
      Buffer.from(text.replace('float32', 'float64'), 'latin1'),
      Buffer.from(text.replace('uint32', 'uint16'), 'latin1'),
    ]
    const { url } = await start({ 'POST /api/specimens/a/data': (n) => asEnvelope(broken[n] ?? Buffer.of()) })
    for (const [n] of broken.entries()) {
      const error = await failure(createClient(url).data('a'))
      expect(error, String(n)).toBeInstanceOf(SpecimenError)
      expect(error, String(n)).toMatchObject({ code: 'envelope.invalid' })
    }
  })
})

describe('refusals', () => {
  const errors = [{ pointer: '/size', found: '-1', allowed: 'at least 0' }]
  const page = '<html><h1>502 Bad Gateway</h1></html>'

  it('carry status, code, detail and the offending parameters of a problem body', async () => {
    const { url } = await start({
      'POST /api/processing/invoke': problem(422, 'params.invalid', 'size is -1.', { errors }),
    })
    const error = await failure(createClient(url).invoke('f'))
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({
      status: 422,
      code: 'params.invalid',
      detail: 'size is -1.',
      message: 'size is -1.',
      errors,
    })
  })

  it.each([
    [
      'a page',
      { status: 502, headers: { 'content-type': 'text/html' }, body: page },
      /^The answer is 502 .*text\/html.*<html>/,
    ],
    ['nothing', { status: 503 }, /^The answer is 503 .*no media type/],
    ['a list', { status: 500, body: [1] }, /500/],
    ['other fields', { status: 404, body: { code: 7, detail: [], errors: 'many' } }, /404/],
    ['only a detail', { status: 404, body: { detail: 'Not found' } }, /^Not found$/],
    [
      'broken JSON',
      { status: 500, headers: { 'content-type': 'application/problem+json' }, body: '{"detail":' },
      /500/,
    ],
    ['deep JSON', { status: 500, body: '['.repeat(100_000) }, /500/],
  ])('are told when the body is %s', async (_, answer, message) => {
    const { url } = await start({ 'GET /api/specimens/': answer })
    const error = await failure(createClient(url).catalog())
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({
      status: answer.status,
      code: null,
      errors: [],
      message: expect.stringMatching(message),
    })
  })

  it('keep only entries of errors that have the right form', async () => {
    const mixed = { errors: [...errors, null, 'x', { pointer: 1, found: '', allowed: '' }] }
    const { url } = await start({ 'GET /api/specimens/': problem(422, 'params.invalid', 'No.', mixed) })
    expect(await failure(createClient(url).catalog())).toMatchObject({ errors })
  })

  it('name the address when an answer is not what it should be', async () => {
    const html = { headers: { 'content-type': 'text/html' }, body: page }
    const { url } = await start({
      'GET /api/specimens/': (n) => [html, { body: {} }][n] ?? {},
      'GET /api/specimens/a': { body: [] },
      'GET /api/processing/functions/f/schema': { body: { type: 'object' } },
      'POST /api/processing/invoke': { body: { type: 'mesh', vertices: [1], indices: [] } },
      'POST /api/specimens/a/data': html,
    })
    const client = createClient(url)
    const found = [
      await failure(client.catalog()),
      await failure(client.catalog()),
      await failure(client.specimen('a')),
      await failure(client.schema('f')),
      await failure(client.invoke('f')),
      await failure(client.data('a')),
    ]
    expect(found.map((error) => (error instanceof SpecimenError ? error.code : error))).toEqual([
      ...Array(5).fill('json.syntax'),
      'media.unsupported',
    ])
    for (const error of found.slice(0, 4)) expect(String(error)).toContain('/api/')
  })

  it('leave it to fetch to say that nobody answers', async () => {
    const { url, close } = await startScriptedHost({})
    await close()
    expect(await failure(createClient(url).catalog())).toBeInstanceOf(TypeError)
  })
})
