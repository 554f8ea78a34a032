import { toConfig } from '../config.ts'
import { SpecimenError } from '../domain/errors.ts'
import { defaultRoomId } from '../domain/invocation.ts'
import type { Result } from '../domain/result/result.ts'
import { createEngine } from '../engine.ts'
import { createLog } from '../watch/log.ts'

/**
 * Opens a folder of bundles, whose functions are called as a host does, for their default parameters. A call
 * may take `seconds`. @throws `function.failed`, and `params.invalid` where a parameter has no default
 */
export async function openDefaultCalls(
  folder: string,
  seconds: number,
): Promise<{
  readonly compute: (functionName: string, onReport: (text: string) => void) => Promise<Result>
  readonly close: () => Promise<void>
}> {
  const config = toConfig({ plugins: folder, specimens: '', runTimeout: seconds, logLevel: 'silent' })
  const engine = await createEngine({
    config,
    log: await createLog(config, undefined),
    isNamed: { plugins: true, specimens: false },
  })
  const { targets, errors } = engine.catalog.snapshot
  return {
    compute: async (functionName, onReport) => {
      const target = targets.get(functionName)
      if (!target) {
        const reasons = errors.map(({ source, detail }) => ` ${source}: ${detail}`).join('')
        throw new SpecimenError('function.unknown', `No bundle has a function ${functionName}.${reasons}`)
      }
      const invocation = engine.gate.admit(target, {}, defaultRoomId)
      const { signal } = new AbortController()
      return await target.registered.runner.run(invocation, { signal, progress: { report: onReport } })
    },
    close: async () => await engine.close(),
  }
}
