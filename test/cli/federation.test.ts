/**
 * `specimen relay` and `specimen worker` as an operator meets them, and what a client of the relay sees
 * meanwhile.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isAlive } from '../engine/run/is-alive.ts'
import { type Body, expectProblem, getStatus } from '../support/api.ts'
import { makeBundle } from '../support/make-bundle.ts'
import { pixelPng, rockText } from '../support/probe-bundle.ts'
import {
  awaitAvailable,
  awaitMessage,
  listEntries,
  makeFolders,
  startPair,
  startProgram,
  startRelay,
  startWorker,
} from './federation-processes.ts'

const labelsSource = 'export function later() { return { shape: [1, 1, 1], data: new Uint8Array([1]) } }'

describe('specimen relay with specimen worker', () => {
  it('serves local workers without tokens, and no others [federation.channel] [federation.catalog]', async () => {
    const { relay, api } = await startPair()
    const entries = await listEntries(api)
    expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(['w1:tetra', 'w1:rock', 'w1:spins']))
    expect(entries.every(({ id, available }) => id.startsWith('w1:') && available === true)).toBe(true)
    expect(relay.stderr()).toContain('only workers on this machine are taken')
    expect(await api.json('/api/specimens/w1:grid-small')).toMatchObject({
      worker_id: 'w1',
      is_dynamic: true,
      function_name: 'w1:grid',
      schema: { properties: { depth: { default: 3 } } },
    })

    const { preamble, data } = await api.data('w1:tetra', { size: 2, label: 'lit' }, 'lab')
    expect([preamble.type, data.readFloatLE(12)]).toEqual(['mesh', 2])

    const { job_id } = await api.start('w1:chatty', { messages: 5 })
    const view = await api.settle(job_id)
    expect([view.status, ...view.messages.map(({ text, fraction }) => `${text}: ${fraction}`)]).toEqual([
      'done',
      ...['step 0: 0', 'step 1: 0.2', 'step 2: 0.4', 'step 3: 0.6', 'step 4: 0.8'],
    ])
    expect((await api.get(`/api/jobs/${job_id}/result`)).status).toBe(200)
    const thumbnail = await api.get('/api/specimens/w1:rock/thumbnail')
    expect(Buffer.from(await thumbnail.arrayBuffer())).toEqual(pixelPng)
  })

  it('serves the files of a worker with ranges, validators and HEAD [federation.channel]', async () => {
    const { api } = await startPair()
    const path = '/api/specimens/w1:rock/data'
    const whole = await api.get(path)
    expect(whole.headers.get('content-disposition')).toContain('rock.stl')
    const text = await whole.text()
    expect(text).toBe(rockText)
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toMatch(/"/)
    const part = await api.get(path, { range: 'bytes=6-9' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 6-9/${rockText.length}`,
      'rock',
    ])
    expect(await getStatus(`${api.url}${path}`, { 'if-none-match': etag })).toBe(304)
    const head = await fetch(`${api.url}${path}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      String(rockText.length),
      etag,
    ])
  })

  it('ends the process at the worker when its job is deleted [federation.cancel] [jobs.3]', async () => {
    const { api } = await startPair()
    const { job_id } = await api.start('w1:spins')
    const pid = Number(await awaitMessage(api, job_id))
    expect(isAlive(pid)).toBe(true)
    expect((await api.cancel(job_id)).status).toBe(204)
    expect(await api.settle(job_id)).toMatchObject({ status: 'error', error: 'cancelled' })
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect((await api.get('/api/specimens/w1:tetra/data')).status).toBe(200)
  })

  it('takes the workers whose tokens are in the file, and shows no token [federation.channel]', async () => {
    const folders = makeFolders()
    const token = (name: string) => `${name}-0123456789abcdef-secret`
    const file = join(folders.root, 'tokens.txt')
    const lines = [`w1 ${token('one')}`, `late ${token('other')}`, `old ${token('old')} expires 2020-01-01`]
    writeFileSync(file, `# our workers\n${lines.join('\n')}\n`)
    const relay = await startRelay(['--worker-tokens', file])
    const join1 = (id: string, secret: string) =>
      startWorker(relay.url, id, folders, [], secret && { SPECIMEN_WORKER_TOKEN: token(secret) })
    const good = join1('w1', 'one')
    await good.line(/^connected to /)
    const refused = [join1('late', 'late'), join1('old', 'old'), join1('none', '')]
    for (const [i, id] of ['late', 'old', 'none'].entries()) {
      await expect
        .poll(() => refused[i]?.said())
        .toContain(`token is not valid for worker \\"${id}\\"; give the worker the token`)
    }
    const countRefusals = () =>
      relay.log.filter(({ msg }) => msg.includes('not valid for worker "late"')).length
    await expect.poll(countRefusals).toBeGreaterThan(1)
    expect(await listEntries(relay.api, 'late')).toEqual([])

    writeFileSync(file, `late ${token('late')}\n`)
    await refused[0]?.line(/^connected to /)
    await awaitAvailable(relay.api, true, 'late')
    await awaitAvailable(relay.api, false, 'w1') // its line is gone too
    await expect.poll(good.said).toContain('has expired or was taken back')
    for (const { pid, said } of [relay, good, ...refused]) {
      expect(said()).not.toContain('secret')
      expect(readCommandLine(pid)).not.toContain('secret')
    }
  })

  it('lets a worker that stops end its runs, and gives it nothing new [federation.channel]', async () => {
    const { api, worker, folders } = await startPair()
    const file = join(folders.root, 'now')
    const { job_id } = await api.start('w1:waits', { file })
    await awaitMessage(api, job_id)
    worker.kill('SIGTERM')
    await awaitAvailable(api, false)
    const refusal = await api.get('/api/specimens/w1:tetra/data')
    expect(refusal.headers.get('retry-after')).toMatch(/^\d+$/)
    expect((await expectProblem(refusal, 503, 'worker.unreachable')).detail).toContain(
      '"w1" is shutting down',
    )
    expect((await api.json(`/api/jobs/${job_id}/progress`)).status).toBe('running')
    writeFileSync(file, '')
    expect((await api.settle(job_id)).status).toBe('done')
    const result: Body = await (await api.get(`/api/jobs/${job_id}/result`)).json()
    expect([result.type, result.data]).toEqual(['volume', Buffer.from([7]).toString('base64')])
    expect(await worker.exit).toEqual([0, null])
  })

  it('waits for a relay that is not there yet, and ends cleanly when it is asked to meanwhile', async () => {
    const folders = makeFolders()
    const relay = await startRelay()
    relay.kill('SIGTERM')
    await relay.exit
    const [patientWorker, stopped] = [
      startWorker(relay.url, 'w1', folders),
      startWorker(relay.url, 'w2', folders),
    ]
    await expect.poll(patientWorker.said).toContain('the relay cannot be reached: connect ECONNREFUSED')
    await expect.poll(stopped.said).toContain('ECONNREFUSED')
    stopped.kill('SIGTERM')
    expect(await stopped.exit).toEqual([0, null])
    const next = await startRelay(['--port', String(relay.port)])
    await patientWorker.line(/^connected to /)
    await awaitAvailable(next.api, true)
  })

  it('takes workers beside an API with a token, and beside its own specimens [federation.catalog]', async () => {
    const folders = makeFolders()
    const own = ['--plugins', folders.plugins, '--specimens', folders.specimens]
    const relay = await startRelay(own, { SPECIMEN_TOKEN: 'secret' })
    const worker = startWorker(relay.url, 'w1', folders)
    await worker.line(/^connected to /)
    expect((await relay.api.get('/api/specimens/w1:tetra/data')).status).toBe(401)
    const authorization = 'Bearer secret'
    for (const id of ['tetra', 'w1:tetra']) {
      expect((await relay.api.get(`/api/specimens/${id}/data`, { authorization })).status, id).toBe(200)
    }
  })

  it('shows what a worker reads again at SIGHUP or reload, and its problems [federation.catalog]', async () => {
    const { api, worker, folders } = await startPair()
    const ids = async () => (await listEntries(api)).map(({ id }) => id)
    makeBundle(folders.plugins, {
      name: 'later',
      source: labelsSource,
      functions: [{ name: 'later', returns: 'volume' }],
    })
    worker.kill('SIGHUP')
    await expect.poll(ids).toContain('w1:later')
    expect((await api.data('w1:later')).data).toEqual(Buffer.from([1]))

    const source = labelsSource.replace('later', 'latest')
    makeBundle(folders.plugins, {
      name: 'latest',
      source,
      functions: [{ name: 'latest', returns: 'volume' }],
    })
    rmSync(join(folders.plugins, 'later'), { recursive: true })
    writeFileSync(join(folders.plugins, 'signals', 'index.mjs'), 'broken')
    const body: Body = await api.json('/api/specimens/reload')
    const entries = await ids()
    expect(entries).toContain('w1:latest')
    expect(entries).not.toContain('w1:later')
    expect(entries).not.toContain('w1:spins')
    expect(body).toMatchObject({
      count: entries.length,
      bundles: 2,
      errors: [{ source: expect.stringMatching(/^w1:/) }],
    })
    expect(body.errors[0].source).toContain('signals')
  })
})

describe('the commands relay and worker', () => {
  const run = async (args: readonly string[], env = {}) => {
    const program = startProgram(args, env)
    return { ...program, code: (await program.exit)[0] }
  }

  it('teach by --help', async () => {
    const [relay, worker, general] = await Promise.all(
      [['relay', '--help'], ['worker', '--help'], ['help']].map(async (args) => await run(args)),
    )
    for (const text of ['--worker-tokens FILE', '--worker-grace SECONDS', 'openssl rand', 'TLS'])
      expect(relay?.said()).toContain(text)
    for (const text of ['<relay-url> --id', 'SPECIMEN_WORKER_TOKEN', 'SIGHUP', '--pool-size N'])
      expect(worker?.said()).toContain(text)
    for (const text of ['  relay ', '  worker <relay-url>']) expect(general?.said()).toContain(text)
    expect([relay?.code, worker?.code]).toEqual([0, 0])
  })

  it.each([
    ['no address', ['worker', '--id', 'w1'], "The relay's address is missing"],
    ['two addresses', ['worker', 'http://a', 'http://b', '--id', 'w1'], 'One relay'],
    ['no id', ['worker', 'http://127.0.0.1:9'], '--id'],
    ['an id with a colon', ['worker', 'http://127.0.0.1:9', '--id', 'a:b'], '"a:b"'],
    ['an address of ftp', ['worker', 'ftp://127.0.0.1', '--id', 'w1'], 'ftp://127.0.0.1'],
    ['an address with a password', ['worker', 'http://me:word@a', '--id', 'w1'], 'without a user name'],
    ['a flag of another command', ['worker', 'http://127.0.0.1:9', '--id', 'w1', '--port', '1'], '--port'],
    ['a flag that nobody has', ['relay', '--worker-token', 'x'], '--worker-token'],
    [
      'no number',
      ['relay', '--worker-grace', 'long'],
      '--worker-grace must be a number from 0.01 to 86400 (got "long")',
    ],
    [
      'a token file that is not there',
      ['relay', '--port', '0', '--worker-tokens', '/nowhere/tokens.txt'],
      '/nowhere/tokens.txt',
    ],
  ])('refuse %s in a plain sentence', async (_, args, text) => {
    const { code, stderr } = await run(args)
    expect(stderr()).toContain(text)
    expect(stderr()).not.toMatch(/\bat .*:\d+:\d+/)
    expect(code).toBe(2)
  })

  it('refuse a token file with a broken line by its number, and do not show the line', async () => {
    const { root } = makeFolders()
    const file = join(root, 'tokens.txt')
    writeFileSync(file, '# ours\nw1 0123456789abcdef-secret until tomorrow\n')
    const { code, stderr } = await run(['relay', '--port', '0', '--worker-tokens', file])
    expect(stderr()).toContain(`${file}, line 2: `)
    expect(stderr()).not.toMatch(/secret|tomorrow/)
    expect(code).toBe(2)
  })
})

/** What everybody on this (Linux) machine can read of a process; empty when it has ended. */
function readCommandLine(pid: number): string {
  return isAlive(pid) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
}
