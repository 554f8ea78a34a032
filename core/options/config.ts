/**
 * The configuration of a host: one table of options, from which defaults, flags, environment variables and
 * `--help` follow, so that they cannot disagree.
 */
import { SpecimenError } from '../contract/domain/errors.ts'
import { suggestName } from '../contract/text/suggest.ts'
import { keysOf } from '../contract/values/keys-of.ts'
import { configFileOption } from './config-file.ts'
import { groupOptions, relayOptions } from './group-options.ts'
import {
  checkValue,
  fillIn,
  type GivenValues,
  type OptionTable,
  type OptionTexts,
  type OptionValues,
  optionalText,
  readTexts,
  secretText,
  toFlag,
  toVariable,
} from './option.ts'
import { limitOptions, resultOptions, runOptions } from './run-options.ts'
import { accessOptions, logOptions, requestOptions, serveOptions, whereOptions } from './service-options.ts'

const groups = {
  'Where it is': whereOptions,
  'What it serves': serveOptions,
  'Who may use it': accessOptions,
  Runs: runOptions,
  Limits: limitOptions,
  'Results and jobs': resultOptions,
  Requests: requestOptions,
  Workers: relayOptions,
  'Many hosts': groupOptions,
  Log: logOptions,
} as const

/** Every option, in the order of `--help`. Flags are in kebab-case, variables `SPECIMEN_` and the name. */
export const options = {
  ...whereOptions,
  ...serveOptions,
  ...accessOptions,
  ...runOptions,
  ...limitOptions,
  ...resultOptions,
  ...requestOptions,
  ...relayOptions,
  ...groupOptions,
  ...logOptions,
} as const satisfies OptionTable

/** The name of an option of hosts. */
export type OptionName = keyof typeof options

const relayOnly: readonly OptionName[] = keysOf(relayOptions)

/** The options of each command. */
export const commandOptions = {
  relay: keysOf(options),
  serve: keysOf(options).filter((name) => !relayOnly.includes(name)),
  worker: [
    'plugins',
    'specimens',
    'data',
    'metadataBytes',
    'followLinks',
    'watch',
    'requireSignature',
    'isolation',
    'sandbox',
    'allow',
    'env',
    'poolSize',
    'queueSize',
    'runTimeout',
    'paramsLength',
    'heapMebibytes',
    'resultBytes',
    'cacheBytes',
    'drainTimeout',
    'logLevel',
    'logFormat',
    'logParams',
  ],
} as const satisfies { readonly [command: string]: readonly OptionName[] }

/** Further options of a worker, with own variables: `SPECIMEN_TOKEN` is the token of an API. */
export const workerOptions = {
  id: optionalText('ID', 'name of this worker at the relay (SPECIMEN_WORKER_ID)'),
  token: secretText('TEXT', 'its token (better set as SPECIMEN_WORKER_TOKEN, which no process list shows)'),
} satisfies OptionTable

/** The values of all options. */
export type Config = OptionValues<typeof options>

/** Returns the options of a command as a table. */
export function tableOf(names: readonly OptionName[]): OptionTable {
  return Object.fromEntries(names.map((name) => [name, options[name]]))
}

/** Returns the complete configuration from some values. @throws `config.invalid` naming the option */
export function toConfig(given: GivenValues<typeof options>): Config {
  const config = fillIn(options, given)
  for (const name of keysOf(options)) checkValue(`--${toFlag(name)}`, options[name], config[name])
  if (config.redis !== undefined && config.roomResults > 1) {
    const found = `(got ${config.roomResults}): a room of a group keeps one.`
    const detail = `--room-results must be 1 beside --redis ${found}`
    throw new SpecimenError('config.invalid', detail)
  }
  return config
}

/**
 * Returns the values of some options from flags and environment variables, without defaults; flags win, and
 * an empty variable counts as absent. @throws `config.invalid` naming the flag or the variable
 */
export function readGiven(
  names: readonly OptionName[],
  flags: OptionTexts,
  environment: OptionTexts,
): Partial<Config> {
  return readTexts(tableOf(names), flags, { environment, toName: toVariable })
}

/** As {@link readGiven}, for the further options of a worker. @throws `config.invalid` */
export function readWorkerGiven(
  flags: OptionTexts,
  environment: OptionTexts,
): Partial<OptionValues<typeof workerOptions>> {
  return readTexts(workerOptions, flags, { environment, toName: toWorkerVariable })
}

/** Returns variables that no command reads, each with the nearest known one, if one is near. */
export function findUnknownVariables(
  environment: OptionTexts,
): { readonly name: string; readonly nearest: string | null }[] {
  const prefix = toVariable('')
  const known = [
    ...Object.keys({ ...options, ...configFileOption }).map(toVariable),
    ...Object.keys(workerOptions).map(toWorkerVariable),
  ]
  const unknown = Object.keys(environment).filter((name) => name.startsWith(prefix) && !known.includes(name))
  const endings = known.map((name) => name.slice(prefix.length))
  return unknown.map((name) => {
    const nearest = suggestName(name.slice(prefix.length), endings)
    return { name, nearest: nearest === null ? null : prefix + nearest }
  })
}

/** Returns the heading of an option in `--help`. */
export function toHeading(name: OptionName): string {
  const [heading = 'Options'] = Object.entries(groups).find(([, table]) => name in table) ?? []
  return heading
}

function toWorkerVariable(name: string): string {
  return toVariable(`worker-${name}`)
}
