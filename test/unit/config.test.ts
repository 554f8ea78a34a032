/** The configuration: one table, from which flags, variables and help are made. */
import { describe, expect, it } from 'vitest'
import { describeOptions, listFlags, readConfig, toConfig } from '../../core/config.ts'

describe('the configuration', () => {
  it('has the defaults that the interface and the design name [limit.ttl]', () => {
    expect(readConfig({}, {})).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      cacheTtl: 300,
      jobTtl: 300,
      runTimeout: 600,
      envelopeMediaType: 'application/x-service-envelope-v1',
      token: undefined,
    })
  })

  it('takes variables, and flags before them', () => {
    const environment = { SPECIMEN_PORT: '9000', SPECIMEN_CACHE_TTL: '5', SPECIMEN_TOKEN: 'secret' }
    expect(readConfig({ port: '0' }, environment)).toMatchObject({ port: 0, cacheTtl: 5, token: 'secret' })
  })

  it.each([
    [{ port: 'http' }, '--port'],
    [{ port: '70000' }, '0 to 65535'],
    [{ 'pool-size': '0' }, '--pool-size'],
    [{ 'run-timeout': ' ' }, '--run-timeout'],
    [{ isolation: 'none' }, 'process, thread'],
  ])('refuses %j and says what was wanted', (flags, text) => {
    expect(() => readConfig(flags as { [flag: string]: string }, {})).toThrow(text)
  })

  it('refuses wrong values in code as well', () => {
    expect(() => toConfig({ port: Number.NaN })).toThrow('--port')
    expect(() => toConfig({ cacheTtl: '5' as unknown as number })).toThrow('--cache-ttl')
  })

  it('explains every flag', () => {
    const help = describeOptions()
    for (const flag of listFlags()) expect(help).toContain(`--${flag} `)
  })
})
