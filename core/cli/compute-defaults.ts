import { join } from 'node:path'
import type { DefaultCalls } from '../../build/commands/thumbnail.ts'
import { SpecimenError } from '../contract/domain/errors.ts'
import { defaultRoomId } from '../contract/domain/invocation.ts'
import type { Result } from '../contract/domain/result/result.ts'
import type { Params } from '../contract/domain/schema.ts'
import type { Specimen } from '../contract/domain/specimen.ts'
import { toFileCall } from '../engine/catalog/file-call.ts'
import { noFiles, planData } from '../engine/catalog/plan-data.ts'
import { toPlannedCall } from '../engine/catalog/planned-call.ts'
import { createEngine } from '../engine/engine.ts'
import type { CallTarget } from '../engine/functions/gate.ts'
import { runPlanned } from '../engine/run/run-planned.ts'
import { toConfig } from '../options/config.ts'
import { createLog } from '../service/watch/log.ts'

/** The surroundings of calls. */
export interface CallSurroundings {
  readonly specimens: string
  readonly runTimeout: number
  /** Permissions, as `--allow` has them. */
  readonly allow?: string | undefined
  /** Variables of bundles, as `--env` has them. */
  readonly env?: string | undefined
  /** The folder of the plugins, from which packages with native code are loaded. */
  readonly packages?: string
}

/** Opens a folder of bundles and one of specimens ('' for none), whose functions are called as by a host. */
export async function openDefaultCalls(
  folder: string,
  { packages, ...given }: CallSurroundings,
): Promise<DefaultCalls> {
  const config = toConfig({ plugins: folder, ...given, logLevel: 'silent' })
  const engine = await createEngine({
    config,
    packages,
    log: await createLog(config, undefined),
    isNamed: { plugins: true, specimens: given.specimens !== '' },
  })
  const { targets, functions, specimens: shown, errors } = engine.catalog.snapshot
  const { signal } = new AbortController()
  let peak = 0
  const onPeak = (bytes: number): void => {
    peak = Math.max(peak, bytes)
  }
  const call = async (
    target: CallTarget,
    onReport: (text: string) => void,
    params: Params = {},
  ): Promise<Result> => {
    const invocation = engine.gate.admit(target, params, defaultRoomId)
    const parts = { view: engine.catalog.view(), gate: engine.gate, files: noFiles }
    const plan = planData(target, invocation, parts)
    const planned = await toPlannedCall(plan, { decoder: engine.decoder, signal })
    return await runPlanned(planned, { signal, progress: { report: onReport }, onPeak })
  }
  const compute: DefaultCalls['compute'] = async (functionName, onReport, params) => {
    const target = targets.get(functionName)
    if (target) return await call(target, onReport, params)
    const reasons = errors.map(({ source, detail }) => ` ${source}: ${detail}`).join('')
    throw new SpecimenError('function.unknown', `No bundle has a function ${functionName}.${reasons}`)
  }
  const computeShown = async (specimen: Specimen, onReport: (text: string) => void): Promise<Result> => {
    if (specimen.kind === 'static') {
      const file = await toFileCall(specimen, engine.decoder, { roomId: defaultRoomId, signal })
      return await file.runner.run(file.invocation, { signal, progress: { report: onReport } })
    }
    const registered = functions.get(specimen.functionName)
    if (!registered) return await compute(specimen.functionName, onReport)
    return await call({ registered, schema: specimen.schema }, onReport)
  }
  return {
    compute,
    readPeak: () => peak,
    // Those of bundles have no picture in a file here: the bundles were built without.
    specimens: [...shown.values()].flatMap((specimen) => {
      const { id, thumbnail, words } = specimen
      if (thumbnail?.kind !== 'file') return []
      const file = join(thumbnail.folder, thumbnail.name)
      return [{ id, file, words: words ?? {}, compute: (report) => computeShown(specimen, report) }]
    }),
    problems: errors.map(({ source, detail }) => `${source}: ${detail}`),
    close: async () => await engine.close(),
  }
}
