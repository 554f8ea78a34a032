/** Requests to one host, for all files of the client: address, token, and errors of failed answers. */

import { SpecimenError } from '../contract/domain/errors.ts'
import { describe } from '../contract/text/describe.ts'
import { isJsonObject, type JsonObject } from '../contract/values/json.ts'
import type { FileBody } from '../contract/wire/file-body.ts'
import { type ClientRequest, createSender, parseAnswer } from './client-request.ts'
import { createDataValues, type DataValues } from './data-values.ts'
import { createLargeBodies, type LargeBodies } from './large-bodies.ts'
import { readProblem } from './problem-error.ts'
import { pieceBytes, type UploadCall, uploadPieces } from './upload-pieces.ts'

/** The options of requests. */
export interface TransportOptions {
  readonly token?: string | undefined
  readonly fetch?: typeof fetch | undefined
}

/** Requests to one host. */
export interface Transport {
  /** Returns a successful answer. @throws {ProblemError} for any other; the error of `fetch` */
  send(path: string, request?: ClientRequest): Promise<Response>
  /** Returns the unchecked JSON of a successful answer. @throws as `send`; `json.syntax` */
  readJson(path: string, request?: ClientRequest): Promise<unknown>
  /** Returns an object, its members trusted to have the host's type. @throws as `readJson` */
  readBody<Body extends object = JsonObject>(path: string, request?: ClientRequest): Promise<Body>
  /** Returns a list, its entries trusted to have the host's type. @throws as `readJson` */
  readList<Entry>(path: string): Promise<readonly Entry[]>
  /** The faster form of large bodies, as measured on this transport. */
  readonly largeBodies: LargeBodies
  /** Files and results among parameters. */
  readonly values: DataValues
  /**
   * Brings a file to the host, a large one in pieces, which go on after a broken connection.
   * @throws as `readBody`
   */
  upload(file: Blob, call: UploadCall): Promise<FileBody>
  readonly token: string | undefined
  /** Returns the whole address of a path. */
  toUrl(path: string): string
  /** Returns the address of a WebSocket. */
  toSocketUrl(path: string): string
}

/** Returns the transport to the host at `baseUrl`, which may have a path and, in a browser, no origin. */
export function createTransport(baseUrl: string, { token, fetch: own }: TransportOptions): Transport {
  const base = baseUrl.replace(/\/+$/, '')
  const sendRequest = createSender(base, token, own)
  const send: Transport['send'] = async (path, given = {}) => {
    const response = await sendRequest(path, given)
    if (response.ok) return response
    const problem = await readProblem(response)
    if (problem.code !== 'file.missing') throw problem
    // The host has dropped a file that was brought: it is brought again, and the same request sent.
    if (!(await values.restore(`${path} ${JSON.stringify(given.body)}`))) throw problem
    const again = await sendRequest(path, given)
    if (!again.ok) throw await readProblem(again)
    return again
  }
  const readJson: Transport['readJson'] = async (path, given) =>
    await parseAnswer(await send(path, given), path)
  const readBody = async <Body extends object>(path: string, given?: ClientRequest): Promise<Body> => {
    const body = await readJson(path, given)
    if (isJsonObject(body)) return body as Body // the host's type of this body
    throw refuseAnswer(body, path, 'an object')
  }
  const upload: Transport['upload'] = async (file, call) => {
    if (file.size > pieceBytes) return await uploadPieces(sendRequest, file, call)
    const { name, signal } = call
    return await readBody<FileBody>(`/api/files?name=${encodeURIComponent(name)}`, { file, signal })
  }
  const toUrl = (path: string): string => new Request(base + path).url
  const values = createDataValues(async (file, name) => await upload(file, { name }))
  return {
    send,
    readJson,
    readBody,
    upload,
    values,
    readList: async (path) => {
      const list = await readJson(path)
      if (Array.isArray(list)) return list
      throw refuseAnswer(list, path, 'a list')
    },
    largeBodies: createLargeBodies(),
    token,
    toUrl,
    toSocketUrl: (path) => toUrl(path).replace(/^http/, 'ws'),
  }
}

/** Returns an id as a segment of a path. @throws `request.invalid` for ids that change the address */
export function toSegment(id: string): string {
  if (id !== '' && id !== '.' && id !== '..' && id !== 'reload') return encodeURIComponent(id)
  throw new SpecimenError(
    'request.invalid',
    `${describe(id)} is not an id that a specimen, function or job can have.`,
  )
}

/** Returns the error for JSON of the wrong kind. */
export function refuseAnswer(value: unknown, path: string, wanted: string): SpecimenError {
  const found = `The answer to ${path} must be ${wanted} (got ${describe(value)}).`
  const detail = `${found} Is this address a specimen host's?`
  return new SpecimenError('json.syntax', detail)
}
