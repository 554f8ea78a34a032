import type { EmbeddedResource } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { dataForms } from '../../../contract/domain/result/forms.ts'
import { fitsEnvelope, openWhole } from '../../../contract/domain/result/stored-result.ts'
import { encodeEnvelope } from '../../../contract/wire/envelope.ts'
import { type FormReader, measurePieces } from '../../calls/make-form.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ComputedResult } from '../answers/compute.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import { encodeBase64, escapeText } from '../streams/encode-message.ts'

/** Bytes of the largest result in a chat. It is one message, and the page prepares it without a worker. */
export const mostDataBytes = 4 * 2 ** 20

/** Refuses what is too large for a chat, of a result whose page is at `uri`. @throws `body.large` */
export function checkDataSize(bytes: number, uri: string, form = ''): void {
  if (bytes <= mostDataBytes) return
  const detail = `This result has ${toMegabytes(bytes)}${form}, and a window in a chat shows at most `
  throw new SpecimenError('body.large', `${detail}${toMegabytes(mostDataBytes)}; its page shows it: ${uri}`)
}

/** A result, and the address of its page. */
export interface ResultAtPage {
  readonly computed: ComputedResult
  readonly uri: string
  readonly reader: FormReader
}

/** Returns the data as a part of an answer; `uri` is their page. @throws `result.lost`, `body.large` */
export async function toDataResource(
  { encoder }: ToolParts,
  { hold, addText }: AskerFacts,
  { computed: { entry }, uri, reader }: ResultAtPage,
): Promise<EmbeddedResource> {
  const { result } = await openWhole(entry)
  const { mediaType: mimeType } = dataForms[fitsEnvelope(entry) ? 'envelope' : 'json']
  const of = { uri, mimeType }
  if (fitsEnvelope(entry)) {
    hold(Math.ceil(entry.bytes / 3) * 4)
    const blob = addText(await encodeBase64(encodeEnvelope(result)))
    return { type: 'resource', resource: { ...of, blob } }
  }
  hold(measurePieces(entry))
  const pieces: Buffer[] = []
  const decoder = new TextDecoder()
  const decode = decoder.decode.bind(decoder)
  let length = 0
  for await (const piece of encoder.encodePieces(result, 'json', reader)) {
    length += piece.byteLength
    checkDataSize(length, uri, ' and more as JSON')
    const escaped = await escapeText(piece, decode)
    hold(escaped.reduce((sum, { byteLength }) => sum + byteLength, 0))
    pieces.push(...escaped)
  }
  return { type: 'resource', resource: { ...of, text: addText(pieces) } }
}

function toMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`
}
