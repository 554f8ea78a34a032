/**
 * The configuration of a host: one table of options from which defaults, flags, environment variables and
 * `--help` are made, so that they cannot disagree.
 */
import { availableParallelism } from 'node:os'
import { keysOf } from './domain/keys-of.ts'
import { suggestName } from './domain/suggest.ts'
import {
  checkValue,
  choice,
  fillIn,
  type GivenValues,
  number,
  type OptionTable,
  type OptionValues,
  optionalText,
  readTexts,
  seconds,
  type Texts,
  text,
  toFlag,
  toggle,
  toVariable,
} from './option.ts'

const mebibyte = 2 ** 20
const day = 86_400
const tebibyte = 2 ** 40

/**
 * Every option, in the order of `--help`. The flag is the name in kebab-case, the variable `SPECIMEN_` and
 * the name.
 */
export const options = {
  host: text({
    default: '127.0.0.1',
    placeholder: 'ADDRESS',
    help: 'address to listen on; the default is reachable from this machine only',
  }),
  port: number({
    default: 8000,
    unit: 'PORT',
    min: 0,
    max: 65535,
    help: 'port to listen on; 0 takes a free one',
  }),
  basePath: optionalText({
    placeholder: 'PATH',
    help: 'path below which a proxy shows this host, such as /lab; with or without it in requests',
  }),
  trustProxy: optionalText({
    placeholder: 'ADDRESSES',
    help: 'proxies whose X-Forwarded-Prefix counts: addresses or networks, with commas',
  }),
  plugins: text({
    default: 'dist/plugins',
    placeholder: 'DIR',
    help: 'folder of bundles, made by `specimen build`',
  }),
  specimens: text({
    default: 'specimens',
    placeholder: 'DIR',
    help: 'folder of specimens, each a folder with specimen.json',
  }),
  followLinks: toggle({
    help: 'also load bundles and specimens whose folder is a link; what lies outside its target stays out',
  }),
  token: optionalText({
    placeholder: 'TEXT',
    help: 'require this bearer token on /api (better set as SPECIMEN_TOKEN, which no process list shows)',
  }),
  corsOrigin: optionalText({
    placeholder: 'ORIGINS',
    help: 'origins whose pages may use the API, with commas; * for all, without credentials',
  }),
  isolation: choice({
    default: 'process',
    placeholder: 'TIER',
    choices: ['process', 'thread'],
    help: 'where plugins run: process (contained) or thread (faster, for code you trust)',
  }),
  poolSize: number({
    default: Math.max(2, availableParallelism()),
    defaultText: 'one a core, at least 2',
    unit: 'N',
    min: 1,
    max: 1024,
    help: 'plugin runs at a time',
  }),
  queueSize: number({
    default: 256,
    unit: 'N',
    min: 0,
    max: 100_000,
    help: 'runs that may wait; one more is answered 503',
  }),
  runTimeout: seconds({ default: 600, min: 0.01, max: day, help: 'longest time of one run' }),
  heapMebibytes: number({
    default: 1024,
    unit: 'MIB',
    min: 32,
    max: 1_048_576,
    help: 'JavaScript heap of one run',
  }),
  resultBytes: number({
    default: 1024 * mebibyte,
    unit: 'BYTES',
    min: 1024,
    max: tebibyte,
    help: 'largest result of a function',
  }),
  cacheTtl: seconds({ default: 300, min: 0.01, max: 30 * day, help: 'time a result stays in its room' }),
  cacheBytes: number({
    default: 512 * mebibyte,
    unit: 'BYTES',
    min: 0,
    max: tebibyte,
    help: 'memory for results of all rooms; the room used longest ago goes first',
  }),
  jobTtl: seconds({ default: 300, min: 0.01, max: 30 * day, help: 'time a finished job is remembered' }),
  jobBytes: number({
    default: 256 * mebibyte,
    unit: 'BYTES',
    min: 0,
    max: tebibyte,
    help: 'memory for messages and results of jobs; the oldest finished go first, the latest stays',
  }),
  jobLimit: number({
    default: 1000,
    unit: 'N',
    min: 1,
    max: 1_000_000,
    help: 'jobs that may run at a time; one more is answered 503',
  }),
  bodyBytes: number({
    default: 256 * 1024,
    unit: 'BYTES',
    min: 1024,
    max: 64 * mebibyte,
    help: 'largest request body',
  }),
  drainTimeout: seconds({
    default: 10,
    min: 0,
    max: 3600,
    help: 'time that answers in flight get when the host is asked to stop',
  }),
  envelopeMediaType: text({
    default: 'application/x-service-envelope-v1',
    placeholder: 'TYPE',
    help: 'media type of the binary envelope, for deployed clients that know another',
  }),
  workerTokens: optionalText({
    placeholder: 'FILE',
    help: 'tokens of workers: a line `<worker-id> <token> [expires <time>]` for each',
  }),
  workerTokenList: optionalText({
    placeholder: 'LINES',
    help:
      'the same lines, with ; between them ' +
      '(better set as SPECIMEN_WORKER_TOKEN_LIST, which no process list shows)',
  }),
  workerGrace: seconds({
    default: 60,
    min: 0.01,
    max: day,
    help: 'time that a worker may be away before its entries and jobs are given up',
  }),
  logLevel: choice({
    default: 'info',
    placeholder: 'LEVEL',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    help: 'least severe log line: debug, info, warn, error or silent',
  }),
} as const satisfies OptionTable

/** The name of an option of hosts. */
export type OptionName = keyof typeof options

const relayOnly: readonly OptionName[] = ['workerTokens', 'workerTokenList', 'workerGrace']

/** The options that each command takes. */
export const commandOptions = {
  relay: keysOf(options),
  serve: keysOf(options).filter((name) => !relayOnly.includes(name)),
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

/**
 * What a worker has besides. Their variables have names of their own, for `SPECIMEN_TOKEN` is the token of an
 * API.
 */
export const workerOptions = {
  id: optionalText({ placeholder: 'ID', help: 'name of this worker at the relay (SPECIMEN_WORKER_ID)' }),
  token: optionalText({
    placeholder: 'TEXT',
    help: 'its token (better set as SPECIMEN_WORKER_TOKEN, which no process list shows)',
  }),
} satisfies OptionTable

/** Headings of `--help`, each above the option that opens its part of the table. */
const headings: { readonly [Name in OptionName]?: string } = {
  host: 'Where it is',
  plugins: 'What it serves',
  token: 'Who may use it',
  isolation: 'Runs',
  cacheTtl: 'Results and jobs',
  bodyBytes: 'Requests',
  workerTokens: 'Workers',
  logLevel: 'Log',
}

/** The values of all options. */
export type Config = OptionValues<typeof options>

/** Returns the complete configuration from some values. @throws `config.invalid` naming the option */
export function toConfig(given: GivenValues<typeof options>): Config {
  const config = fillIn(options, given)
  for (const name of keysOf(options)) checkValue(`--${toFlag(name)}`, options[name], config[name])
  return config
}

/**
 * Returns the values that flags and environment variables give to some options, without defaults; flags win,
 * and an empty variable counts as absent. @throws `config.invalid` naming the flag or the variable
 */
export function readGiven(names: readonly OptionName[], flags: Texts, environment: Texts): Partial<Config> {
  const table = Object.fromEntries(names.map((name) => [name, options[name]]))
  return readTexts(table, flags, { environment, toName: toVariable })
}

/** As {@link readGiven}, for the options that a worker has besides. @throws `config.invalid` */
export function readWorkerGiven(
  flags: Texts,
  environment: Texts,
): Partial<OptionValues<typeof workerOptions>> {
  return readTexts(workerOptions, flags, { environment, toName: toWorkerVariable })
}

/**
 * Names of the variables that are read by no command, each with the known one that is nearest to it, if one
 * is near.
 */
export function findUnknownVariables(
  environment: Texts,
): { readonly name: string; readonly nearest: string | null }[] {
  const prefix = toVariable('')
  const known = [...Object.keys(options).map(toVariable), ...Object.keys(workerOptions).map(toWorkerVariable)]
  const unknown = Object.keys(environment).filter((name) => name.startsWith(prefix) && !known.includes(name))
  const endings = known.map((name) => name.slice(prefix.length))
  return unknown.map((name) => {
    const nearest = suggestName(name.slice(prefix.length), endings)
    return { name, nearest: nearest === null ? null : prefix + nearest }
  })
}

/** Returns the heading under which `--help` shows an option. */
export function toHeading(name: OptionName): string {
  const names = keysOf(options)
  const above = names.slice(0, names.indexOf(name) + 1).findLast((other) => headings[other] !== undefined)
  return (above && headings[above]) ?? 'Options'
}

function toWorkerVariable(name: string): string {
  return toVariable(`worker-${name}`)
}
