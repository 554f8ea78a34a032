import type { Result } from '../../contract/domain/result/result.ts'
import type { Call } from './call.ts'
import type { RunContext, RunData } from './runner.ts'
import { toRunData } from './to-run-data.ts'

/** Runs a call after the calls of its data, one after the other, without rooms. @throws the errors of runs */
export async function runPlanned({ invocation, runner, inputs }: Call, context: RunContext): Promise<Result> {
  if (!inputs) return await runner.run(invocation, context)
  const data: RunData[] = []
  for (const input of inputs)
    data.push(toRunData(input, input.call.invocation.key, await runPlanned(input.call, context)))
  return await runner.run(invocation, { ...context, data })
}
