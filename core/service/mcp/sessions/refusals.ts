/** Refusals in the protocol's two forms: as the answer of a tool, and as the error of another request. */
import type { CallToolResult, McpError } from '@modelcontextprotocol/sdk/types.js'
import { toAgentMessage } from '../../../contract/domain/door-error.ts'
import { type ErrorCode, type SpecimenError, toSpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import { quote, showText } from '../answers/data-words.ts'
import type { McpPackages } from '../packages.ts'

/** The sentence of a refusal names so many of the refused values; more are named after it. */
const namedIssues = 3
const mostIssues = 10
/** Characters of a sentence: it may have an address in it. */
const longestSentence = 8000
/** The protocol's code for a resource that is not there. */
const resourceUnknown = -32002

const unknownResources: readonly ErrorCode[] = ['specimen.unknown', 'route.unknown', 'file.missing']
const ownFaults: readonly ErrorCode[] = ['internal', 'system.failed', 'host.busy', 'host.stopping']

/** Returns a refusal as the answer of a tool, with what a model has to correct. */
export function toRefusal(error: SpecimenError): CallToolResult {
  const { issues, retryAfterSeconds } = error
  const fields = issues
    .slice(namedIssues, mostIssues)
    .map(({ pointer, found, allowed }) => showText(`${pointer || '/'}: found ${found}; allowed: ${allowed}`))
  const more = issues.length - mostIssues
  const rest = more > 0 ? [`${more} more values are refused.`] : []
  const wait = retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} s.`]
  const text = [toSentence(error), ...fields, ...rest, ...wait, `(${error.code})`].join('\n')
  return { isError: true, content: [{ type: 'text', text }] }
}

/** Returns a refusal as the protocol's error of a request that is no tool's call. */
export function toProtocolError(
  { McpError, ErrorCode }: McpPackages['types'],
  error: SpecimenError,
): McpError {
  const { code } = error
  const message = toSentence(error)
  if (unknownResources.includes(code)) return new McpError(resourceUnknown, message, { code })
  const isOwn = ownFaults.includes(code)
  return new McpError(isOwn ? ErrorCode.InternalError : ErrorCode.InvalidParams, message, { code })
}

/** What a function threw is its author's; other sentences are the host's, with values of others in them. */
function toSentence(error: SpecimenError): string {
  if (error.code === 'function.failed') return quote(error.message)
  return showText(toAgentMessage(error), longestSentence)
}

/** Returns what `make` returns. @throws McpError for a refusal, which the SDK sends to the client */
export async function answer<Answer>(
  types: McpPackages['types'],
  log: Log,
  make: () => Answer | Promise<Answer>,
): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    const known = toSpecimenError(error)
    if (known.code === 'internal') log.error({ err: known.cause }, 'a request of an agent failed')
    throw toProtocolError(types, known)
  }
}
