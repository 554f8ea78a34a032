import { day, mebibyte, number, type OptionTable, seconds, tebibyte } from './option.ts'

/** Options: lifetimes and sizes of kept results and jobs. */
export const resultOptions = {
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
} as const satisfies OptionTable
