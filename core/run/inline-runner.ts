import type { Invocation } from '../domain/invocation.ts'
import { messageLength, toFraction } from '../domain/job.ts'
import type { Log } from '../domain/log.ts'
import { parseResult } from '../domain/result/parse-result.ts'
import type { Result, ResultType } from '../domain/result/result.ts'
import type { Params } from '../domain/schema.ts'
import { describePluginThrown } from './plugin-stack.ts'
import { cancelledError, describeOverrun, toFunctionFailure } from './run-failure.ts'
import { RunStop } from './run-stop.ts'
import type { CheckResult, RunContext, Runner } from './runner.ts'
import { toSharedResult } from './shared-memory.ts'

/** A function registered in code: parameters by position, then the progress reporter by default. */
export type InlineFunction = (...args: never[]) => unknown

/** The signature and bounds of an {@link InlineFunction}. */
export interface InlineRunnerOptions {
  readonly returnType: ResultType
  readonly parameters: readonly string[]
  /** The progress reporter among `parameters`; null when it comes last. */
  readonly progress: string | null
  readonly check: CheckResult
  readonly log: Log
  readonly runTimeoutSeconds: number
}

/**
 * Returns the runner of one function that was registered in code: on the host's own loop, awaited. It belongs
 * to the host's author, so it is not isolated; but its results are parsed, copied and checked like any other,
 * and late reports are discarded.
 *
 * An aborted run rejects at once; the function itself cannot be stopped, and a synchronous one blocks the
 * host while it computes. Copying the result costs 0.2 ms a MB on the loop.
 */
export function createInlineRunner(fn: InlineFunction, options: InlineRunnerOptions): Runner {
  return { run: (invocation, context) => runInline(fn, options, { invocation, context }) }
}

async function runInline(
  fn: InlineFunction,
  options: InlineRunnerOptions,
  { invocation, context }: { readonly invocation: Invocation; readonly context: RunContext },
): Promise<Result> {
  const { functionName, params } = invocation
  const { signal, progress, onAdmitted, onPlaced, onReleased = () => {}, log = options.log } = context
  const subject = `function ${functionName}, registered in code`
  if (signal.aborted) {
    onReleased()
    throw cancelledError(subject)
  }
  onAdmitted?.()
  onPlaced?.()
  const stop = new RunStop(signal, () => cancelledError(subject))
  stop.stopAfter(options.runTimeoutSeconds, () =>
    toFunctionFailure(subject, describeOverrun(options.runTimeoutSeconds)),
  )
  const reporter = {
    report: (text: string, fraction?: number) => {
      if (stop.isOpen)
        progress.report(String(text).slice(0, messageLength).toWellFormed(), toFraction(fraction))
    },
  }
  const computed = callInlineFunction(fn, options, { params, reporter }).catch((error: unknown) => {
    if (!stop.isOpen)
      log.debug({ function: functionName, cause: error }, 'a run that was given up failed later')
    const { text, stack } = describePluginThrown(error, null)
    throw toFunctionFailure(subject, text, stack)
  })
  computed.then(onReleased, onReleased)
  return await stop.race(computed)
}

/** Its name marks the end of the function's frames in a stack. */
async function callInlineFunction(
  fn: InlineFunction,
  { parameters, progress, returnType, check }: InlineRunnerOptions,
  { params, reporter }: { readonly params: Params; readonly reporter: RunContext['progress'] },
): Promise<Result> {
  // A copy: changing it changes no schema's default and no other call.
  const own = structuredClone(params)
  const args: unknown[] = parameters.map((name) => {
    if (name === progress) return reporter
    return Object.hasOwn(own, name) ? own[name] : undefined // every object has a toString
  })
  if (progress === null) args.push(reporter)
  const result = toSharedResult(parseResult(await Reflect.apply(fn, undefined, args), returnType))
  await check(result)
  return result
}
