/**
 * Runs a function that was registered in code: on the host's own loop, awaited. Its author is the host's
 * author, so there is no wall; but its results are parsed, copied and checked like any other, and it is told
 * to nobody once its run has ended.
 */
import { SpecimenError } from '../domain/errors.ts'
import { messageLength } from '../domain/job.ts'
import type { Log } from '../domain/log.ts'
import { parseResult } from '../domain/parse-result.ts'
import type { Result, ResultType } from '../domain/result.ts'
import type { Params } from '../domain/schema.ts'
import { describePluginThrown } from './plugin-stack.ts'
import type { BundlePoolOptions } from './pool/bundle-pool.ts'
import { describeOverrun, toCancelled, toFunctionFailure } from './run-failure.ts'
import type { RunContext, Runner } from './runner.ts'
import { toSharedResult } from './shared-memory.ts'

/**
 * A function registered in code: parameters by position, then the progress reporter unless it has a place of
 * its own.
 */
export type InlineFunction = (...args: never[]) => unknown

export interface InlineRunnerOptions {
  readonly returnType: ResultType
  /** All parameters in the order of the call, as in a manifest. */
  readonly parameters: readonly string[]
  /** Which of `parameters` is the progress reporter; null: it comes after the last. */
  readonly progress: string | null
  readonly check: BundlePoolOptions['check']
  readonly log: Log
  readonly runTimeoutSeconds: number
}

/**
 * Returns the runner of one function. An aborted run rejects at once; the function itself cannot be stopped,
 * and a synchronous one blocks the host while it computes. Copying the result costs 0.2 ms a MB on the loop.
 */
export function createInlineRunner(fn: InlineFunction, options: InlineRunnerOptions): Runner {
  return {
    run: async (
      { functionName, params },
      { signal, progress, onAdmitted = () => {}, onReleased = () => {} },
    ) => {
      const subject = `Function "${functionName}", registered in code,`
      if (signal.aborted) {
        onReleased()
        throw toCancelled(subject)
      }
      onAdmitted()
      let isOpen = true
      const report = (text: string) => {
        if (isOpen) progress.report(String(text).slice(0, messageLength).toWellFormed())
      }
      const stop = new AbortController()
      const timer = setTimeout(
        () => stop.abort(describeOverrun(options.runTimeoutSeconds)),
        options.runTimeoutSeconds * 1000,
      )
      const cancel = () => stop.abort(toCancelled(subject))
      signal.addEventListener('abort', cancel, { once: true })
      const stopped = new Promise<never>((_, reject) =>
        stop.signal.addEventListener('abort', () => reject(stop.signal.reason)),
      )
      const computed = callInlineFunction(fn, params, options, { report })
      computed.then(onReleased, onReleased)
      try {
        return await Promise.race([computed, stopped])
      } catch (error) {
        computed.catch((late: unknown) => {
          if (late !== error)
            options.log.debug({ function: functionName, cause: late }, 'a run that was given up failed later')
        })
        if (error instanceof SpecimenError && error.code === 'run.cancelled') throw error
        if (stop.signal.aborted) throw toFunctionFailure(subject, String(stop.signal.reason))
        const { text, stack } = describePluginThrown(error, null)
        throw toFunctionFailure(subject, text, stack)
      } finally {
        isOpen = false
        clearTimeout(timer)
        signal.removeEventListener('abort', cancel)
      }
    },
  }
}

/** Its name is where the frames of a function in code end in a stack. */
async function callInlineFunction(
  fn: InlineFunction,
  params: Params,
  { parameters, progress, returnType, check }: InlineRunnerOptions,
  reporter: RunContext['progress'],
): Promise<Result> {
  const own = structuredClone(params) // what it gets is its own: changing it changes no schema's default and no other call
  const args: unknown[] = parameters.map((name) => (name === progress ? reporter : own[name]))
  if (progress === null) args.push(reporter)
  const result = toSharedResult(parseResult(await Reflect.apply(fn, undefined, args), returnType))
  await check(result)
  return result
}
