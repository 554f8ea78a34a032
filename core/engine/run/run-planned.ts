import type { Result } from '../../contract/domain/result/result.ts'
import type { Call } from './call.ts'
import type { RunContext, RunData } from './runner.ts'
import { readInput, takeInput } from './take-input.ts'

/** Runs a call after the calls of its data, one after the other, without rooms. @throws the errors of runs */
export async function runPlanned({ invocation, runner, inputs }: Call, context: RunContext): Promise<Result> {
  if (!inputs) return await runner.run(invocation, context)
  const data: RunData[] = []
  const { functionName } = invocation
  const { signal } = context
  for (const input of inputs)
    data.push(
      input.file
        ? await readInput(input, { functionName, limit: Number.POSITIVE_INFINITY, signal })
        : takeInput(input, await runPlanned(input.call, context)),
    )
  return await runner.run(invocation, { ...context, data })
}
