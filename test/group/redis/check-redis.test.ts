/** Which Redis can serve a group, by what it says of itself. */
import { expect, it } from 'vitest'
import { checkRedis } from '../../../core/group/redis/check-redis.ts'

const good = {
  redis_version: '7.0.15',
  redis_mode: 'standalone',
  role: 'master',
  maxmemory_policy: 'noeviction',
}
const check = (changes: { readonly [name: string]: string }): void => {
  const lines = Object.entries({ ...good, ...changes }).map(([name, value]) => `${name}:${value}`)
  checkRedis(['# Server', ...lines, ''].join('\r\n'), 'redis://localhost')
}

it.each([{}, { redis_version: '8.2.1' }, { redis_version: '7.2.4', valkey_version: '8.0.1' }])(
  'takes %j',
  (changes) => expect(() => check(changes)).not.toThrow(),
)

it('takes a node of a cluster by its list alone', () => {
  const info = 'redis_version:7.0.1\nredis_mode:cluster\nrole:master\nmaxmemory_policy:noeviction'
  expect(() => checkRedis(info, 'redis://localhost', true)).not.toThrow()
})

it.each([
  [{ redis_version: '6.2.14' }, 'version 6.2.14'],
  [{ redis_version: '7.2.4', valkey_version: '7.1.0' }, 'Valkey 7.1.0'],
  [{ redis_version: '' }, 'version unknown'],
  [{ redis_mode: 'cluster' }, 'cluster'],
  [{ role: 'slave', master_host: '10.0.0.9' }, 'a replica of 10.0.0.9'],
  [{ maxmemory_policy: 'allkeys-lru' }, 'set it to noeviction'],
  [{ maxmemory_policy: 'volatile-ttl' }, 'volatile-ttl'],
])('refuses %j: %s', (changes, text) => {
  expect(() => check(changes)).toThrow(expect.objectContaining({ code: 'config.invalid' }))
  expect(() => check(changes)).toThrow(text)
})
