import { expect, test } from 'vitest'
import { createInlineRunner } from '../../../core/engine/run/inline-runner.ts'
import { createTestLog, fail } from '../../interface/runner-harness.ts'

test('gives up a function registered in code at the deadline, and passes on nothing more of it', async () => {
  const said: string[] = []
  const never = (reporter: { report(text: string): void }) =>
    new Promise<never>((_, reject) =>
      setTimeout(() => [reporter.report('late'), reject(new Error('late'))], 60),
    )
  const log = createTestLog()
  const options = {
    returnType: 'mesh',
    parameters: [],
    progress: null,
    check: async () => {},
    log,
    runTimeoutSeconds: 0.02,
  } as const
  const error = await fail(createInlineRunner(never, options), 'never', { report: (text) => said.push(text) })
  expect(error).toMatchObject({ code: 'function.failed' })
  expect(error.message).toMatch(/--run-timeout.*never, registered in code/)
  await expect
    .poll(() => log.entries.map(({ message }) => message))
    .toContain('a run that was given up failed later')
  expect(said).toEqual([])
})
