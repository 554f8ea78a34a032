/** The configuration: one table, from which flags, variables and help are made. */
import { describe, expect, it } from 'vitest'
import { commandOptions, describeOptions, listFlags, readGiven, toConfig } from '../../core/config.ts'
import { parseFlags } from '../../core/host-commands.ts'

const readConfig = (flags: { readonly [flag: string]: string }, environment: { readonly [name: string]: string }) =>
  toConfig(readGiven(commandOptions.relay, flags, environment))

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
    [{ 'follow-links': 'perhaps' }, 'true or false'],
  ])('refuses %j and says what was wanted', (flags, text) => {
    expect(() => readConfig(flags as { [flag: string]: string }, {})).toThrow(text)
  })

  it('takes switches without a value, and words for them in variables', () => {
    expect(readConfig({}, {}).followLinks).toBe(false)
    expect(readConfig({ 'follow-links': 'true' }, {}).followLinks).toBe(true)
    for (const [word, wanted] of [
      ['1', true],
      ['yes', true],
      ['false', false],
      ['', false],
    ] as const) {
      expect(readConfig({}, { SPECIMEN_FOLLOW_LINKS: word }).followLinks).toBe(wanted)
    }
    expect(parseFlags('serve', ['--follow-links', '--port', '0']).flags).toEqual({ 'follow-links': 'true', port: '0' })
  })

  it('refuses wrong values in code as well', () => {
    expect(() => toConfig({ port: Number.NaN })).toThrow('--port')
    expect(() => toConfig({ cacheTtl: '5' as unknown as number })).toThrow('--cache-ttl')
  })

  it.each(Object.entries(commandOptions))('explains every flag of specimen %s', (_command, names) => {
    const help = describeOptions(names)
    for (const flag of listFlags(names)) expect(help).toContain(`--${flag} `)
  })

  it('offers the tokens of workers to relays only', () => {
    expect(listFlags(commandOptions.relay)).toContain('worker-tokens')
    for (const names of [commandOptions.serve, commandOptions.worker]) expect(listFlags(names)).not.toContain('worker-tokens')
  })
})
