/** The call of a plan. Its key holds those of its inner calls: it is equal exactly when the whole tree is. */
import { hash } from 'node:crypto'
import { replaceAt } from '../../contract/domain/data-ref.ts'
import { toDataRoom } from '../../contract/domain/invocation.ts'
import { type Json, toCanonicalJson } from '../../contract/values/json.ts'
import type { Call, CallInput, FileInput } from '../run/call.ts'
import type { FileDecoder } from '../run/decoding/file-decoder.ts'
import { toBroughtCall } from './brought-file.ts'
import { findPart } from './check-reference.ts'
import { toFileCall } from './file-call.ts'
import { type FunctionPlan, type InputPlan, toId } from './plan-data.ts'
import { takeBrought, takeSpecimen } from './taken-file.ts'

/** How files are opened. */
export interface FileParts {
  readonly decoder: FileDecoder
  readonly signal: AbortSignal
}

/** Returns the call of a plan. @throws as opening its files */
export async function toPlannedCall(plan: FunctionPlan, files: FileParts): Promise<Call> {
  const { target, invocation } = plan
  const { runner, manifest, owner } = target.registered
  const source = { kind: 'function', type: manifest.return_type, owner } as const
  if (plan.inputs.length === 0) return { invocation, runner, source }
  const inputs: CallInput[] = []
  const taken: FileInput[] = []
  let leaves: Json = invocation.params
  for (const { place, from, words } of plan.inputs) {
    const { steps } = place
    if (from.kind !== 'function' && from.takenAs !== undefined) {
      const file =
        from.kind === 'brought'
          ? takeBrought(from.file, from.takenAs)
          : await takeSpecimen(from.specimen, from.takenAs, files.signal)
      taken.push({ steps, file })
      leaves = replaceAt(leaves, steps, [file.key, file.name])
    } else {
      const input = await toInput({ place, from, words }, files)
      inputs.push(input)
      leaves = replaceAt(leaves, steps, toLeaf(input))
    }
  }
  const key = `${manifest.name}:${hash('sha256', toCanonicalJson(leaves))}`
  const given = { ...(inputs.length > 0 && { inputs }), ...(taken.length > 0 && { files: taken }) }
  return { invocation: { ...invocation, key }, runner, source, ...given }
}

/** Returns what stands for an input in the key of the call that takes it. */
function toLeaf({ part, words = {}, call: { invocation } }: CallInput): Json {
  return [invocation.key, invocation.revision, part ?? null, words.axes ?? null, words.value ?? null]
}

async function toInput({ place, from, words }: InputPlan, files: FileParts): Promise<CallInput> {
  const { steps, kinds, ref } = place
  const part = findPart(ref)
  const call = toRoomOfOwn(await openInput(from, files))
  const id = toId(ref)
  const named = { ...(id !== '' && { id }), ...(part !== undefined && { part }) }
  return { steps, kinds, call, ...named, ...(words && { words }) }
}

async function openInput(from: InputPlan['from'], files: FileParts): Promise<Call> {
  const { decoder, signal } = files
  if (from.kind === 'brought') return toBroughtCall(from.file, decoder)
  if (from.kind === 'file') return await toFileCall(from.specimen, decoder, { roomId: '', signal })
  return await toPlannedCall(from, files)
}

/**
 * Returns a call in a room of its own: it takes the place of no result of its caller, and equal ones are one
 * run for all.
 */
function toRoomOfOwn(call: Call): Call {
  const { key, revision } = call.invocation
  const roomId = toDataRoom(hash('sha256', JSON.stringify([key, revision])))
  return { ...call, invocation: { ...call.invocation, roomId } }
}
