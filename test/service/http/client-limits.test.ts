/** Clients that ask too often are sent away for a while, and nobody else with them. */
import { describe, expect, it } from 'vitest'
import { ClientLimits } from '../../../core/service/http/request/client-limits.ts'
import { expectProblem } from '../../support/api.ts'
import { useProbeHost } from '../../support/use-host.ts'

/** It believes this machine about its clients. */
const used = useProbeHost({ trustProxy: '127.0.0.1' })
const { start } = used
const from = (client: string, more = {}) => ({ 'x-forwarded-for': client, ...more })
const catalog = '/api/specimens/'
const data = '/api/specimens/labels/data'

describe('a client', () => {
  it('is answered 429, with when to come again, and others are answered as ever', async () => {
    const api = await start({ requestRate: 30 })
    for (let i = 0; i < 5; i++) expect((await api.get(catalog, from('192.0.2.1'))).status).toBe(200)
    const refused = await api.get(catalog, from('192.0.2.1'))
    expect(Number(refused.headers.get('retry-after'))).toBe(2)
    const problem = await expectProblem(refused, 429, 'client.limited')
    expect(problem.detail).toContain('--request-rate')
    expect((await api.get('/nowhere', from('192.0.2.1'))).status).toBe(429)
    expect((await api.get(catalog, from('192.0.2.2'))).status).toBe(200)
    // What a client writes itself stands before what the proxy adds.
    expect((await api.get(catalog, from('192.0.2.9, 192.0.2.1'))).status).toBe(429)
  })

  it('has another count of runs, and of IPv6 one for its whole network', async () => {
    const api = await start({ runRate: 12 })
    for (let i = 0; i < 2; i++) expect((await api.get(data, from(`2001:db8::${i}`))).status).toBe(200)
    await expectProblem(await api.get(data, from('2001:db8::9')), 429, 'client.limited')
    await expectProblem(
      await fetch(`${api.url}/api/processing/invoke`, { method: 'POST', headers: from('2001:db8::9') }),
      429,
      'client.limited',
    )
    expect((await api.get(catalog, from('2001:db8::9'))).status).toBe(200)
    expect((await api.get(data, from('2001:db8:0:1::'))).status).toBe(200)
  })

  it('may guess few tokens, and not even be right after that, unless it was right before', async () => {
    const api = await start({ loginRate: 12, token: 'the-token' })
    const login = async (client: string, token: string) =>
      (await api.get(catalog, from(client, { authorization: `Bearer ${token}` }))).status
    for (let i = 0; i < 5; i++) expect(await login('192.0.2.1', 'expired')).toBe(401)
    expect(await login('192.0.2.1', 'a-guess')).toBe(401)
    for (const token of ['expired', 'the-token', 'a-guess']) expect(await login('192.0.2.1', token)).toBe(429)
    expect(await login('192.0.2.2', 'the-token')).toBe(200)
    for (const [token, status] of [
      ['1', 401],
      ['2', 401],
      ['3', 429],
      ['the-token', 200],
    ] as const)
      expect(await login('192.0.2.2', token)).toBe(status)
    expect((await api.get(catalog, from('192.0.2.1'))).status).toBe(401)
  })

  it('is not limited by 0, nor on this machine where nothing was said', async () => {
    const unlimited = await start({ requestRate: 0 })
    const ask = async (headers = {}) =>
      (await used.host.inject({ url: '/api/processing/cache/stats', headers })).statusCode
    for (let i = 0; i < 500; i++) expect(await ask(from('192.0.2.1'))).toBe(200)
    expect((await unlimited.get(catalog)).status).toBe(200)
    await used.host.close()
    await start({ trustProxy: undefined })
    for (let i = 0; i < 500; i++) await ask()
    expect(await ask()).toBe(200)
  })
})

it('keeps a room of 60 headsets behind one address going for a minute', () => {
  let now = 0
  const none = { requestRate: undefined, runRate: undefined, loginRate: undefined }
  const limits = new ClientLimits(none, () => now)
  for (; now < 60_000; now += 100) {
    for (let headset = 0; headset < 60; headset++) {
      limits.takeRequest('192.0.2.1') // polls ten times a second
      if (now % 200 === 0) limits.takeRun('192.0.2.1') // and follows a slider five times
    }
  }
  expect(now).toBe(60_000) // nothing was thrown
})
