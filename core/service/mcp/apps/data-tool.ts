import { retryLost } from '../../calls/calls.ts'
import { toPageAddress } from '../answers/addresses.ts'
import { holdAnswer, summarize, writeLines } from '../answers/answers.ts'
import { computeResult } from '../answers/compute.ts'
import { readFacts, toReader } from '../answers/facts.ts'
import { usualShape } from '../answers/picture.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import { readResultArguments, resultArguments } from '../tools/result-arguments.ts'
import { annotations, type HostTool } from '../tools/tool.ts'
import { checkDataSize, mostDataBytes, toDataResource } from './data-resource.ts'

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
      annotations,
    },
    call: async (asker, given, life) => {
      const asked = readResultArguments(asker, given)
      return await retryLost(async () => {
        const computed = await computeResult(parts, asker, asked, life)
        const { id, roomId } = asked
        const uri = toPageAddress(asker.root, { id, params: computed.call.invocation.params, roomId })
        checkDataSize(computed.entry.bytes, uri)
        const [resource, facts] = await Promise.all([
          toDataResource(parts, asker, { computed, uri, reader: toReader(asker, life) }),
          readFacts(parts, computed, toReader(asker, life)),
        ])
        const summary = summarize(asker, { computed, facts, shape: usualShape, remarks: [] })
        const text = writeLines(summary, computed)
        const content = [{ type: 'text' as const, text }, resource]
        return holdAnswer(asker, { content, structuredContent: { ...summary } })
      })
    },
  }
}
