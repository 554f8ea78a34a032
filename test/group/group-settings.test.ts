/** The options of a group: what is refused, and that no refusal shows a secret. */
import { describe, expect, it } from 'vitest'
import { readGroupSettings, showRedis } from '../../core/group/group-settings.ts'

const secret = 'a'.repeat(32)
const whole = { redis: 'redis://localhost', peerAddress: 'http://10.0.0.5:8000', groupSecret: secret }

describe('the settings of a group', () => {
  it('are none without any of its options', () => {
    expect(readGroupSettings({})).toBeUndefined()
  })

  it('name Redis, the address of this host without a slash at the end, and the secrets, the signing one first', () => {
    const settings = readGroupSettings({
      redis: 'rediss://lab:p%40ss@redis.example:6380/2',
      peerAddress: 'http://10.0.0.5:8000/',
      groupSecret: ` ${secret}  ${'b'.repeat(40)}\n`,
    })
    expect(settings).toMatchObject({
      address: 'http://10.0.0.5:8000',
      secrets: [secret, 'b'.repeat(40)],
    })
    expect(settings && showRedis(settings.redis)).toBe('rediss://lab@redis.example:6380/2')
  })

  it('name the nodes of a cluster, and Sentinels', () => {
    const read = (redis: string) => readGroupSettings({ ...whole, redis })
    expect(read('redis://lab:p,w@a:1,b:2,[::1]:3')).toMatchObject({ nodes: ['b:2', '[::1]:3'] })
    expect(read('redis-sentinel://:pw@a,b:2/lab')).toMatchObject({ nodes: ['b:2'] })
  })

  it.each([
    [{ ...whole, redis: 'redis' }, 'no URL'],
    [{ ...whole, redis: 'http://localhost:6379' }, 'http://'],
    [{ ...whole, redis: 'redis://localhost/cache' }, 'no number'],
    [{ ...whole, redis: 'redis:///0' }, 'names no host'],
    [{ ...whole, redis: 'redis://a:1,' }, 'no URL'],
    [{ ...whole, redis: 'redis://a:1,b:port' }, 'no URL'],
    [{ ...whole, redis: 'redis-sentinel://a:1,b:2' }, 'names no Redis'],
    [{ ...whole, redis: 'redis://localhost?db=1' }, 'without ?'],
    [{ ...whole, redis: 'redis://lab:100%@localhost' }, 'must be written %25'],
    [{ ...whole, peerAddress: undefined }, '--redis needs --peer-address'],
    [{ ...whole, peerAddress: '10.0.0.5:8000' }, 'got "10.0.0.5:8000"'],
    [{ ...whole, peerAddress: 'http://10.0.0.5:8000/lab' }, 'without a path'],
    [{ ...whole, peerAddress: 'ftp://10.0.0.5' }, 'http://host:port'],
    [{ ...whole, groupSecret: undefined }, 'openssl rand -hex 32'],
    [{ ...whole, groupSecret: 'short' }, 'got 5'],
    [{ ...whole, groupSecret: `${secret} short` }, 'got 5'],
    [{ ...whole, groupSecret: `${secret} ${secret} ${secret}` }, 'got 3'],
    [{ peerAddress: 'http://10.0.0.5:8000' }, '--peer-address is for hosts of a group'],
    [{ groupSecret: secret }, 'SPECIMEN_GROUP_SECRET is for hosts of a group'],
  ])('refuse %j: %s', (options, text) => {
    expect(() => readGroupSettings(options)).toThrow(expect.objectContaining({ code: 'config.invalid' }))
    expect(() => readGroupSettings(options)).toThrow(text)
  })

  it('show nothing of a secret when they are refused', () => {
    for (const options of [
      { ...whole, redis: 'redis://lab:hunter2@:port' },
      { ...whole, redis: 'http://lab:hunter2@localhost' },
      { ...whole, redis: 'redis://lab:hunter2@localhost/x' },
      { ...whole, peerAddress: 'http://lab:hunter2@localhost' },
      { ...whole, groupSecret: 'hunter2' },
    ])
      expect(() => readGroupSettings(options)).toThrow(/^(?!.*hunter2)/s)
  })
})
