import type { Report } from '../../contract/domain/job.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import { nameFunction, toFunctionFailure } from '../../engine/run/run-failure.ts'
import type { FunctionCall, FunctionMessage } from './function-call.ts'

/** Most workers that wait for a next call. Each holds the memory of its bundle. */
const mostIdle = 2

/** Takes reports, and the number of those dropped before them. */
export type OnReports = (skipped: number, reports: readonly Report[]) => void

/** Runs a function of an exported page in a worker. */
export type RunSiteFunction = (
  bundleName: string,
  call: FunctionCall,
  following: { readonly signal: AbortSignal; readonly onReports: OnReports },
) => Promise<Result>

/**
 * Returns what calls functions in workers, which are used again for the same bundle, and end with a run that
 * fails, is cancelled, or lasts too long. Calls throw `function.failed`, or the signal's reason.
 */
export function createFunctionRuns(startWorker: () => Worker, longestSeconds: number): RunSiteFunction {
  const idle: { readonly bundleName: string; readonly worker: Worker }[] = []
  const take = (bundleName: string): Worker => {
    const at = idle.findLastIndex((one) => one.bundleName === bundleName)
    return (at < 0 ? undefined : idle.splice(at, 1)[0]?.worker) ?? startWorker()
  }
  const keep = (bundleName: string, worker: Worker): void => {
    idle.push({ bundleName, worker })
    if (idle.length > mostIdle) idle.shift()?.worker.terminate()
  }
  return async (
    bundleName: string,
    call: FunctionCall,
    { signal, onReports }: { readonly signal: AbortSignal; readonly onReports: OnReports },
  ): Promise<Result> => {
    signal.throwIfAborted()
    const worker = take(bundleName)
    const { promise, resolve, reject } = createDeferred<Result>()
    const fail = (text: string): void =>
      reject(toFunctionFailure(nameFunction(call.function.name, bundleName), text))
    const cancel = (): void => reject(signal.reason)
    const overrun = `It was stopped after ${longestSeconds} s, the longest time a run may take in this page.`
    const timer = setTimeout(() => fail(overrun), longestSeconds * 1000)
    signal.addEventListener('abort', cancel, { once: true })
    worker.onmessage = ({ data }: MessageEvent<FunctionMessage>) => {
      if (data.kind === 'reports') onReports(data.skipped, data.reports)
      else if (data.kind === 'result') resolve(data.result)
      else fail(data.text)
    }
    worker.onerror = (event) => {
      event.preventDefault() // it is the failure of this run
      const found = event.message || 'the browser says no more, as when memory runs out'
      fail(`It ended its worker: ${found}`)
    }
    worker.postMessage(call)
    try {
      const result = await promise
      keep(bundleName, worker)
      return result
    } catch (error) {
      worker.terminate()
      throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }
}
