import { toConfig } from '../config.ts'
import { SpecimenError } from '../domain/errors.ts'
import { defaultRoomId } from '../domain/invocation.ts'
import type { Result } from '../domain/result/result.ts'
import { createEngine } from '../engine.ts'
import { createLog } from '../watch/log.ts'

/** The functions of a folder of bundles, called as a host does: in a process, checked, with a timeout. */
export interface ComputedDefaults {
  /**
   * Resolves with a function's result for its default parameters.
   * @throws `function.failed`, and `params.invalid` where a parameter has no default
   */
  readonly compute: (functionName: string, onReport: (text: string) => void) => Promise<Result>
  readonly close: () => Promise<void>
}

/** Opens a folder of bundles; a call may take `seconds`. */
export async function openDefaultCalls(folder: string, seconds: number): Promise<ComputedDefaults> {
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
