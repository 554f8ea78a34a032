/** The configuration: one table, from which flags, variables and help are made. */
import { describe, expect, it } from 'vitest'
import { readCommandLine } from '../../core/cli/read-command-line.ts'
import {
  commandOptions,
  findUnknownVariables,
  options,
  readGiven,
  toConfig,
} from '../../core/options/config.ts'

const readConfig = (
  flags: { readonly [flag: string]: string },
  environment: { readonly [name: string]: string },
) => toConfig(readGiven(commandOptions.relay, flags, environment))

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
  ])('refuses %j and says what it must be', (flags, text) => {
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
    expect(readCommandLine(['serve', '--follow-links', '--port', '0'])).toEqual({
      asks: 'command',
      name: 'serve',
      line: { argument: undefined, flags: { 'follow-links': 'true', port: '0' }, named: [] },
    })
  })

  it('takes parts of a list one by one, and of any other option the last', () => {
    const words = ['serve', '--allow', 'a:net', '--port', '1', '--allow=b:fs', '--port', '2']
    expect(readCommandLine(words)).toMatchObject({ line: { flags: { allow: 'a:net b:fs', port: '2' } } })
  })

  it('refuses wrong values in code as well', () => {
    expect(() => toConfig({ port: Number.NaN })).toThrow('--port')
    expect(() => toConfig({ cacheTtl: '5' as unknown as number })).toThrow('--cache-ttl')
  })

  it.each([
    [{ SPECIMEN_PORT: 'abc' }, 'SPECIMEN_PORT must be a number from 0 to 65535 (got "abc").'],
    [{ SPECIMEN_POOL_SIZE: '1.5' }, 'SPECIMEN_POOL_SIZE must be a whole number from 1 to 1024 (got "1.5").'],
    [
      { SPECIMEN_LOG_LEVEL: 'loud' },
      'SPECIMEN_LOG_LEVEL must be one of debug, info, warn, error, silent (got "loud").',
    ],
  ])('names the variable, and no flag, when %j is wrong', (environment, text) => {
    expect(() => readConfig({}, environment)).toThrow(text)
  })

  // The flag may be a token that was not set.
  it('keeps one result a room unless told so, and refuses more in a group', () => {
    expect(toConfig({}).roomResults).toBe(1)
    expect(toConfig({ roomResults: 64 }).roomResults).toBe(64)
    expect(() => toConfig({ roomResults: 65 })).toThrow('--room-results must be')
    expect(() => toConfig({ roomResults: 2, redis: 'redis://localhost' })).toThrow(
      '--room-results must be 1 beside --redis (got 2): a room of a group keeps one.',
    )
  })

  it('takes an empty variable for an absent one, and refuses an empty flag', () => {
    expect(readConfig({}, { SPECIMEN_PORT: '' }).port).toBe(8000)
    expect(() => readConfig({ token: '' }, {})).toThrow('--token is empty')
  })

  it('takes fractions of seconds, and of nothing else', () => {
    expect(readConfig({ 'run-timeout': '0.5' }, {}).runTimeout).toBe(0.5)
    expect(() => toConfig({ port: 80.5 })).toThrow('whole number')
  })

  it('knows the variables that no command reads, and which one may be meant', () => {
    const environment = {
      SPECIMEN_POOL_SIZ: '4',
      SPECIMEN_WORKER_ID: 'w',
      SPECIMEN_TOKEN: 't',
      SPECIMEN_X: '',
      PATH: '/bin',
    }
    expect(findUnknownVariables(environment)).toEqual([
      { name: 'SPECIMEN_POOL_SIZ', nearest: 'SPECIMEN_POOL_SIZE' },
      { name: 'SPECIMEN_X', nearest: null },
    ])
  })

  it('offers the tokens of workers to relays only', () => {
    expect(commandOptions.relay).toContain('workerTokens')
    for (const names of [commandOptions.serve, commandOptions.worker])
      expect(names).not.toContain('workerTokens')
    expect(Object.keys(options)).toEqual(commandOptions.relay)
  })
})
