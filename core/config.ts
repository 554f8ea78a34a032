/**
 * The configuration of a host: one table of options from which defaults, flags, environment variables and `--help` are
 * made, so that none of them can say something else than the others.
 */
import { availableParallelism } from 'node:os'
import { SpecimenError } from './domain/errors.ts'

interface TextOption {
  readonly kind: 'text'
  readonly value: string | undefined
  readonly placeholder: string
  readonly help: string
  readonly choices?: readonly string[]
}
interface NumberOption {
  readonly kind: 'number'
  readonly value: number
  readonly min: number
  readonly max: number
  readonly placeholder: string
  readonly help: string
}
interface SwitchOption {
  readonly kind: 'switch'
  readonly value: boolean
  readonly help: string
}
type Option = TextOption | NumberOption | SwitchOption

const text = (value: string | undefined, placeholder: string, help: string, choices?: readonly string[]): TextOption => {
  return { kind: 'text', value, placeholder, help, ...(choices && { choices }) }
}
const number = (value: number, placeholder: string, min: number, max: number, help: string): NumberOption => {
  return { kind: 'number', value, min, max, placeholder, help }
}
const toggle = (help: string): SwitchOption => ({ kind: 'switch', value: false, help })

const mebibyte = 2 ** 20
const day = 86_400
const tebibyte = 2 ** 40

/** Every option, in the order of `--help`. The flag is the name in kebab-case, the variable `SPECIMEN_` and the name. */
export const options = {
  host: text('127.0.0.1', 'ADDRESS', 'address to listen on; the default is reachable from this machine only'),
  port: number(8000, 'PORT', 0, 65535, 'port to listen on; 0 takes a free one'),
  plugins: text('dist/plugins', 'DIR', 'folder of bundles, made by `specimen build`'),
  specimens: text('specimens', 'DIR', 'folder of specimens, each a folder with specimen.json'),
  followLinks: toggle('also load bundles and specimens whose folder is a link; what lies outside its target stays out'),
  token: text(undefined, 'TEXT', 'require this bearer token on /api (better set as SPECIMEN_TOKEN, which no process list shows)'),
  basePath: text(undefined, 'PATH', 'path below which a proxy shows this host, such as /lab; with or without it in requests'),
  trustProxy: text(undefined, 'ADDRESSES', 'proxies whose X-Forwarded-Prefix counts: addresses or networks, with commas'),
  corsOrigin: text(undefined, 'ORIGINS', 'origins whose pages may use the API, with commas; * for all, without credentials'),
  isolation: text('process', 'TIER', 'where plugins run: process (contained) or thread (faster, for code you trust)', [
    'process',
    'thread',
  ]),
  poolSize: number(Math.max(2, availableParallelism()), 'N', 1, 1024, 'plugin runs at a time'),
  queueSize: number(256, 'N', 0, 100_000, 'runs that may wait; one more is answered 503'),
  runTimeout: number(600, 'SECONDS', 0.01, day, 'longest time of one run'),
  heapMebibytes: number(1024, 'MIB', 32, 1_048_576, 'JavaScript heap of one run'),
  resultBytes: number(1024 * mebibyte, 'BYTES', 1024, tebibyte, 'largest result of a function'),
  cacheTtl: number(300, 'SECONDS', 0.01, 30 * day, 'time a result stays in its room'),
  cacheBytes: number(
    512 * mebibyte,
    'BYTES',
    0,
    tebibyte,
    'memory for results of all rooms; the room used longest ago goes first',
  ),
  jobTtl: number(300, 'SECONDS', 0.01, 30 * day, 'time a finished job is remembered'),
  jobBytes: number(
    256 * mebibyte,
    'BYTES',
    0,
    tebibyte,
    'memory for messages and results of jobs; the oldest finished go first, the latest stays',
  ),
  jobLimit: number(1000, 'N', 1, 1_000_000, 'jobs that may run at a time; one more is answered 503'),
  bodyBytes: number(256 * 1024, 'BYTES', 1024, 64 * mebibyte, 'largest request body'),
  drainTimeout: number(10, 'SECONDS', 0, 3600, 'time that answers in flight get when the host is asked to stop'),
  envelopeMediaType: text(
    'application/x-service-envelope-v1',
    'TYPE',
    'media type of the binary envelope, for deployed clients that know another',
  ),
  workerTokens: text(undefined, 'FILE', 'tokens of workers: a line `<worker-id> <token> [expires <time>]` for each'),
  workerTokenList: text(
    undefined,
    'LINES',
    'the same lines, with ; between them (better set as SPECIMEN_WORKER_TOKEN_LIST, which no process list shows)',
  ),
  workerGrace: number(60, 'SECONDS', 0.01, day, 'time that a worker may be away before its entries and jobs are given up'),
  logLevel: text('info', 'LEVEL', 'least severe log line: debug, info, warn, error or silent', [
    'debug',
    'info',
    'warn',
    'error',
    'silent',
  ]),
} as const satisfies { readonly [name: string]: Option }

export type OptionName = keyof typeof options

const relayOnly: readonly OptionName[] = ['workerTokens', 'workerTokenList', 'workerGrace']

/** The options that each command takes. */
export const commandOptions = {
  relay: Object.keys(options) as OptionName[], // the table's own names
  serve: (Object.keys(options) as OptionName[]).filter((name) => !relayOnly.includes(name)),
  worker: [
    'plugins',
    'specimens',
    'followLinks',
    'isolation',
    'poolSize',
    'queueSize',
    'runTimeout',
    'heapMebibytes',
    'resultBytes',
    'drainTimeout',
    'logLevel',
  ],
} as const satisfies { readonly [command: string]: readonly OptionName[] }

/** The values of all options. */
export type Config = {
  readonly [Name in OptionName]: (typeof options)[Name] extends NumberOption
    ? number
    : (typeof options)[Name] extends SwitchOption
      ? boolean
      : Name extends 'token' | 'basePath' | 'trustProxy' | 'corsOrigin' | 'workerTokens' | 'workerTokenList'
        ? string | undefined
        : string
}

/** Returns the complete configuration from some values. @throws `config.invalid` naming the option */
export function toConfig(given: { readonly [Name in OptionName]?: Config[Name] | undefined }): Config {
  const values = Object.entries(options).map(([name, option]) => {
    const value = given[name as OptionName] ?? option.value // the table's own name
    return [name, checkValue(toFlag(name), option, value)]
  })
  return Object.fromEntries(values) as Config // one value of the right kind for each name of the table
}

/**
 * Returns the values that flags and environment variables give to some options, without defaults; flags win.
 * @throws `config.invalid` for a value of the wrong kind
 */
export function readGiven(
  names: readonly OptionName[],
  flags: { readonly [flag: string]: string },
  environment: { readonly [name: string]: string | undefined },
): Partial<Config> {
  const given = names.map((name) => {
    const flag = toFlag(name)
    const value = flags[flag] ?? environment[toVariable(name)]
    if (value === undefined || value === '') return [name, undefined]
    return [name, parseValue(flag, options[name].kind, value)]
  })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

/** Returns the lines of `--help` that explain some options. */
export function describeOptions(names: readonly OptionName[]): string {
  const rows = names.map((name) => {
    const option: Option = options[name]
    const left = `  --${toFlag(name)}${option.kind === 'switch' ? '' : ` ${option.placeholder}`}`
    const value = name === 'poolSize' ? 'one a core, at least 2' : option.value
    return `${left.padEnd(30)}${option.help}${value === undefined || value === false ? '' : ` [${value}]`}`
  })
  return rows.join('\n')
}

/** Returns the flag names of some options. */
export function listFlags(names: readonly OptionName[]): string[] {
  return names.map(toFlag)
}

/** Returns the flag names of those options that take no value. */
export function listSwitches(names: readonly OptionName[]): string[] {
  return names.filter((name) => options[name].kind === 'switch').map(toFlag)
}

function toFlag(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toVariable(name: string): string {
  return `SPECIMEN_${toFlag(name).replaceAll('-', '_').toUpperCase()}`
}

function parseValue(flag: string, kind: Option['kind'], value: string): string | number | boolean {
  if (kind === 'number') return parseNumber(flag, value)
  return kind === 'switch' ? parseSwitch(flag, value) : value
}

function parseNumber(flag: string, value: string): number {
  const parsed = Number(value)
  if (value.trim() !== '' && Number.isFinite(parsed)) return parsed
  throw new SpecimenError('config.invalid', `--${flag} is ${JSON.stringify(value)}; a number was wanted.`)
}

function parseSwitch(flag: string, value: string): boolean {
  if (['true', 'yes', 'on', '1'].includes(value)) return true
  if (['false', 'no', 'off', '0'].includes(value)) return false
  throw new SpecimenError('config.invalid', `--${flag} is ${JSON.stringify(value)}; true or false was wanted.`)
}

type Value = string | number | boolean | undefined

function checkValue(flag: string, option: Option, value: Value): Value {
  if (option.kind === 'switch') {
    if (typeof value === 'boolean') return value
    throw new SpecimenError('config.invalid', `--${flag} is ${JSON.stringify(value)}; true or false was wanted.`)
  }
  if (option.kind === 'number') {
    if (typeof value === 'number' && value >= option.min && value <= option.max) return value
    throw new SpecimenError('config.invalid', `--${flag} is ${value}; a number from ${option.min} to ${option.max} was wanted.`)
  }
  if (option.choices && !option.choices.includes(String(value))) {
    throw new SpecimenError(
      'config.invalid',
      `--${flag} is ${JSON.stringify(value)}; one of ${option.choices.join(', ')} was wanted.`,
    )
  }
  return value
}
