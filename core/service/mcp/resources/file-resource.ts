import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { StaticSpecimen } from '../../../contract/domain/specimen.ts'
import { openAsset, toMediaType } from '../../../engine/catalog/open-asset.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { encodeBase64 } from '../streams/encode-message.ts'

/** Largest file that is sent as a resource; a larger one is fetched by its address. */
export const mostFileBytes = 2 ** 20

/** A file that is read as a resource. */
export interface FileResource {
  readonly uri: string
  readonly specimen: StaticSpecimen
}

/** Returns the file of a specimen. @throws `body.large`, and as opening it */
export async function readFileResource(
  asker: AskerFacts,
  { uri, specimen: { id, data } }: FileResource,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const { byteLength, body } = await openAsset(data, { method: 'GET', headers: {} }, signal)
  const pieces: Uint8Array[] = []
  for await (const piece of body ?? []) {
    if (byteLength > mostFileBytes) break // which frees what is open
    pieces.push(Uint8Array.from(piece))
  }
  if (byteLength > mostFileBytes) {
    const address = `${asker.root}/api/specimens/${encodeURIComponent(id)}/data`
    const detail = `The file of ${id} has ${byteLength} bytes, and a resource at most ${mostFileBytes}`
    throw new SpecimenError('body.large', `${detail}. look shows it; the file itself is at ${address}`)
  }
  asker.hold(2 * byteLength)
  const blob = asker.addText(await encodeBase64(pieces))
  return { contents: [{ uri, mimeType: toMediaType(data.name ?? id), blob }] }
}
