/** Runs the functions of bundles as a host does, and finds those that do not keep what they promise. */

import { createHash } from 'node:crypto'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { Grants, Need } from '../../core/contract/domain/needs.ts'
import type { Preset } from '../../core/contract/domain/preset.ts'
import { listArrays, type Result, toSmallMembers } from '../../core/contract/domain/result/result.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { deriveFunction } from '../derive/derive-manifest.ts'
import { type Diagnostic, toError, toWarning } from '../model/diagnostics.ts'
import { listNeeds, readPresetTag } from '../model/function-tags.ts'
import type { BuiltBundle } from '../model/outcome.ts'
import type { FunctionSignature } from '../model/signature.ts'
import type { FunctionCalls, FunctionLeft } from '../report/run-report.ts'
import { describeFailure, type FunctionPlace } from './describe-failure.ts'
import type { DefaultCalls } from './thumbnail.ts'

/** The functions that were run, those that were left out, and what was found. */
export interface FunctionCheck extends FunctionCalls {
  readonly problems: readonly Diagnostic[]
}

/** Returns the SHA-256 of a result, in hex: its type, its small members, and the bytes of its arrays. */
export function digestResult(result: Result): string {
  const hash = createHash('sha256').update(JSON.stringify([result.type, toSmallMembers(result)]))
  for (const { buffer, byteOffset, byteLength } of listArrays(result))
    hash.update(new Uint8Array(buffer, byteOffset, byteLength))
  return hash.digest('hex')
}

/**
 * Runs each function twice with its defaults, where every parameter has one, and twice with each preset. A
 * failure, and another result of the second run, are errors at the function; one that cannot be run is a
 * warning.
 */
export async function runFunctions(
  bundles: readonly BuiltBundle[],
  calls: Pick<DefaultCalls, 'compute'>,
  {
    allowed,
    onWait,
  }: {
    /** Permissions by the name of a bundle. */
    readonly allowed: Grants
    /** Receives the name of a function that runs, with what it tells of its progress. */
    readonly onWait: (name: string, text?: string) => void
  },
): Promise<FunctionCheck> {
  const problems: Diagnostic[] = []
  const ran: string[] = []
  const left: FunctionLeft[] = []
  const leaveOut = ({ name, span }: FunctionSignature, { reason, remedy }: Hindrance): void => {
    left.push({ name, reason })
    problems.push(
      toWarning('run.skipped', { span, path: name, found: `${name} was not run: ${reason}`, remedy }),
    )
  }
  for (const bundle of bundles) {
    const { plugin, functions } = bundle
    const missing = listNeeds(functions).filter((need) => !allowed.get(plugin.name)?.includes(need))
    for (const signature of functions) {
      onWait(signature.name)
      const values = listValues(signature)
      if (missing.length > 0) leaveOut(signature, refusePermission(plugin.name, missing, allowed))
      else if (values.kind === 'none') leaveOut(signature, values)
      else {
        const trial = { compute: calls.compute, onWait, bundle, granted: allowed.get(plugin.name) ?? [] }
        for (const preset of values.presets) problems.push(...(await runTwice(signature, preset, trial)))
        ran.push(signature.name)
      }
    }
  }
  return { problems, ran, left }
}

/** The reason for which a function is not run, and what to do about it. */
interface Hindrance {
  readonly reason: string
  readonly remedy: string
}

/** The values that a function is run with. */
type FunctionValues =
  | { readonly kind: 'presets'; readonly presets: readonly Preset[] }
  | ({ readonly kind: 'none' } & Hindrance)

function listValues(signature: FunctionSignature): FunctionValues {
  const { required = [] } = deriveFunction(signature).schema
  const presets = signature.tags
    .filter(({ name }) => name === 'preset')
    .flatMap((tag) => readPresetTag(tag) ?? [])
  const runs = required.length > 0 ? presets : [{ name: '', params: {} }, ...presets]
  if (runs.length === 0) {
    const remedy = 'Give each parameter a default, or name values: @preset Small {"size":1}.'
    const verb = required.length === 1 ? 'has' : 'have'
    const reason = `${required.join(', ')} ${verb} no default, and there is no preset.`
    return { kind: 'none', reason, remedy }
  }
  return { kind: 'presets', presets: runs }
}

/** The means to run a function. */
interface FunctionTries extends FunctionPlace, Pick<DefaultCalls, 'compute'> {
  readonly onWait: (name: string, text?: string) => void
}

async function runTwice(
  { name, span }: FunctionSignature,
  { name: preset, params }: Preset,
  { compute, onWait, ...place }: FunctionTries,
): Promise<Diagnostic[]> {
  const values = preset === '' ? 'its defaults' : `the preset "${preset}"`
  const onReport = (text: string): void => onWait(name, text)
  try {
    const first = digestResult(await compute(name, onReport, params))
    if (digestResult(await compute(name, onReport, params)) === first) return []
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    return [toError('run.failed', describeFailure({ name, span }, values, error, place))]
  }
  const found = `${name} returns another result at a second run with ${values}.`
  const remedy =
    'Take no clock and no Math.random, keep nothing from run to run, and make chance a parameter ' +
    '(seed: Integer = 1): hosts keep a result for all who send the same values.'
  return [toError('run.changed', { span, path: name, found, remedy })]
}

/** The first calls of functions. */
export interface FunctionTrial {
  readonly problems: readonly Diagnostic[]
  /** Names of functions that were not called. */
  readonly untried: readonly string[]
}

/**
 * Calls each function once with its defaults, until `isLate`, and warns of what fails. One that needs values
 * or permissions is not called.
 */
export async function tryFunctions(
  bundles: readonly BuiltBundle[],
  { compute }: Pick<DefaultCalls, 'compute'>,
  { onProgress, isLate }: { readonly onProgress: (text: string) => void; readonly isLate: () => boolean },
): Promise<FunctionTrial> {
  const problems: Diagnostic[] = []
  const untried: string[] = []
  for (const bundle of bundles) {
    const { functions } = bundle
    const isAsking = listNeeds(functions).length > 0
    for (const signature of functions) {
      const { name } = signature
      const { required = [] } = deriveFunction(signature).schema
      if (isAsking || required.length > 0 || isLate()) {
        untried.push(name)
        continue
      }
      onProgress(`running ${name}`)
      try {
        await compute(name, () => {})
      } catch (error) {
        if (!(error instanceof SpecimenError)) throw error
        // A machine that is busy, or can start no process, says nothing of the function; and a default may
        // refer to a specimen of the host, or of a bundle that is not built anew.
        const isOfMachine = error.code === 'internal' || error.code.startsWith('host.') || isLate()
        if (isOfMachine || error.code === 'specimen.unknown') untried.push(name)
        else {
          const failure = describeFailure(signature, 'its defaults', error, { bundle, granted: [] })
          problems.push(toWarning('run.failed', failure))
        }
      }
    }
  }
  return { problems, untried }
}

function refusePermission(bundle: string, missing: readonly Need[], allowed: Grants): Hindrance {
  const reason = `the bundle ${bundle} asks for ${missing.join(', ')} (@needs), and is not allowed that here.`
  const wanted = new Map(allowed).set(bundle, [...(allowed.get(bundle) ?? []), ...missing])
  const flags = [...wanted].map(([name, needs]) => ` --allow ${name}:${needs.join(',')}`)
  const command = toCommand(`check --run${flags.join('')}`)
  return { reason, remedy: `Allow it, where you trust it: ${command}.` }
}
