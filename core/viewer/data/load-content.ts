import { createHostCalls, type HostCalls } from '../../client/host-calls.ts'
import { toQueuedMessage } from '../../contract/domain/job.ts'
import { checkElements } from '../../contract/domain/result/check-elements.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { takePart } from '../../contract/domain/result/take-part.ts'
import { decodeResultJson } from '../../contract/wire/parse-result-json.ts'
import type { NamedFile, PlainFile } from '../../data/prepared/plain-file.ts'
import { prepare } from '../../data/prepared/prepare.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { DataCall, LoadRequest } from './data-source.ts'
import { createHostFetch, TooLargeError } from './host-fetch.ts'
import { createFileLoad, type OpenContent } from './load-file.ts'
import { makeFacts, makeFile } from './make-file.ts'
import type { LoadOptions } from './worker-messages.ts'

/** Loads and prepares the content of a specimen. */
export type Load = (
  request: LoadRequest,
  options: LoadOptions,
  call: DataCall & {
    readonly onStart: (jobId: string) => void
    readonly onDecoding: (file: NamedFile | null) => void
  },
) => Promise<Prepared | PlainFile>

/** Returns the loader: dynamic specimens as given results or as jobs with messages; static ones as files. */
export function createLoad(send: typeof fetch, openContent: OpenContent): Load {
  const loadFile = createFileLoad(openContent)
  const hostFetch = createHostFetch(send)
  let known: (Pick<LoadOptions, 'baseUrl' | 'token'> & { readonly client: HostCalls }) | null = null
  /** One client for all loads, because it measures the speed of its line; a new one for a new token. */
  const clientOf = ({ baseUrl, token }: LoadOptions): HostCalls => {
    if (known?.baseUrl !== baseUrl || known.token !== token)
      known = { baseUrl, token, client: createHostCalls(baseUrl, { token, fetch: hostFetch }) }
    return known.client
  }
  return async (request, options, call) => {
    const { viewerId: supersede } = options
    const client = clientOf(options)
    const { specimenId, params, roomId, isDynamic, resultId } = request
    const { signal, onProgress, onStart, onDecoding } = call
    if (resultId !== undefined) return await show(await client.roomResult(roomId, resultId, { signal }))
    if (!isDynamic) {
      const fetchFile = () => client.file(specimenId, { signal }).catch(toPlainFile(specimenId))
      const decodeAtHost = async () => await readDecoded(client, specimenId, signal)
      return await loadFile(request, fetchFile, {
        signal,
        onDecoding,
        decodeAtHost,
        prepare: prepareUnlessAborted,
      })
    }
    if (request.result) return await show(await readResult(request.result))
    const onQueued = (before: number): void => onProgress([toQueuedMessage(before)])
    const run = client.run(specimenId, { params, roomId, supersede, signal, onStart, onQueued })
    for await (const event of run) {
      if (event.type === 'result') return await show(event.result)
      onProgress([event.message])
    }
    throw new Error('The job has ended without a result.')

    async function show(result: Result): Promise<Prepared | PlainFile> {
      checkElements(result) // an index without a vertex would draw garbage
      return await prepareUnlessAborted(result)
    }

    async function prepareUnlessAborted(result: Result): Promise<Prepared | PlainFile> {
      await new Promise((resolve) => setTimeout(resolve)) // lets a pending message of the page cancel it
      signal.throwIfAborted()
      const { saved, part } = request
      if (saved)
        return await makeFile(specimenId, part === undefined ? result : takePart(result, part), saved)
      if (request.measured) return await makeFacts(result, request.measured)
      return prepare(result, request.creaseAngle)
    }
  }
}

/** Returns the result that the host finds in the file of a specimen. */
async function readDecoded(client: HostCalls, specimenId: string, signal: AbortSignal): Promise<Result> {
  const result = await client.data(specimenId, { decoded: true, signal })
  if (result.type === 'file') throw new Error('The host has sent the file in place of its result.')
  checkElements(result)
  return result
}

async function readResult(given: Result | Blob): Promise<Result> {
  return given instanceof Blob ? decodeResultJson(JSON.parse(await given.text())) : given
}

function toPlainFile(specimenId: string): (error: unknown) => PlainFile {
  return (error) => {
    if (!(error instanceof TooLargeError) || error.byteLength === null) throw error
    const { byteLength, fileName = specimenId, message: reason } = error
    return { type: 'file', fileName, byteLength, reason }
  }
}
