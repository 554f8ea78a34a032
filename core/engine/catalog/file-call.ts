import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { Specimen, StaticSpecimen } from '../../contract/domain/specimen.ts'
import type { Call } from '../run/call.ts'
import type { FileDecoder } from '../run/decoding/file-decoder.ts'
import type { Runner } from '../run/runner.ts'
import { openAsset } from './open-asset.ts'

/** Returns the call that decodes a file, equal while the file is the same. @throws as opening it */
export async function toFileCall(
  { id, type, data, isDecodedThere }: StaticSpecimen,
  decoder: FileDecoder,
  { roomId, signal }: { readonly roomId: string; readonly signal: AbortSignal },
): Promise<Call> {
  const { headers } = await openAsset(data, { method: 'HEAD', headers: {} }, signal)
  const { etag = '', 'last-modified': modified = '', 'content-length': length = '' } = headers
  const invocation: Invocation = {
    functionName: id,
    revision: [etag, modified, length].join(' '),
    params: {},
    roomId,
    key: toFileKey(id),
  }
  const open = async (ended: AbortSignal) => await openAsset(data, { method: 'GET', headers: {} }, ended)
  const file = { name: data.name ?? id, isDecodedThere, open }
  const source = { kind: 'specimen', type, file: data.name } as const
  return { invocation, runner: decoder.createRunner(file), source }
}

/**
 * Returns the runner of a call that decodes a worker's file, which is refused when the file is no longer the
 * one of the call; undefined for any other call.
 */
export function findFileRunner(
  specimens: ReadonlyMap<string, Specimen>,
  invocation: Invocation,
  decoder: FileDecoder,
): Runner | undefined {
  const file = findFileThere(specimens, invocation)
  if (!file) return undefined
  return {
    run: async (asked, context) => {
      const { roomId, revision } = asked
      const call = await toFileCall(file, decoder, { roomId, signal: context.signal })
      if (call.invocation.revision === revision) return await call.runner.run(asked, context)
      throw new SpecimenError('file.missing', `The file of ${file.id} has changed; ask again.`)
    },
  }
}

/** Returns the specimen whose file a call decodes at its worker; undefined for any other call. */
export function findFileThere(
  specimens: ReadonlyMap<string, Specimen>,
  { functionName, key }: Invocation,
): StaticSpecimen | undefined {
  const specimen = key === toFileKey(functionName) ? specimens.get(functionName) : undefined
  return specimen?.kind === 'static' && specimen.isDecodedThere ? specimen : undefined
}

/** Returns the key of such a call, which is no function's: names have no space. */
function toFileKey(id: string): string {
  return `file ${id}`
}
