/**
 * What a host answers by its OpenAPI document: results of every type, jobs in every state, and a missing
 * token. `test/fuzz` asks every operation for anything.
 */
import { rm } from 'node:fs/promises'
import { createHost, createWorker } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, createApi } from '../../support/api.ts'
import { type ApiDocument, readApiDocument } from '../../support/api-document.ts'
import { makeProbe } from '../../support/probe-bundle.ts'

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
