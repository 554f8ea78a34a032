import type { EmbeddedResource } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { dataForms } from '../../../contract/domain/result/forms.ts'
import { fitsEnvelope, openWhole } from '../../../contract/domain/result/stored-result.ts'
import { encodeEnvelope } from '../../../contract/wire/envelope.ts'
import type { FormReader } from '../../http/answer/make-form.ts'
import { toPageAddress } from '../answers/addresses.ts'
import { holdAnswer, summarize, writeLines } from '../answers/answers.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { type ComputedResult, computeResult, withResult } from '../answers/compute.ts'
import { readFacts, toReader } from '../answers/facts.ts'
import { usualShape } from '../answers/picture.ts'
import type { ToolParts } from '../answers/shown-results.ts'
import { encodeBase64, toJsonText } from '../streams/encode-message.ts'
import { readResultArguments, resultArguments } from '../tools/result-arguments.ts'
import { annotations, type HostTool } from '../tools/tool.ts'

/** Bytes of the largest result in a chat. It is one message, and the page prepares it without a worker. */
export const mostDataBytes = 4 * 2 ** 20

const title = 'Data of a result'

/**
 * Returns the tool by which the page in a chat, which has no network, gets results: the arrays as an
 * envelope, or as JSON where version 1 of it has no place for all, beside the words that a model gets.
 */
export function createDataTool(parts: ToolParts): HostTool {
  return {
    listed: {
      name: 'specimen_data',
      title,
      description: `Returns the arrays of a result, at most ${mostDataBytes} bytes, to the page in a chat.`,
      inputSchema: resultArguments,
      annotations: { ...annotations, title },
    },
    call: async (asker, given, life) => {
      const asked = readResultArguments(asker, given)
      const compute = async () => await computeResult(parts, asker, asked, life)
      return await withResult(compute, async (computed) => {
        const { id, roomId } = asked
        const uri = toPageAddress(asker.root, { id, params: computed.call.invocation.params, roomId })
        checkSize(computed.entry.bytes, uri)
        const [resource, facts] = await Promise.all([
          toResource(parts, asker, { computed, uri, reader: toReader(asker, life) }),
          readFacts(parts, computed, toReader(asker, life)),
        ])
        const summary = summarize(asker, { computed, facts, shape: usualShape })
        const text = writeLines(summary, computed)
        const content = [{ type: 'text' as const, text }, resource]
        return holdAnswer(asker, { content, structuredContent: { ...summary } })
      })
    },
  }
}

/** Refuses what is too large for a chat, of a result whose page is at `uri`. @throws `body.large` */
function checkSize(bytes: number, uri: string, form = ''): void {
  if (bytes <= mostDataBytes) return
  const detail = `This result has ${toMegabytes(bytes)}${form}, and a window in a chat shows at most `
  throw new SpecimenError('body.large', `${detail}${toMegabytes(mostDataBytes)}; its page shows it: ${uri}`)
}

/** A result, and the address of its page. */
interface PlacedResult {
  readonly computed: ComputedResult
  readonly uri: string
  readonly reader: FormReader
}

/** Returns the data as a part of an answer; `uri` is their page. @throws `result.lost`, `body.large` */
async function toResource(
  { encoder }: ToolParts,
  { hold, addText }: AskerFacts,
  { computed: { entry }, uri, reader }: PlacedResult,
): Promise<EmbeddedResource> {
  const { result } = await openWhole(entry)
  const { mediaType: mimeType } = dataForms[fitsEnvelope(entry) ? 'envelope' : 'json']
  const of = { uri, mimeType }
  if (fitsEnvelope(entry)) {
    hold(Math.ceil(entry.bytes / 3) * 4)
    const blob = addText(await encodeBase64(encodeEnvelope(result)))
    return { type: 'resource', resource: { ...of, blob } }
  }
  const pieces: Buffer[] = []
  const decoder = new TextDecoder()
  let length = 0
  for await (const piece of encoder.encodePieces(result, 'json', reader)) {
    length += piece.byteLength
    checkSize(length, uri, ' and more as JSON')
    const escaped = toJsonText(decoder.decode(piece, { stream: true }))
    hold(escaped.byteLength)
    pieces.push(escaped)
  }
  return { type: 'resource', resource: { ...of, text: addText(pieces) } }
}

function toMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`
}
