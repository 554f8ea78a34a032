import { LoadError } from '../data/load-error.ts'
import type { RunFailure } from './run-state.ts'

/** Failures that pass: the host or the worker behind it is down or busy. */
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

/** Returns whether an unchanged retry may succeed. */
export function isPassing({ code }: RunFailure): boolean {
  return passing.includes(code)
}

/** Returns whether the host has lost the job, by a restart or because the page slept too long. */
export function isLostJob({ code }: RunFailure): boolean {
  return code === 'job.unknown'
}

/** Returns the wait before a retry, in milliseconds, by the number of failures. */
export function toBackoff(failures: number): number {
  return Math.min(1000 * 2 ** (failures - 1), 15_000)
}
