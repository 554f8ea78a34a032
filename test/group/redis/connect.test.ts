/** Connections to a real Redis: what is refused at the start, and what is known of one that goes away. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { connectGroup, type GroupConnection } from '../../../core/group/redis/connect.ts'
import { createTestLog } from '../../interface/runner-harness.ts'
import { createFaultProxy } from '../../support/fault-proxy.ts'
import { findPort } from '../../support/find-port.ts'
import { isRedisOwn, redisMissing, startRedis, type TestRedis } from '../../support/redis.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

async function start(...more: readonly string[]): Promise<TestRedis> {
  const redis = await startRedis(more)
  open.push(redis)
  return redis
}

async function connect(url: string, prefix?: string): Promise<GroupConnection> {
  const connection = await connectGroup({
    settings: { redis: new URL(url) },
    hostId: 'h1',
    ...(prefix !== undefined && { prefix }),
    log: createTestLog(),
  })
  open.push(connection)
  return connection
}

async function refusal(url: string): Promise<string> {
  const outcome = await connect(url).then(
    () => 'it was taken',
    (error: unknown) => error,
  )
  expect(outcome).toMatchObject({ code: 'config.invalid' })
  return outcome instanceof Error ? outcome.message : String(outcome)
}

describe.skipIf(redisMissing)('the connections of a host', () => {
  it('ask Redis, under a name that it lists, and leave no key', async () => {
    const redis = await start()
    const connection = await connect(redis.url, redis.prefix)
    expect(await connection.ask((client) => client.echo('hello'))).toBe('hello')
    expect(String(await redis.client.client('LIST'))).toContain('name=specimen:h1:commands')
    expect(await redis.findLasting()).toEqual([])
  })

  it('keep the groups of two databases apart, whose channels Redis does not', async () => {
    const redis = await start()
    const [first, second] = [await connect(redis.url), await connect(`${redis.url}/1`)]
    expect([first.prefix, second.prefix]).toEqual(['{sp}:', '{sp}:1:'])
    await second.ask((client) => client.set('{sp}:1:a', '1', 'PX', 1000))
    expect(await first.ask((client) => client.exists('{sp}:1:a'))).toBe(0)
  })

  it('pass on what Redis has against a command', async () => {
    const redis = await start()
    const connection = await connect(redis.url, redis.prefix)
    const wrong = connection.ask((client) => client.call('NOSUCHCOMMAND'))
    await expect(wrong).rejects.toThrow('unknown command')
  })
})

describe.skipIf(redisMissing ?? !isRedisOwn)('a start is refused', () => {
  it('where nothing listens', async () => {
    expect(await refusal(`redis://127.0.0.1:${await findPort()}`)).toMatch(/cannot be reached .*ECONNREFUSED/)
  })

  it('where somebody listens and says nothing', async () => {
    const redis = await start()
    redis.pause()
    expect(await refusal(redis.url)).toMatch(/cannot be reached .*timed out/)
    redis.resume()
  })

  it('without the password, and with a wrong one, of which nothing is shown', async () => {
    const { url } = await start('--requirepass', 'correct horse')
    expect(await refusal(url)).toMatch(/does not take the user and password.*NOAUTH/)
    const told = await refusal(url.replace('//', '//:hunter2@'))
    expect(told).toMatch(/does not take the user and password.*WRONGPASS/)
    expect(told).not.toContain('hunter2')
    await connect(url.replace('//', `//:${encodeURIComponent('correct horse')}@`))
  })

  it('where the user may not write its keys or read what is said', async () => {
    const redis = await start()
    await redis.client.call('ACL', 'SETUSER', 'keys', 'on', '>pw', '~other:*', '&sp:*', '+@all')
    await redis.client.call('ACL', 'SETUSER', 'channels', 'on', '>pw', '~sp:*', 'resetchannels', '+@all')
    for (const user of ['keys', 'channels'])
      expect(await refusal(redis.url.replace('//', `//${user}:pw@`))).toMatch(/does not allow .*NOPERM/)
  })

  it.each([
    ['-@stream', 'xadd'],
    ['-@blocking', 'xread|bzpopmin'],
    ['-@sortedset', 'zadd'],
    ['-@hash', 'hset'],
    ['-@list', 'rpush'],
    ['-@set', 'sadd'],
    ['-@scripting', 'eval'],
    ['-@transaction', 'multi|exec'],
    ['-@pubsub', 'subscribe'],
    ['-set', 'script'],
  ])('where the user may not do what runs need: %s', async (right, command) => {
    const redis = await start()
    const words = 'on >pw ~{sp}:* &{sp}:* +@all -@admin -@dangerous +info'.split(' ')
    await redis.client.call('ACL', 'SETUSER', 'poor', ...words, right)
    const told = await refusal(redis.url.replace('//', '//poor:pw@'))
    expect(told).toMatch(new RegExp(`does not allow its user what a group needs \\(.*(${command})`, 'i'))
    expect(told).toContain('has the ACL rule')
    await expect.poll(() => redis.findLasting()).toEqual([])
  })

  it('with a word on TLS, where one side speaks it and the other does not', async () => {
    const plain = await start()
    const secure = plain.url.replace('redis:', 'rediss:')
    expect(await refusal(secure)).toMatch(
      /cannot be reached \(.*does it listen with TLS, as rediss:\/\/ says/,
    )
    const url = `redis://127.0.0.1:${await findPort()}`
    expect(await refusal(url)).toMatch(/cannot be reached \(.*does it listen without TLS, as redis:\/\/ says/)
  })

  it('where keys are evicted', async () => {
    const { url } = await start('--maxmemory-policy', 'allkeys-lru')
    expect(await refusal(url)).toContain('set it to noeviction')
  })

  it('where memory is full', async () => {
    const { url } = await start('--maxmemory', '1')
    expect(await refusal(url)).toMatch(/cannot be written to \(OOM/)
  })

  it('by a replica and by a node of a cluster', async () => {
    const redis = await start()
    const replica = await start('--replicaof', '127.0.0.1', new URL(redis.url).port)
    expect(await refusal(replica.url)).toContain('is a replica of 127.0.0.1')
    const node = await start('--cluster-enabled', 'yes')
    expect(await refusal(node.url)).toContain('cluster')
  })
})

describe.skipIf(redisMissing ?? !isRedisOwn)('a Redis that goes away', () => {
  const away = expect.objectContaining({ code: 'group.away', retryAfterSeconds: 2 })

  it('is known to be away when it ends, and to be back when it is', async () => {
    const redis = await start()
    const connection = await connect(redis.url)
    const changes: boolean[] = []
    connection.reachability.onChange((isAway) => changes.push(isAway))
    await redis.kill()
    await expect.poll(() => connection.reachability.isAway).toBe(true)
    await expect(connection.ask((client) => client.ping())).rejects.toEqual(away)
    await redis.restart()
    await expect.poll(() => connection.reachability.isAway).toBe(false)
    expect(await connection.ask((client) => client.ping())).toBe('PONG')
    expect(changes).toEqual([true, false])
  })

  it.each([
    ['a command', '-@hash'],
    ['a command in a script', '-hset'],
  ])('is away while its user has not the right to %s', async (_, right) => {
    const redis = await start()
    const words = ['on', '>pw', '~*', '&*', '+@all']
    await redis.client.call('ACL', 'SETUSER', 'poor', ...words)
    const connection = await connect(redis.url.replace('//', '//poor:pw@'))
    await redis.client.call('ACL', 'SETUSER', 'poor', right)
    const script = `return redis.call('HSET', KEYS[1], 'a', '1')`
    const key = `${connection.prefix}a`
    const asked = connection.ask((client) =>
      right === '-hset' ? client.eval(script, 1, key) : client.hset(key, 'a', '1'),
    )
    await expect(asked).rejects.toEqual(away)
  })

  it('ends its connection once when it has become a replica, however many commands it refuses', async () => {
    const redis = await start()
    const connection = await connect(redis.url)
    const warnings: Error[] = []
    const warn = (warning: Error): void => void warnings.push(warning)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    await redis.client.replicaof('127.0.0.1', '1')
    const write = async (_: unknown, i: number): Promise<unknown> =>
      await connection.ask((client) => client.set(`${connection.prefix}${i}`, '1', 'PX', 1000))
    const refused = await Promise.allSettled(Array.from({ length: 50 }, write))
    for (const each of refused) expect(each).toEqual({ status: 'rejected', reason: away })
    await redis.client.replicaof('NO', 'ONE')
    await expect.poll(() => connection.reachability.isAway).toBe(false)
    await expect.poll(async () => await write(undefined, 0).catch(String)).toBe('OK')
    expect(warnings).toEqual([])
  })

  it('is known to be away when it only falls silent; nothing is asked of it then', async () => {
    const redis = await start()
    const connection = await connect(redis.url)
    redis.pause()
    const asked = connection.ask((client) => client.set(`${connection.prefix}a`, '1', 'PX', 1000))
    await expect(asked).rejects.toEqual(away)
    await expect.poll(() => connection.reachability.isAway).toBe(true)
    let questions = 0
    const question = async (): Promise<void> => void questions++
    await expect(connection.ask(question)).rejects.toEqual(away)
    expect(questions).toBe(0)
    redis.resume()
    await expect.poll(() => connection.reachability.isAway).toBe(false)
  })

  it('is found again through a network that swallowed all', async () => {
    const redis = await start()
    const proxy = await createFaultProxy({ target: Number(new URL(redis.url).port) })
    open.push(proxy)
    const connection = await connect(`redis://127.0.0.1:${proxy.port}`)
    proxy.endAll('half-open')
    await expect.poll(() => connection.reachability.isAway).toBe(true)
    await expect.poll(() => connection.reachability.isAway).toBe(false)
    expect(await connection.ask((client) => client.ping())).toBe('PONG')
  })

  it('has its messages again when it is back', async () => {
    const redis = await start()
    const connection = await connect(redis.url)
    const heard: string[] = []
    await connection.listen('sp:all', (message) => heard.push(message.toString()))
    await redis.kill()
    await redis.restart()
    await expect
      .poll(async () => {
        await redis.client.publish('sp:all', 'hello').catch(() => {})
        return heard.includes('hello')
      })
      .toBe(true)
  })
})
