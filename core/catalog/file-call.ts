import type { Invocation } from '../domain/invocation.ts'
import type { StaticSpecimen } from '../domain/specimen.ts'
import type { FileDecoder } from '../run/decoding/file-decoder.ts'
import type { Call } from '../run/executor.ts'
import { openAsset } from './open-asset.ts'

/** Returns the call that decodes a file, equal while the file is the same. @throws as opening it */
export async function toFileCall(
  { id, data }: StaticSpecimen,
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
    key: `file ${id}`, // no function's key: names have no space
  }
  const open = async (ended: AbortSignal) => await openAsset(data, { method: 'GET', headers: {} }, ended)
  return { invocation, runner: decoder.createRunner({ name: data.name ?? id, open }) }
}
