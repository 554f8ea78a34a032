/** A Redis behind TLS, and one that gives its user no more rights than the README asks for. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterEach, describe, expect, it } from 'vitest'
import { Members } from '../../../core/group/members/members.ts'
import { connectGroup } from '../../../core/group/redis/connect.ts'
import { toKeys } from '../../../core/group/redis/keys.ts'
import { RunQueues } from '../../../core/group/runs/run-queues.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { findPort } from '../../support/find-port.ts'
import { isRedisOwn, redisMissing, startRedis } from '../../support/redis.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

const root = join(import.meta.dirname, '../../..')
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})
const log = createTestLog()

describe.skipIf(redisMissing ?? !isRedisOwn)('a Redis', () => {
  it('needs to give its user the rights of the README alone', async () => {
    const redis = await startRedis()
    open.push(redis)
    const readme = readFileSync(join(root, 'core/group/README.md'), 'utf8')
    const [, user = '', rule = ''] = /ACL SETUSER (\S+) (.+)/.exec(readme) ?? []
    await redis.client.call('ACL', 'SETUSER', user, ...rule.replace('PASSWORD', 'pw').split(' '))
    const url = new URL(redis.url.replace('//', `//${user}:pw@`))
    const connection = await connectGroup({ settings: { redis: url }, hostId: 'h', log })
    open.push(connection)

    const keys = toKeys(connection.prefix)
    const ignore = (): void => {}
    const own = { address: 'http://h:1', revisions: ['r'], workers: [], places: 1, software: '1' }
    const ask = async () => ({ kind: 'reaches' }) as const
    const shared = { connection, keys, log, host: 'h', ask }
    const hooks = { onChange: ignore, onLost: ignore, onSilent: ignore, clock: () => performance.now() }
    const members = new Members({ ...shared, ...hooks, prepare: async () => {}, describe: () => own })
    await members.join()
    await members.leave()

    const queues = new RunQueues({ connection, keys, keepSeconds: 300, log })
    const call = { invocation: toInvocation('room', 'f'), caller: undefined }
    const options = { ...queues.common, connection: connection.working, removeOnComplete: queues.kept }
    const worker = new connection.bullmq.Worker('set', async () => 'no pointer', options)
    const done = new Promise((resolve) => {
      worker.on('completed', () => resolve(queues.read('set', 'run')))
    })
    open.push(queues, worker)
    await queues.add('set', 'run', call, (next) => next)
    expect(await done).toMatchObject({ end: { kind: 'gone' } })
    queues.tend()
    await expect
      .poll(async () => (await redis.findLasting()).filter((key) => !key.includes('stalled')))
      .toEqual([])
  })

  it('is reached by TLS where an authority is known, and refused where it is not', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'specimen-redis-tls-'))
    temporaryFolders.push(folder)
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', key, '-out', certificate],
    ])
    const port = String(await findPort())
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate]
    const redis = await startRedis(['--tls-port', port, ...files, '--tls-auth-clients', 'no'])
    open.push(redis)
    const settings = { redis: new URL(`rediss://localhost:${port}`) }
    await expect(connectGroup({ settings, hostId: 'h', log })).rejects.toThrow(/self-signed certificate/)

    // Node reads the authorities of this variable at its start.
    const outfile = join(root, `node_modules/.cache/connect-${port}.mjs`)
    temporaryFolders.push(outfile)
    await build({
      stdin: {
        contents: `import { connectGroup } from './core/group/redis/connect.ts'
          const log = { debug() {}, info() {}, warn() {}, error() {} }
          const settings = { redis: new URL(process.argv[2]) }
          const connection = await connectGroup({ settings, hostId: 'h', log })
          console.log(await connection.ask((redis) => redis.ping()))
          connection.close()`,
        resolveDir: root,
      },
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    })
    const { stdout } = await promisify(execFile)(process.execPath, [outfile, settings.redis.href], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
    })
    expect(stdout.trim()).toBe('PONG')
  })
})
