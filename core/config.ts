/**
 * The configuration of a host: one table of options from which defaults, flags, environment variables and
 * `--help` are made, so that none of them can say something else than the others.
 */
import { availableParallelism } from 'node:os'
import { suggestName } from './domain/suggest.ts'
import {
  checkValue,
  number,
  type OptionTable,
  type OptionValues,
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
  host: text('127.0.0.1', 'ADDRESS', 'address to listen on; the default is reachable from this machine only'),
  port: number(8000, 'PORT', 0, 65535, 'port to listen on; 0 takes a free one'),
  basePath: text(
    undefined,
    'PATH',
    'path below which a proxy shows this host, such as /lab; with or without it in requests',
  ),
  trustProxy: text(
    undefined,
    'ADDRESSES',
    'proxies whose X-Forwarded-Prefix counts: addresses or networks, with commas',
  ),
  plugins: text('dist/plugins', 'DIR', 'folder of bundles, made by `specimen build`'),
  specimens: text('specimens', 'DIR', 'folder of specimens, each a folder with specimen.json'),
  followLinks: toggle(
    'also load bundles and specimens whose folder is a link; what lies outside its target stays out',
  ),
  token: text(
    undefined,
    'TEXT',
    'require this bearer token on /api (better set as SPECIMEN_TOKEN, which no process list shows)',
  ),
  corsOrigin: text(
    undefined,
    'ORIGINS',
    'origins whose pages may use the API, with commas; * for all, without credentials',
  ),
  isolation: text(
    'process',
    'TIER',
    'where plugins run: process (contained) or thread (faster, for code you trust)',
    ['process', 'thread'],
  ),
  poolSize: {
    ...number(Math.max(2, availableParallelism()), 'N', 1, 1024, 'plugin runs at a time'),
    valueText: 'one a core, at least 2',
  },
  queueSize: number(256, 'N', 0, 100_000, 'runs that may wait; one more is answered 503'),
  runTimeout: seconds(600, 0.01, day, 'longest time of one run'),
  heapMebibytes: number(1024, 'MIB', 32, 1_048_576, 'JavaScript heap of one run'),
  resultBytes: number(1024 * mebibyte, 'BYTES', 1024, tebibyte, 'largest result of a function'),
  cacheTtl: seconds(300, 0.01, 30 * day, 'time a result stays in its room'),
  cacheBytes: number(
    512 * mebibyte,
    'BYTES',
    0,
    tebibyte,
    'memory for results of all rooms; the room used longest ago goes first',
  ),
  jobTtl: seconds(300, 0.01, 30 * day, 'time a finished job is remembered'),
  jobBytes: number(
    256 * mebibyte,
    'BYTES',
    0,
    tebibyte,
    'memory for messages and results of jobs; the oldest finished go first, the latest stays',
  ),
  jobLimit: number(1000, 'N', 1, 1_000_000, 'jobs that may run at a time; one more is answered 503'),
  bodyBytes: number(256 * 1024, 'BYTES', 1024, 64 * mebibyte, 'largest request body'),
  drainTimeout: seconds(10, 0, 3600, 'time that answers in flight get when the host is asked to stop'),
  envelopeMediaType: text(
    'application/x-service-envelope-v1',
    'TYPE',
    'media type of the binary envelope, for deployed clients that know another',
  ),
  workerTokens: text(
    undefined,
    'FILE',
    'tokens of workers: a line `<worker-id> <token> [expires <time>]` for each',
  ),
  workerTokenList: text(
    undefined,
    'LINES',
    'the same lines, with ; between them (better set as SPECIMEN_WORKER_TOKEN_LIST, which no process list shows)',
  ),
  workerGrace: seconds(
    60,
    0.01,
    day,
    'time that a worker may be away before its entries and jobs are given up',
  ),
  logLevel: text('info', 'LEVEL', 'least severe log line: debug, info, warn, error or silent', [
    'debug',
    'info',
    'warn',
    'error',
    'silent',
  ]),
} as const satisfies OptionTable

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

/**
 * What a worker has besides. Their variables have names of their own, for `SPECIMEN_TOKEN` is the token of an
 * API.
 */
export const workerOptions = {
  id: text(undefined, 'ID', 'name of this worker at the relay (SPECIMEN_WORKER_ID)'),
  token: text(
    undefined,
    'TEXT',
    'its token (better set as SPECIMEN_WORKER_TOKEN, which no process list shows)',
  ),
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
export function toConfig(given: { readonly [Name in OptionName]?: Config[Name] | undefined }): Config {
  const values = Object.entries(options).map(([name, option]) => {
    const value = given[name as OptionName] ?? option.value // the table's own name
    return [name, checkValue(`--${toFlag(name)}`, option, value)]
  })
  return Object.fromEntries(values) as Config // one value of the right kind for each name of the table
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
  const names = Object.keys(options) as OptionName[] // the table's own names
  const above = names.slice(0, names.indexOf(name) + 1).findLast((other) => headings[other] !== undefined)
  return (above && headings[above]) ?? 'Options'
}

function toWorkerVariable(name: string): string {
  return toVariable(`worker-${name}`)
}
