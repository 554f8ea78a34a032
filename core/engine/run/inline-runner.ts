import { messageLength, toFraction } from '../../contract/domain/job.ts'
import type { Log } from '../../contract/domain/log.ts'
import { type CalledReturn, parseCalled } from '../../contract/domain/result/parse-returned.ts'
import type { Result, ResultType } from '../../contract/domain/result/result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import { describePluginThrown } from './plugin-stack.ts'
import { copyData, putValue } from './put-value.ts'
import { cancelledError, describeOverrun, toFunctionFailure } from './run-failure.ts'
import { RunStop } from './run-stop.ts'
import type { CheckResult, RunContext, Runner } from './runner.ts'
import { toSharedResult } from './shared-memory.ts'

/** The facts of a function in code, and the parts that it runs with. */
export interface InlineRunnerOptions extends CalledReturn {
  readonly returnType: ResultType
  readonly parameters: readonly string[]
  /** The progress reporter among `parameters`; null when it comes last. */
  readonly progress: string | null
  readonly check: CheckResult
  readonly log: Log
  readonly runTimeoutSeconds: number
}

/** What a function in code is called with, beside its parameters. */
type InlineCall = Pick<RunContext, 'progress' | 'data'>

/**
 * Returns the runner of one function that was registered in code: on the host's own loop, awaited. It belongs
 * to the host's author, so it is not isolated; but its results are parsed, copied and checked like any other,
 * and late reports are discarded.
 *
 * An aborted run rejects at once; the function itself cannot be stopped, and a synchronous one blocks the
 * host while it computes. Copying the result costs 0.2 ms a MB on the loop.
 */
export function createInlineRunner(fn: (...args: never[]) => unknown, options: InlineRunnerOptions): Runner {
  const { parameters, check, runTimeoutSeconds } = options
  /** Its name marks the end of the function's frames in a stack. */
  async function callInlineFunction(
    params: Params,
    { progress: reporter, data = [] }: InlineCall,
  ): Promise<Result> {
    // A copy: changing it changes no schema's default and no other call.
    const own: { readonly [name: string]: unknown } = structuredClone(params)
    for (const each of data) putValue(own, copyData(each))
    const args: unknown[] = parameters.map((name) => {
      if (name === options.progress) return reporter
      return Object.hasOwn(own, name) ? own[name] : undefined // every object has a toString
    })
    if (options.progress === null) args.push(reporter)
    const result = toSharedResult(parseCalled(await Reflect.apply(fn, undefined, args), options))
    await check(result)
    return result
  }
  const run: Runner['run'] = async ({ functionName, params }, context) => {
    const { signal, progress, onAdmitted, onPlaced, onReleased = () => {}, log = options.log } = context
    const subject = `function ${functionName}, registered in code`
    if (signal.aborted) {
      onReleased()
      throw cancelledError(subject)
    }
    onAdmitted?.()
    onPlaced?.()
    const stop = new RunStop(signal, () => cancelledError(subject))
    stop.stopAfter(runTimeoutSeconds, () => toFunctionFailure(subject, describeOverrun(runTimeoutSeconds)))
    const report = (text: string, fraction?: number): void => {
      if (stop.isOpen)
        progress.report(String(text).slice(0, messageLength).toWellFormed(), toFraction(fraction))
    }
    const computed = callInlineFunction(params, { progress: { report }, data: context.data }).catch(
      (error: unknown) => {
        if (!stop.isOpen)
          log.debug({ function: functionName, cause: error }, 'a run that was given up failed later')
        const { text, stack } = describePluginThrown(error, null)
        throw toFunctionFailure(subject, text, stack)
      },
    )
    computed.then(onReleased, onReleased)
    return await stop.race(computed)
  }
  return { run }
}
