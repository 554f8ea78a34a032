import type { Result } from '../../contract/domain/result/result.ts'
import type { Call } from './call.ts'
import type { RunContext, RunData } from './runner.ts'
import { readInput } from './take-input.ts'
import { toRunData } from './to-run-data.ts'

/** Runs a call after the calls of its data, one after the other, without rooms. @throws the errors of runs */
export async function runPlanned(
  { invocation, runner, inputs = [], files = [] }: Call,
  context: RunContext,
): Promise<Result> {
  if (inputs.length + files.length === 0) return await runner.run(invocation, context)
  const data: RunData[] = []
  const { functionName } = invocation
  const { signal } = context
  for (const input of inputs)
    data.push(toRunData(input, input.call.invocation.key, await runPlanned(input.call, context)))
  for (const file of files)
    data.push(await readInput(file, { functionName, limit: Number.POSITIVE_INFINITY, signal }))
  return await runner.run(invocation, { ...context, data })
}
