import { availableParallelism } from 'node:os'
import { choice, day, mebibyte, number, type OptionTable, optionalText, seconds, tebibyte } from './option.ts'

/** Options: runs of functions. */
export const runOptions = {
  isolation: choice({
    default: 'process',
    placeholder: 'TIER',
    choices: ['process', 'thread'],
    help: 'where plugins run: process (contained) or thread (faster, for code you trust)',
  }),
  sandbox: choice({
    default: 'prefer',
    placeholder: 'WALLS',
    choices: ['require', 'prefer', 'off'],
    help: 'walls around plugin processes: require all, prefer those that stand (specimen doctor), off',
  }),
  allow: optionalText({
    placeholder: 'BUNDLES',
    help: 'what bundles may do besides, by folder: tracker:net,child reader:fs (of fs, net, child, worker)',
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
} as const satisfies OptionTable

const runs = { default: 0, defaultText: 'no limit', unit: 'N', min: 0, max: 100_000 }

/** Options: shares of one caller, room or function in common resources. */
export const limitOptions = {
  callerRuns: number({ ...runs, help: 'runs of one caller at a time; more wait' }),
  roomRuns: number({ ...runs, help: 'runs of one room at a time; more wait' }),
  functionRuns: number({ ...runs, help: 'runs of one function at a time; more wait' }),
} as const satisfies OptionTable

/** Options: lifetimes and sizes of kept results and jobs. */
export const resultOptions = {
  cacheTtl: seconds({ default: 300, min: 0.01, max: 30 * day, help: 'time a result stays in its room' }),
  cacheBytes: number({
    default: 512 * mebibyte,
    unit: 'BYTES',
    min: 0,
    max: tebibyte,
    help: 'memory for results of all rooms; the one used longest ago goes first',
  }),
  roomResults: number({
    default: 1,
    unit: 'N',
    min: 1,
    max: 64,
    help: 'results that a room keeps; the one used longest ago goes first (not in a group)',
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
} as const satisfies OptionTable
