/** The sample of nginx before the hosts of a group, as compose.group.yaml has it: one name leads to all. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { killHost, startGroupHost } from '../../group/faults/fault-group.ts'
import { findDebianProgram } from '../../support/find-debian-program.ts'
import { redisMissing, startRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { ask, startNginx } from './start-nginx.ts'

const found = await findDebianProgram({ file: 'usr/sbin/nginx', packages: ['nginx'] })
const nginx = 'path' in found ? found.path : ''

describe.skipIf(nginx === '' || redisMissing !== undefined)('a group behind nginx', () => {
  it('is one host to its clients, also when one of its hosts is killed', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.close())
    const folders = makeTimed()
    const flags = ['--public-name', 'lab.example.org', '--trust-proxy', '127.0.0.1']
    const start = async () => {
      const host = await startGroupHost({ redis: redis.url, folders, flags })
      onTestFinished(async () => void (await host.stop()))
      return host
    }
    const hosts = [await start(), await start()] as const
    const front = await startNginx(nginx, ...hosts.map(({ port }) => port))
    const read = async (path: string, body?: object) => {
      const sent = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
      const answer = await ask(front, `/lab${path}`, sent)
      expect(answer.status, `${path}: ${answer.body}`).toBe(200)
      return answer
    }
    const run = async (label: number) => {
      const started = await read('/api/specimens/timed/start', {
        params: { label },
        room_id: `room ${label}`,
      })
      const job = `/api/jobs/${JSON.parse(started.body.toString()).job_id}`
      const poll = async () => JSON.parse((await read(`${job}/progress`)).body.toString())
      await expect.poll(async () => (await poll()).status).toBe('done')
      return (await read(`${job}/result`)).body
    }
    const results = [await run(1), await run(2)]
    // Each is asked: both answer with what the one has computed.
    for (const [i, result] of results.entries())
      for (let turn = 0; turn < 3; turn++) expect(await run(i + 1)).toEqual(result)
    const asked = await Promise.all(hosts.map(async ({ api }) => (await api.get('/metrics')).text()))
    for (const text of asked) expect(text).toMatch(/route="\/api\/jobs\/:job_id\/progress".*status="200"/)

    await killHost(hosts[0])
    for (let turn = 0; turn < 4; turn++) await read('/livez')
    for (const label of [3, 4, 5, 6]) await run(label)
  })
})
