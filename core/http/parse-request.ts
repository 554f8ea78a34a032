/**
 * What routes take from a request: its body as a JSON object, single query values, and the moment its client
 * leaves.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../domain/json.ts'

/** Makes the host's own JSON parser the only one; every other media type is refused. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => {
      return body.length === 0 ? undefined : parseJson(String(body), 'The body')
    },
  )
}

/** Returns the body as an object, an empty one when there is none. @throws `request.invalid` */
export function readBody(body: unknown): JsonObject {
  if (body === undefined || body === null) return {}
  const json = body as Json // the body parser above returns nothing else
  if (isJsonObject(json)) return json
  throw new SpecimenError('request.invalid', `The body is ${describe(json)}; a JSON object was wanted.`)
}

/** Returns a query value that may be given once. @throws `request.invalid` when it is repeated */
export function readQuery(query: unknown, name: string): string | undefined {
  const value = (query as { readonly [name: string]: string | string[] | undefined })[name] // Fastify's own form of a query
  if (Array.isArray(value))
    throw new SpecimenError('request.invalid', `${name} is given ${value.length} times; give it once.`)
  return value
}

/** Returns a path parameter; the route has one of that name. */
export function readPath(params: unknown, name: string): string {
  return (params as { readonly [name: string]: string })[name] ?? '' // Fastify's own form of path parameters
}

/**
 * Returns the highest `seq` that the client has seen. @throws `request.invalid` for anything but an integer
 */
export function parseSince(text: string | undefined): number {
  if (text === undefined || text === '') return -1
  const since = Number(text)
  if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(since)) return since
  throw new SpecimenError(
    'request.invalid',
    `since is ${describe(text)}; the highest seq already seen was wanted, an integer (-1 for all).`,
  )
}

/**
 * Returns a signal that aborts when the connection closes before the answer was sent. The connection is
 * watched beside the answer: one whose turn has not come yet, because the client has sent several requests
 * ahead, never closes itself.
 */
export function watchClient({ raw, request }: FastifyReply): AbortSignal {
  const { socket } = request.raw
  const controller = new AbortController()
  const leave = (): void => {
    socket.off('close', leave)
    if (!raw.writableFinished) controller.abort()
  }
  socket.setMaxListeners(0) // one for each request that was sent ahead
  socket.once('close', leave)
  raw.once('close', leave)
  if (socket.destroyed) leave()
  return controller.signal
}
