/**
 * A whole host, asked valid and hostile questions at every operation, answers nothing that its OpenAPI
 * document does not declare.
 */
import { rm } from 'node:fs/promises'
import { createHost, createWorker } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, createApi } from '../support/api.ts'
import { type ApiDocument, readApiDocument } from '../support/api-document.ts'
import { makeProbe } from '../support/probe-bundle.ts'

interface Question {
  readonly id?: string
  readonly query?: string
  readonly body?: unknown
  readonly headers?: { readonly [name: string]: string }
}

const ids = [
  'rock',
  'bare',
  'tetra',
  'grid',
  'cloud',
  'picture',
  'failing',
  'needy',
  'big',
  'nothing',
  '.',
  '..',
  '%00',
  '%E0%A4',
  'é',
  '%2F',
]
const longId = 'x'.repeat(5000)
const queries = [
  '',
  'params={}',
  'params={"size":2}',
  'params={"size":-1}',
  'params=[]',
  'params=null',
  'params=%7B',
  'params=%ff',
  'room_id=a',
  'room_id=%00',
  `room_id=${'x'.repeat(129)}`,
  'params={}&params={}',
  'since=1',
  'since=x',
  'since=1e999',
  '%',
  'é=é',
  `params=${'9'.repeat(20_000)}`,
]
const bodies: unknown[] = [
  undefined,
  {},
  [],
  null,
  7,
  'text',
  { params: {} },
  { params: { size: 1e308 } },
  { params: [] },
  { room_id: 7 },
  { room_id: 'ä'.repeat(128) },
  { function_name: 'tetra' },
  { function_name: 'picture', kwargs: { width: 2 } },
  { function_name: 'failing' },
  { function_name: 7 },
  { function_name: 'tetra', args: [1, 2, 3, 4, 5, 6] },
  { function_name: 'tetra', args: {} },
  { function_name: 'tetra', kwargs: [] },
  { function_name: 'nothing' },
  { params: { text: 'x'.repeat(300_000) } },
  { params: { ['ü'.repeat(99)]: '\u2028' } },
]
const headers = [
  {},
  { accept: 'application/json' },
  { accept: 'model/gltf-binary' },
  { accept: 'image/png' },
  { accept: '\u00ff' },
  { range: 'bytes=0-3' },
  { range: 'bytes=99999-' },
  { range: 'bytes=x' },
  { 'if-match': '"x"' },
  { 'if-none-match': '*' },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { 'content-type': 'text/plain' },
]

/** One question for each value of each kind, the rest being ordinary. */
const questions: readonly Question[] = [
  ...[...ids, longId].map((id) => ({ id })),
  ...queries.map((query) => ({ query })),
  ...bodies.map((body) => ({ body })),
  ...headers.flatMap((one) => [{ headers: one }, { headers: one, id: 'rock' }]),
]

async function ask(
  { url }: Api,
  method: string,
  path: string,
  ordinary: string,
  question: Question,
): Promise<Response> {
  const { id = ordinary, query = '', body, headers: more = {} } = question
  const hasBody = method !== 'GET' && (body !== undefined || more['content-type'] !== undefined)
  const address = `${url}${path.replace(/\{[a-z_]+\}/, id)}?${query}`
  const type = hasBody ? { 'content-type': 'application/json' } : {}
  return await fetch(address, {
    method,
    headers: { ...type, ...more },
    ...(hasBody && { body: JSON.stringify(body ?? null) }),
  })
}

describe.each(['a host', 'a host behind a relay'])('the answers of %s', (name) => {
  const prefix = name === 'a host' ? '' : 'w1:'
  let api: Api
  let document: ApiDocument
  let close: () => Promise<void>

  beforeAll(async () => {
    const { folder, plugins, specimens } = makeProbe()
    const host = await createHost({
      ...(prefix === '' ? { plugins, specimens } : { relay: true }),
      port: 0,
      logLevel: 'silent',
    })
    api = createApi(await host.listen())
    const worker =
      prefix === ''
        ? undefined
        : await createWorker({ relay: api.url, id: 'w1', plugins, specimens, logLevel: 'silent' })
    await worker?.connected
    document = await readApiDocument(api)
    close = async () => {
      await worker?.close()
      await host.close()
      await rm(folder, { recursive: true })
    }
  })
  afterAll(async () => await close())

  it('are declared for every kind of question at every operation', async () => {
    const wrong: string[] = []
    for (const { id, method, path } of document.operations) {
      const { job_id: job } = await api.start(`${prefix}tetra`)
      const ordinary = path.startsWith('/api/jobs') ? job : `${prefix}tetra`
      for (const question of questions) {
        // Without an id, or with one that fetch folds away, this address is another operation's.
        if (id === 'readSpecimen' && question.id === '.') continue
        const own =
          ids.includes(question.id ?? '') && ordinary !== job
            ? { ...question, id: prefix + question.id }
            : question
        const found = await document.check(id, await ask(api, method, path, ordinary, own))
        wrong.push(...found.map((fault) => `${id} ${JSON.stringify(own).slice(0, 200)}: ${fault}`))
      }
    }
    expect(wrong).toEqual([])
  })

  it('are declared for results of every type, as JSON and by a job', async () => {
    for (const own of ['tetra', 'grid', 'labels', 'cloud', 'picture']) {
      const id = prefix + own
      const invoked = await api.post('/api/processing/invoke', { function_name: id })
      expect([invoked.status, await document.check('invoke', invoked)]).toEqual([200, []])
      const { job_id: job } = await api.start(id)
      await api.settle(job)
      const result = await api.get(`/api/jobs/${job}/result`)
      expect([result.status, await document.check('readResult', result)]).toEqual([200, []])
    }
  })

  it('are declared for jobs that run, report, fail and are unknown', async () => {
    const { job_id: job } = await api.start(`${prefix}endless`)
    const path = `/api/jobs/${job}`
    expect(await document.check('readResult', await api.get(`${path}/result`))).toEqual([])
    const cancelled = await fetch(api.url + path, { method: 'DELETE' })
    expect([cancelled.status, await document.check('cancelJob', cancelled)]).toEqual([204, []])
    const failed = await api.get(`${path}/result`)
    expect([failed.status, await document.check('readResult', failed)]).toEqual([410, []])
    const chatty = await api.start(`${prefix}chatty`)
    expect((await api.settle(chatty.job_id)).messages).toHaveLength(3)
    expect(
      await document.check('readProgress', await api.get(`/api/jobs/${chatty.job_id}/progress`)),
    ).toEqual([])
  })
})

it('a host with a token answers every operation with a declared 401 when it is missing', async () => {
  const host = await createHost({ plugins: '', specimens: '', token: 'secret', port: 0, logLevel: 'silent' })
  const api = createApi(await host.listen())
  const document = await readApiDocument(api)
  for (const { id, method, path } of document.operations.filter(({ isOpen }) => !isOpen)) {
    const response = await fetch(api.url + path, { method })
    expect([id, response.status, await document.check(id, response)]).toEqual([id, 401, []])
  }
  await host.close()
})
