/** The faults of hosts and of Redis that a group has to get over, each from its begin to its end. */
import { setTimeout } from 'node:timers/promises'
import type { BuiltHost } from '../../hostile/built-host.ts'
import type { TestRedis } from '../../support/redis.ts'
import { makeTimed } from '../../support/timed-bundle.ts'
import { killHost, replaceTimed, startGroupHost } from './fault-group.ts'

type Folders = ReturnType<typeof makeTimed>

/** A host of the group, and its folders. */
export interface PlacedHost {
  readonly host: BuiltHost
  readonly folders: Folders
}

/** The tag of all results: it tells nothing of their run, so that their bytes are known. */
export const resultTag = 7

/** A group to which faults happen. */
export class FaultyGroup {
  readonly redis: TestRedis
  readonly hosts: PlacedHost[] = []
  /** Milliseconds for which a fault lasts. */
  readonly hold: number
  /** Returns the address of the host that has one of the rooms. */
  readonly findOwner: () => Promise<string>
  /** Set once Redis has lost its data, and jobs with it. */
  isEmptied = false
  /** Changes of the secret so far; each secret takes three to be the only one. */
  #changes = 0
  #version = 0

  constructor(redis: TestRedis, hold: number, findOwner: () => Promise<string>) {
    this.redis = redis
    this.hold = hold
    this.findOwner = findOwner
  }

  get urls(): readonly string[] {
    return this.hosts.map(({ host }) => host.api.url)
  }

  async add(folders = this.#make()): Promise<void> {
    const environment = { SPECIMEN_GROUP_SECRET: toSecret(this.#changes) }
    const flags = ['--drain-timeout', '1']
    const host = await startGroupHost({ redis: this.redis.url, folders, flags, environment })
    this.hosts.push({ host, folders })
  }

  async close(): Promise<void> {
    await Promise.all(this.hosts.map(({ host }) => host.stop()))
  }

  /** Removes the host that has the room from the list, for what is done to it. */
  async takeOwner(): Promise<PlacedHost> {
    const url = await this.findOwner()
    const at = this.hosts.findIndex(({ host }) => host.api.url === url)
    const [placed] = this.hosts.splice(Math.max(at, 0), 1)
    if (!placed) throw new Error('the group has no host')
    return placed
  }

  /** Restarts each host in turn. */
  async restartAll(): Promise<void> {
    for (let left = this.hosts.length; left > 0; left--) {
      const placed = this.hosts.shift()
      await this.add(placed?.folders)
      await placed?.host.stop()
    }
  }

  /** Gives all hosts the next form of the secret: `old new`, `new old`, `new`. */
  async rotate(): Promise<void> {
    this.#changes++
    await this.restartAll()
  }

  /** Gives all hosts another version of the bundle, one after the other. */
  async replace(): Promise<void> {
    this.#version++
    for (const { host, folders } of this.hosts) await replaceTimed(host, folders, this.#make())
  }

  /** Returns new folders with the newest version of the bundle. */
  #make(): Folders {
    return makeTimed(`// ${this.#version}`, { tag: String(resultTag) })
  }
}

/** What may happen to a group; each ends with the group as it should be. */
export const faults: { readonly [name: string]: (group: FaultyGroup) => Promise<void> } = {
  'nothing happens': async ({ hold }) => await setTimeout(hold / 4),
  'the owner is killed': async (group) => {
    await killHost((await group.takeOwner()).host)
    await group.add()
  },
  'the owner is stopped and goes on': async (group) => {
    const placed = await group.takeOwner()
    placed.host.signal('SIGSTOP')
    await setTimeout(2 * group.hold)
    placed.host.signal('SIGCONT')
    group.hosts.push(placed)
  },
  'Redis is silent': async ({ redis, hold }) => {
    redis.pause()
    await setTimeout(1.5 * hold)
    redis.resume()
  },
  'Redis is away and comes back empty': async (group) => {
    group.isEmptied = true
    await group.redis.kill()
    await setTimeout(group.hold)
    await group.redis.restart()
  },
  'Redis is restarted empty': async (group) => {
    group.isEmptied = true
    await group.redis.kill()
    await group.redis.restart()
  },
  'Redis is restarted with its data': async ({ redis }) => {
    await redis.kill()
    await redis.restart(true)
  },
  'bundles are replaced': async (group) => await group.replace(),
  'hosts are restarted in turn': async (group) => await group.restartAll(),
  'the secret is changed': async (group) => await group.rotate(),
  'a host joins and leaves': async (group) => {
    await group.add()
    await setTimeout(group.hold / 2)
    await group.hosts.pop()?.host.stop()
  },
  'a host has not the bundle': async (group) => {
    await group.add(makeTimed('', { name: 'another' }))
    await setTimeout(group.hold / 2)
    await group.hosts.pop()?.host.stop()
  },
  'Redis is full': async ({ redis, hold }) => {
    await redis.client.config('SET', 'maxmemory', '1')
    await setTimeout(hold)
    await redis.client.config('SET', 'maxmemory', '0')
  },
  'Redis is a replica': async ({ redis, hold }) => {
    await redis.client.replicaof('127.0.0.1', '1')
    await setTimeout(hold)
    await redis.client.replicaof('NO', 'ONE')
  },
  'Redis is slow': async ({ redis, hold }) => {
    for (const until = performance.now() + hold; performance.now() < until; await setTimeout(50))
      await redis.client.call('DEBUG', 'SLEEP', '0.5')
  },
  'Redis takes no writes': async ({ redis, hold }) => {
    await redis.client.call('CLIENT', 'PAUSE', String(Math.round(hold)), 'WRITE')
    await setTimeout(hold)
  },
  'Redis is emptied': async (group) => {
    group.isEmptied = true
    for (let left = group.hold; left > 0; left -= 1000) {
      await group.redis.client.flushall()
      await setTimeout(Math.min(left, 1000))
    }
  },
  'all connections to Redis are cut': async ({ redis, hold }) => {
    for (let left = hold; left > 0; left -= 1000) {
      for (const type of ['normal', 'pubsub']) await redis.client.call('CLIENT', 'KILL', 'TYPE', type)
      await setTimeout(Math.min(left, 1000))
    }
  },
}

/**
 * Returns the names of the faults that have one of these texts in them, or of all where none is asked for.
 * Throws where a text is in no name.
 */
export function findFaults(asked: readonly string[]): readonly string[] {
  const names = Object.keys(faults)
  const unknown = asked.find((text) => !names.some((name) => name.includes(text)))
  if (unknown !== undefined)
    throw new Error(`No fault has "${unknown}" in its name; there are: ${names.join('; ')}.`)
  return asked.length === 0 ? names : names.filter((name) => asked.some((text) => name.includes(text)))
}

function toSecret(changes: number): string {
  const [old, next] = [0, 1].map(
    (more) => `secret-${Math.floor(changes / 3) + more}-of-a-group-that-is-long-enough`,
  )
  return [`${old}`, `${old} ${next}`, `${next} ${old}`][changes % 3] ?? ''
}
