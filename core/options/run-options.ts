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
