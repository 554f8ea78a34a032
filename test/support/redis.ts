/**
 * A Redis to test with: one of its own for each that asks, on a free port, in memory alone; or with
 * `SPECIMEN_TEST_REDIS=redis://…` that one, where each has a prefix of its own. `redisMissing` says why there
 * is none, and has then been printed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { Redis } from 'ioredis'
import { type FoundProgram, findDebianProgram } from './find-debian-program.ts'
import { findPort } from './find-port.ts'
import { temporaryFolders } from './temporary-folders.ts'

const given = process.env.SPECIMEN_TEST_REDIS
const packages = ['redis-server', 'redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']
const found = given ? undefined : await findDebianProgram({ file: 'usr/bin/redis-server', packages })

/** Why nothing can be tested with Redis here; undefined when it can. */
export const redisMissing = found && 'reason' in found ? found.reason : undefined
if (redisMissing !== undefined) console.warn(`!! What needs Redis is not tested. ${redisMissing}`)

/** Whether each test has a Redis of its own, which may be ended and stopped. */
export const isRedisOwn = given === undefined

/** A Redis, and what of it is the test's. */
export interface TestRedis {
  readonly url: string
  /** Of all keys of the test. */
  readonly prefix: string
  /** For looking at it by hand. */
  readonly client: Redis
  /** Lets all expiries, and the scores of some sorted sets, come nearer by so much. */
  passTime(milliseconds: number, timed?: readonly string[]): Promise<void>
  /** Returns the test's keys that never expire, of which there must be none. */
  findLasting(): Promise<string[]>
  /** Ends it at once; all that it has not written to its folder is lost. */
  kill(): Promise<void>
  /** Starts an empty one in its place; or, with `isSame`, one with the folder of the former. */
  restart(isSame?: boolean): Promise<void>
  /** Has it answer nothing, until {@link resume}. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

/** Starts a Redis, with more arguments of `redis-server` where it is to be another than usual. */
export async function startRedis(more: readonly string[] = []): Promise<TestRedis> {
  if (given) return attach(given)
  if (!found || 'reason' in found) throw new Error(redisMissing)
  const program = found
  let running = await startServer(program, more)
  const { port } = running
  const attached = attach(`redis://127.0.0.1:${port}`)
  return {
    ...attached,
    kill: () => end(running.child),
    restart: async (isSame = false) => {
      running = await startServer(program, more, { port, ...(isSame && { folder: running.folder }) })
    },
    pause: () => void running.child.kill('SIGSTOP'),
    resume: () => void running.child.kill('SIGCONT'),
    close: async () => {
      attached.client.disconnect()
      await end(running.child)
    },
  }
}

function attach(url: string): TestRedis {
  const prefix = isRedisOwn ? '{sp}:' : `{sp-test-${randomBytes(6).toString('hex')}}:`
  const client = new Redis(url)
  client.on('error', () => {}) // it is ended on purpose; what is asked of it then fails
  const listKeys = async (): Promise<string[]> => {
    const pages: string[][] = await client.scanStream({ match: `${prefix}*`, count: 1000 }).toArray()
    return [...new Set(pages.flat())]
  }
  const refuse = (): never => {
    throw new Error('The Redis of SPECIMEN_TEST_REDIS is not the test’s to end.')
  }
  return {
    url,
    prefix,
    client,
    passTime: async (milliseconds, timed = []) => {
      for (const key of await listKeys()) {
        const left = await client.pttl(key)
        if (left >= 0) await client.pexpire(key, left - milliseconds)
      }
      for (const key of timed)
        for (const member of await client.zrange(key, '0', '-1'))
          await client.zincrby(key, -milliseconds, member)
    },
    findLasting: async () => {
      const keys = await listKeys()
      const times = await Promise.all(keys.map((key) => client.pttl(key)))
      return keys.filter((_, i) => times[i] === -1)
    },
    kill: refuse,
    restart: refuse,
    pause: refuse,
    resume: refuse,
    close: async () => {
      const keys = await listKeys()
      if (keys.length > 0) await client.unlink(keys)
      client.disconnect()
    },
  }
}

/** Starts a Sentinel that watches the Redis at a port under a name; `failOver` has it name another. */
export async function startSentinel(name: string, watched: number) {
  if (!found || 'reason' in found) throw new Error(redisMissing)
  const file = join(mkdtempSync(join(tmpdir(), 'specimen-sentinel-')), 'sentinel.conf')
  temporaryFolders.push(dirname(file))
  const port = await findPort()
  const lines = [
    ...[`port ${port}`, 'bind 127.0.0.1', `sentinel monitor ${name} 127.0.0.1 ${watched} 1`],
    ...[`sentinel down-after-milliseconds ${name} 60000`, `sentinel failover-timeout ${name} 60000`],
  ]
  writeFileSync(file, lines.join('\n'))
  const child = spawn(found.path, [file, '--sentinel'], {
    env: { ...process.env, ...found.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await hear(child.stdout, '+monitor')
  const client = new Redis(port)
  const failOver = async () => await client.call('SENTINEL', 'FAILOVER', name)
  const close = async (): Promise<void> => {
    client.disconnect()
    await end(child)
  }
  return { port, failOver, close }
}

interface Server {
  readonly port: number
  readonly folder: string
  readonly child: ChildProcess
}

/**
 * Resolves with what a program says up to certain words, or to its end, and reads on: one whose pipe is full
 * does nothing else until somebody reads.
 */
async function hear(stdout: Readable, words: string): Promise<string> {
  return await new Promise((resolve) => {
    let said = ''
    stdout.setEncoding('utf8').on('data', (text: string) => {
      if (said.includes(words)) return
      said += text
      if (said.includes(words)) resolve(said)
    })
    stdout.once('end', () => resolve(said))
  })
}

/** Redis takes no port 0: another program may take the free one first, and another is tried. */
async function startServer(
  { path, environment }: FoundProgram,
  more: readonly string[],
  wanted: Partial<Pick<Server, 'port' | 'folder'>> = {},
): Promise<Server> {
  const folder = wanted.folder ?? mkdtempSync(join(tmpdir(), 'specimen-redis-'))
  temporaryFolders.push(folder)
  const plain = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const ready = 'Ready to accept connections'
  let said = ''
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = wanted.port ?? (await findPort())
    const child = spawn(path, ['--port', String(port), ...plain, ...more], {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    said = await hear(child.stdout, ready)
    if (said.includes(ready)) return { port, folder, child }
  }
  throw new Error(`redis-server did not start: ${said}`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
