import type { SpecimenBody } from '../../client/client.ts'
import { decodeEnvelope } from '../../client/decoders.ts'
import { createHostCalls, type HostCalls } from '../../client/host-calls.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { Json, JsonObject } from '../../contract/values/json.ts'
import { parseBase64 } from '../../contract/wire/base64.ts'
import type { DataSource, LoadRequest } from '../data/data-source.ts'
import { createLoad } from '../data/load-content.ts'
import { LoadError } from '../data/load-error.ts'
import { measureContent } from '../data/measure-content.ts'
import type { Connection } from '../module/connect.ts'
import { createStaticSession } from '../session/static-session.ts'
import { type ChatLink, toObject } from './chat-link.ts'

/** The tools of a host that an app calls. */
const [dataTool, describeTool] = ['specimen_data', 'describe_specimen']

/** The words of an answer, as the model gets them. */
export interface AnswerWords {
  /** Five lines. */
  readonly text: string
  /** The summary of the result: its specimen, values and facts. */
  readonly summary: JsonObject
  /** What the model does not get: values that the summary shows otherwise than they are. */
  readonly meta: JsonObject
}

/** A connection that reaches its host through the chat around the page. */
export interface AppConnection extends Connection {
  /** Returns the words of the answer that had this result; undefined for a result of another connection. */
  readonly findWords: (result: Result) => AnswerWords | undefined
}

/**
 * Returns the connection of an app. Results are decoded and prepared in the page, because a chat's policy may
 * permit no worker; the host sends none that is large. `hostUrl` is the address under which people have it.
 */
export function openApp(link: ChatLink, hostUrl: string): AppConnection {
  const words = new WeakMap<Result, AnswerWords>()
  const prepare = createLoad(refuseFetch, async () => {
    throw new LoadError('This window opens no files.', 'form.unavailable')
  })
  const load: DataSource['load'] = async (request, call) => {
    const { signal } = call
    const answer = await callTool(link, dataTool, toArguments(request), signal)
    const result = readResult(answer)
    const options = { baseUrl: hostUrl, token: undefined, viewerId: '' }
    const wanted = { ...request, isDynamic: true, result }
    const loaded = await prepare(wanted, options, { ...call, onStart: () => {}, onDecoding: () => {} })
    if (loaded.type !== 'file') words.set(loaded.result, answer)
    return loaded
  }
  const source: DataSource = { load, close: () => {} }
  const session = createStaticSession(createAppClient(link, source), {
    baseUrl: hostUrl,
    linkBase: `${hostUrl}/`,
  })
  const findWords: AppConnection['findWords'] = (result) => words.get(result)
  return { session, source, viewerId: '', start: () => {}, close: source.close, findWords }
}

/** Returns the part of a client that a view uses. What only a page of a host can do is refused. */
function createAppClient(link: ChatLink, source: DataSource): HostCalls {
  const described = new Map<string, Promise<SpecimenBody>>()
  const specimen = async (id: string): Promise<SpecimenBody> => {
    const asked = described.get(id) ?? describe(link, id)
    described.set(id, asked)
    asked.catch(() => described.delete(id)) // the next call asks again
    return await asked
  }
  return {
    ...createHostCalls('', { fetch: refuseFetch }),
    catalog: async () => [],
    specimen,
    zarrAddress: refuseFetch,
    facts: async (id, call) => await measureContent(source, await specimen(id), call),
  }
}

/** Returns a specimen; a function without one has its name. */
async function describe(link: ChatLink, id: string): Promise<SpecimenBody> {
  const { text } = await callTool(link, describeTool, { specimen: id })
  const body: SpecimenBody = {
    display_name: id,
    tags: [],
    is_dynamic: true,
    worker_id: null,
    available: true,
    thumbnail_file: null,
    function_name: id,
    story_text: [],
    data_file: null,
    ...JSON.parse(text), // written by the host
    thumbnail_url: null, // which the chat's policy does not let through
  }
  return body
}

/** An answer of a tool, with what stands in it beside the text. */
interface ToolAnswer extends AnswerWords {
  readonly resource: JsonObject
}

/** Calls a tool of the host. @throws {LoadError} for a refusal, with the host's words; the signal's reason */
async function callTool(
  link: ChatLink,
  name: string,
  given: Params,
  signal?: AbortSignal,
): Promise<ToolAnswer> {
  const answer = await link.request('tools/call', { name, arguments: given }, signal)
  const blocks: readonly Json[] = Array.isArray(answer.content) ? answer.content : []
  const find = (type: string): JsonObject => toObject(blocks.find((block) => toObject(block).type === type))
  const { text } = find('text')
  if (typeof text !== 'string') throw new LoadError(`The answer of ${name} has no text.`, 'internal')
  if (answer.isError === true) throw new LoadError(text, 'host.refused')
  const [summary, meta] = [toObject(answer.structuredContent), toObject(answer._meta)]
  return { text, summary, meta, resource: toObject(find('resource').resource) }
}

function toArguments({ specimenId, params }: LoadRequest): JsonObject {
  return { specimen: specimenId, params }
}

/** Returns the result in an answer: an envelope in base64, without its notes, or JSON as a file. */
function readResult({ resource: { blob, text }, summary }: ToolAnswer): Result | Blob {
  const bytes = typeof blob === 'string' ? parseBase64(blob) : undefined
  const notes: readonly Json[] = Array.isArray(summary.notes) ? summary.notes : []
  const texts = notes.filter((note) => typeof note === 'string')
  if (bytes) return texts.length > 0 ? { ...decodeEnvelope(bytes), notes: texts } : decodeEnvelope(bytes)
  if (typeof text === 'string') return new Blob([text])
  throw new LoadError('The chat has left the data out of the answer.', 'internal')
}

async function refuseFetch(): Promise<never> {
  throw new LoadError('A window in a chat cannot do this: open the page of the specimen.', 'host.unknown')
}
