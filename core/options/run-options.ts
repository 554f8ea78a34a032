import { availableParallelism } from 'node:os'
import {
  choice,
  day,
  gibibyte,
  listText,
  mebibyte,
  number,
  type OptionTable,
  seconds,
  tebibyte,
} from './option.ts'

/** Options: runs of functions. */
export const runOptions = {
  isolation: choice(
    'process',
    ['process', 'thread'],
    'TIER',
    'where plugins run: process (contained) or thread (faster, for code you trust)',
  ),
  sandbox: choice(
    'prefer',
    ['require', 'prefer', 'off'],
    'WALLS',
    'walls around plugin processes: require all, prefer those that stand (specimen doctor), off',
  ),
  allow: listText(
    'BUNDLES',
    'what bundles may do besides, by folder: tracker:net,child reader:fs (of fs, net, child, worker, native)',
  ),
  env: listText(
    'VARIABLES',
    'variables of this host that bundles get, by folder: tracker:API_KEY,API_URL reader:TOKEN',
  ),
  poolSize: {
    ...number(Math.max(2, availableParallelism()), 'N', [1, 1024], 'plugin runs at a time'),
    defaultText: 'one a core, at least 2',
  },
  queueSize: number(256, 'N', [0, 100_000], 'runs that may wait; one more is answered 503'),
  runTimeout: seconds(600, [0.01, day], 'longest time of one run'),
  heapMebibytes: number(1024, 'MIB', [32, 1_048_576], 'JavaScript heap of one run'),
  resultBytes: number(1024 * mebibyte, 'BYTES', [1024, tebibyte], 'largest result of a function'),
} as const satisfies OptionTable

const runsOf = (one: string) => ({
  ...number(0, 'N', [0, 100_000], `runs of one ${one} at a time; more wait`),
  defaultText: 'no limit',
})

/** Options: shares of one caller, room or function in common resources. */
export const limitOptions = {
  callerRuns: runsOf('caller'),
  roomRuns: runsOf('room'),
  functionRuns: runsOf('function'),
} as const satisfies OptionTable

/** Options: lifetimes and sizes of kept results and jobs. */
export const resultOptions = {
  cacheTtl: seconds(300, [0.01, 30 * day], 'time a result stays in its room'),
  cacheBytes: number(
    512 * mebibyte,
    'BYTES',
    [0, tebibyte],
    'memory for results of all rooms, at a worker for data of its runs; the one used longest ago goes first',
  ),
  answerBytes: number(
    gibibyte,
    'BYTES',
    [mebibyte, tebibyte],
    'memory for results in answers that clients have not read yet; one client alone has at most half of it',
  ),
  roomResults: number(
    1,
    'N',
    [1, 64],
    'results that a room keeps; the one used longest ago goes first (not in a group)',
  ),
  fileBytes: number(
    gibibyte,
    'BYTES',
    [0, tebibyte],
    'disk for files that callers bring as parameters, in TMPDIR; one client alone has at most half of it',
  ),
  fileTtl: seconds(3600, [0.01, 30 * day], 'time such a file stays after it was brought or used last'),
  jobTtl: seconds(300, [0.01, 30 * day], 'time a finished job is remembered'),
  jobBytes: number(
    256 * mebibyte,
    'BYTES',
    [0, tebibyte],
    'memory for messages and results of jobs; the oldest finished go first, the latest stays',
  ),
  jobLimit: number(1000, 'N', [1, 1_000_000], 'jobs that may run at a time; one more is answered 503'),
} as const satisfies OptionTable
