import { number, type OptionTable } from './option.ts'

const runs = { default: 0, defaultText: 'no limit', unit: 'N', min: 0, max: 100_000 }

/** Options: shares of one caller, room or function in common resources. */
export const limitOptions = {
  callerRuns: number({ ...runs, help: 'runs of one caller at a time; more wait' }),
  roomRuns: number({ ...runs, help: 'runs of one room at a time; more wait' }),
  functionRuns: number({ ...runs, help: 'runs of one function at a time; more wait' }),
} as const satisfies OptionTable
