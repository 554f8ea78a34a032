import { SpecimenError } from '../../contract/domain/errors.ts'
import { parseRoomId } from '../../contract/domain/parse-room-id.ts'
import { toFileCall } from '../../engine/catalog/file-call.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import type { Call } from '../../engine/run/call.ts'
import type { FileDecoder } from '../../engine/run/decoding/file-decoder.ts'
import type { RelayFrameOf } from '../link/control-frames.ts'

/**
 * Returns the requested decoding of a specimen's file, as a run.
 * @throws `file.missing`, `room.invalid`, and as opening the file
 */
export async function admitFile(
  { function: id, room }: RelayFrameOf<'run'>,
  { specimens }: Snapshot,
  { decoder, signal }: { readonly decoder: FileDecoder; readonly signal: AbortSignal },
): Promise<Call> {
  const specimen = specimens.get(id)
  if (specimen?.kind !== 'static')
    throw new SpecimenError('file.missing', `There is no file of ${JSON.stringify(id)} here.`)
  return await toFileCall(specimen, decoder, { roomId: parseRoomId(room), signal })
}
