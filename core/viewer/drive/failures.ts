import { LoadError } from '../data/load-error.ts'
import type { RunFailure } from './run-state.ts'

/** Failures that pass by themselves: the host or the worker behind it is away, or has too much to do. */
const passing = [
  'host.unreachable',
  'host.stopping',
  'host.busy',
  'result.lost',
  'worker.lost',
  'function.suspended',
  'worker.unreachable',
  'worker.silent',
]

/** Returns a failure as the page shows it. */
export function toRunFailure(error: unknown): RunFailure {
  if (error instanceof LoadError) return { code: error.code, text: error.message, issues: error.issues }
  return { code: 'internal', text: error instanceof Error ? error.message : String(error), issues: [] }
}

/** Returns whether asking again later, without a change, may succeed. */
export function isPassing({ code }: RunFailure): boolean {
  return passing.includes(code)
}

/** Returns whether the host has lost the job, because it was started again or a page slept too long. */
export function isLostJob({ code }: RunFailure): boolean {
  return code === 'job.unknown'
}

/** Returns after how many milliseconds to ask again, for the first time, the second time, and so on. */
export function toBackoff(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), 15_000)
}
