/** The sample of nginx with TLS before a built host: what clients, guests and workers meet there. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findDebianProgram } from '../../support/find-debian-program.ts'
import { findPort } from '../../support/find-port.ts'
import { joinWorker, makeFolders, type RelayProgram, startRelay } from '../federation-processes.ts'
import { ask, type Front, startNginx } from './start-nginx.ts'

const found = await findDebianProgram({ file: 'usr/sbin/nginx', packages: ['nginx'] })
if ('reason' in found) console.warn(`!! The sample of nginx is not tested. ${found.reason}`)
const nginx = 'path' in found ? found.path : ''
const headers = { authorization: 'Bearer secret' }

/** Starts a host as the sample wants it, with nginx before it. */
async function start(
  ...args: readonly string[]
): Promise<{ host: RelayProgram; front: Front; args: string[] }> {
  const { plugins, specimens, root } = makeFolders()
  const workerTokens = join(root, 'worker-tokens.txt')
  writeFileSync(workerTokens, 'lab7 a-token-of-a-worker\n')
  const given = ['--plugins', plugins, '--specimens', specimens, '--worker-tokens', workerTokens]
  const network = ['--public-name', 'lab.example.org', '--trust-proxy', '127.0.0.1', ...args]
  const all = [...given, ...network, '--port', String(await findPort())]
  const host = await startRelay(all, { SPECIMEN_TOKEN: 'secret' })
  return { host, front: await startNginx(nginx, host.port), args: all }
}

describe.skipIf(nginx === '')('a host behind nginx', () => {
  it('is at its path, under TLS and its name, with links that lead there', async () => {
    const { front } = await start()
    const catalog = await ask(front, '/lab/api/specimens/', { headers })
    expect(catalog.status).toBe(200)
    const entries = JSON.parse(catalog.body.toString())
    const rock = entries.find(({ id }: { id: string }) => id === 'rock')
    expect(rock.thumbnail_url).toMatch(/^\/lab\/api\//)
    expect((await ask(front, rock.thumbnail_url, { headers })).status).toBe(200)
    expect(catalog.headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await ask(front, '/lab/')).body.toString()).toContain('<base href="/lab/')
    expect((await ask(front, '/lab/api/specimens/')).status).toBe(401)
    expect((await ask(front, '/lab?a=b')).headers.location).toMatch(/^https?:\/\/[^/]+\/lab\/\?a=b$/)
    expect((await ask(front, '/api/specimens/', { headers })).status).toBe(404)
    const plain = await fetch(`http://127.0.0.1:${front.plainPort}/lab/`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://127.0.0.1/lab/'])
    expect(front.said()).toBe('')
  })

  it('passes a large result on as it comes, and not by way of a file', async () => {
    const { host, front } = await start()
    const path = `/api/specimens/big/data?params=${encodeURIComponent('{"mebibytes":12}')}`
    const through = await ask(front, `/lab${path}`, { headers })
    const direct = await fetch(host.url + path, { headers: { ...headers, 'accept-encoding': 'identity' } })
    expect(through.status).toBe(200)
    expect(through.headers['content-length']).toBe(direct.headers.get('content-length'))
    expect(through.body.byteLength).toBeGreaterThan(12 * 2 ** 20)
    expect(hash(through.body)).toBe(hash(Buffer.from(await direct.arrayBuffer())))
    expect(front.said()).toBe('')
  })

  it('lets the host refuse a body that is too large, and say why', async () => {
    const { front } = await start()
    const post = (bytes: number) =>
      ask(front, '/lab/api/processing/invoke', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: `{"function_name":"${'a'.repeat(bytes)}"}`,
      })
    const refused = await post(300_000)
    expect([refused.status, refused.headers['content-type']]).toEqual([413, 'application/problem+json'])
    expect((await post(2_000_000)).status).toBe(413)
  })

  it('runs a slow job whose progress is polled, and ends the run of a client that has gone', async () => {
    const { host, front } = await start()
    const body = JSON.stringify({ room_id: 'job' })
    const json = { ...headers, 'content-type': 'application/json' }
    const started = await ask(front, '/lab/api/specimens/endless/start', {
      method: 'POST',
      headers: json,
      body,
    })
    const job = `/lab/api/jobs/${JSON.parse(started.body.toString()).job_id}`
    const poll = async () => JSON.parse((await ask(front, `${job}/progress`, { headers })).body.toString())
    await expect.poll(async () => (await poll()).messages.length).toBe(1)
    expect((await ask(front, job, { method: 'DELETE', headers })).status).toBe(204)
    expect(await poll()).toMatchObject({ status: 'error', error: 'cancelled' })

    const leaving = new AbortController()
    const asked = ask(front, '/lab/api/specimens/endless/data?room_id=leaves', {
      headers,
      signal: leaving.signal,
    })
    const outcomes = () =>
      host.log
        .filter(({ msg, room }) => msg === 'run ended' && room === 'leaves')
        .map(({ outcome }) => outcome)
    await expect
      .poll(() => host.log.some(({ msg, room }) => /miss/.test(msg) && room === 'leaves'))
      .toBe(true)
    leaving.abort()
    await expect(asked).rejects.toThrow('aborted')
    await expect.poll(outcomes).toEqual(['run.cancelled'])
  })

  it('takes a worker that dials in below the path, and serves what it has', async () => {
    const { front } = await start()
    const folders = makeFolders()
    await joinWorker(`https://localhost:${front.port}/lab`, 'lab7', folders, [], {
      SPECIMEN_WORKER_TOKEN: 'a-token-of-a-worker',
      NODE_EXTRA_CA_CERTS: front.certificate,
    })
    const data = await ask(front, '/lab/api/specimens/lab7:tetra/data', { headers })
    expect([data.status, data.headers['content-type']]).toEqual([200, 'application/x-service-envelope-v1'])
  })

  it('is limited by client and not as one, whatever the client says of itself', async () => {
    const { front } = await start('--login-rate', '3')
    const guess = async (client: string, number: number) => {
      const sent = { authorization: `Bearer ${number}`, 'x-forwarded-for': `192.0.2.${number}` }
      const answer = await ask(front, '/lab/api/specimens/', {
        headers: { ...sent, 'x-test-client': client },
      })
      return answer.status
    }
    expect(await guess('203.0.113.2', 0)).toBe(401)
    for (let number = 1; number < 4; number++) await guess('203.0.113.2', number)
    expect(await guess('203.0.113.2', 4)).toBe(429)
    expect(await guess('203.0.113.3', 0)).toBe(401)
  })

  it('is there again when a killed host is', async () => {
    const { host, front, args } = await start()
    const status = async () => (await ask(front, '/lab/livez')).status
    expect(await status()).toBe(200)
    host.kill('SIGKILL')
    await host.exit
    expect(await status()).toBe(502)
    await startRelay(args, { SPECIMEN_TOKEN: 'secret' })
    expect(await status()).toBe(200)
  })
})

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
