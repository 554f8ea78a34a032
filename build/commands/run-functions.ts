/** Runs the functions of bundles as a host does, and finds those that do not keep what they promise. */

import { createHash } from 'node:crypto'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { Need } from '../../core/contract/domain/needs.ts'
import type { Preset } from '../../core/contract/domain/preset.ts'
import { listArrays, type Result, toSmallMembers } from '../../core/contract/domain/result/result.ts'
import { cutText } from '../../core/contract/text/cut-text.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { deriveFunction } from '../derive/derive-manifest.ts'
import { type Diagnostic, toError, toWarning } from '../model/diagnostics.ts'
import { listNeeds, readPresetTag } from '../model/function-tags.ts'
import type { BuiltBundle } from '../model/outcome.ts'
import type { FunctionSignature } from '../model/signature.ts'
import { adviseFailure } from './advise-failure.ts'
import type { DefaultCalls } from './thumbnail.ts'

const longestReason = 500

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
    onProgress,
  }: {
    /** Permissions by the name of a bundle. */
    readonly allowed: ReadonlyMap<string, readonly Need[]>
    readonly onProgress: (text: string) => void
  },
): Promise<Diagnostic[]> {
  const problems: Diagnostic[] = []
  for (const { plugin, functions } of bundles) {
    const missing = listNeeds(functions).filter((need) => !allowed.get(plugin.name)?.includes(need))
    for (const signature of functions) {
      onProgress(`running ${signature.name}`)
      if (missing.length > 0) problems.push(leaveOut(signature, ...refusePermission(plugin.name, missing)))
      else problems.push(...(await runFunction(signature, calls)))
    }
  }
  return problems
}

async function runFunction(
  signature: FunctionSignature,
  calls: Pick<DefaultCalls, 'compute'>,
): Promise<Diagnostic[]> {
  const { required = [] } = deriveFunction(signature).schema
  const presets = signature.tags
    .filter(({ name }) => name === 'preset')
    .flatMap((tag) => readPresetTag(tag) ?? [])
  const runs = required.length > 0 ? presets : [{ name: '', params: {} }, ...presets]
  if (runs.length === 0) {
    const remedy = 'Give each parameter a default, or name values: @preset Small {"size":1}.'
    return [leaveOut(signature, `${required.join(', ')} has no default, and there is no preset.`, remedy)]
  }
  const problems: Diagnostic[] = []
  for (const run of runs) problems.push(...(await runTwice(signature, run, calls)))
  return problems
}

async function runTwice(
  { name, span }: FunctionSignature,
  { name: preset, params }: Preset,
  { compute }: Pick<DefaultCalls, 'compute'>,
): Promise<Diagnostic[]> {
  const values = preset === '' ? 'its defaults' : `the preset "${preset}"`
  try {
    const first = digestResult(await compute(name, () => {}, params))
    if (digestResult(await compute(name, () => {}, params)) === first) return []
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    return [toError('run.failed', describeFailure({ name, span }, values, error))]
  }
  const found = `${name} returns another result at a second run with ${values}.`
  const remedy =
    'Take no clock and no Math.random, keep nothing from run to run, and make chance a parameter ' +
    '(seed: Integer = 1): hosts keep a result for all who send the same values.'
  return [toError('run.changed', { span, path: name, found, remedy })]
}

function describeFailure(
  { name, span }: Pick<FunctionSignature, 'name' | 'span'>,
  values: string,
  { message }: SpecimenError,
): Omit<Diagnostic, 'code' | 'severity'> {
  const found = `${name} fails with ${values}: ${cutText(message, longestReason)}`
  return { span, path: name, found, remedy: adviseFailure(message) }
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
  for (const { functions } of bundles) {
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
        // A machine that is busy, or can start no process, says nothing of the function.
        const isOfMachine = error.code === 'internal' || error.code.startsWith('host.') || isLate()
        if (isOfMachine) untried.push(name)
        else problems.push(toWarning('run.failed', describeFailure(signature, 'its defaults', error)))
      }
    }
  }
  return { problems, untried }
}

function leaveOut({ name, span }: FunctionSignature, reason: string, remedy: string): Diagnostic {
  return toWarning('run.skipped', { span, path: name, found: `${name} was not run: ${reason}`, remedy })
}

function refusePermission(bundle: string, missing: readonly Need[]): [reason: string, remedy: string] {
  const reason = `the bundle ${bundle} asks for ${missing.join(', ')} (@needs), and is not allowed that here.`
  return [
    reason,
    `Allow it, where you trust it: ${toCommand(`check --run --allow ${bundle}:${missing.join(',')}`)}.`,
  ]
}
