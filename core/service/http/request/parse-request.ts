/** Readers of a request: its body, single values of its query, and the presence of its client. */
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import {
  checkDepth,
  isJsonObject,
  type Json,
  type JsonObject,
  measureJson,
  mostJsonSteps,
  parseJson,
} from '../../../contract/values/json.ts'

/** Invisible in a message, and forbidden in JSON that is sent (RFC 8259, 8.1). */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/**
 * Makes the host's own JSON parser the only one; every other media type is refused. Where there is no route,
 * the address or the method is what is wrong, whatever the body.
 */
export function addBodyParser(app: FastifyInstance): void {
  const mostSteps = toMostSteps(app.initialConfig.bodyLimit ?? 0)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ headers, is404, bodyHold }: FastifyRequest, given: string | Buffer) => {
      if (is404) return
      const coding = headers['content-encoding']?.toLowerCase() ?? 'identity'
      if (coding !== 'identity') {
        const detail = `The body must come as it is (got it in the coding ${describe(coding)}).`
        throw new SpecimenError('media.unsupported', detail)
      }
      const body = Buffer.isBuffer(given) ? given : Buffer.from(given)
      // Decoding would replace each wrong byte by the same character, and so mix up parameters.
      if (!isUtf8(body)) throw new SpecimenError('json.syntax', 'The body must be UTF-8; send it as that.')
      if (body.subarray(0, 3).equals(byteOrderMark))
        throw new SpecimenError('json.syntax', 'The body begins with a byte order mark; send it without.')
      if (body.length === 0) return undefined
      const text = body.toString()
      const { bytes, steps } = measureJson(text)
      if (steps > mostSteps) {
        checkDepth(text, 'The body')
        throw manyValuesError(steps, mostSteps)
      }
      bodyHold?.resize(bodyHold.amount + bytes) // 37 times its length for empty objects
      return parseJson(text, 'The body')
    },
  )
  app.addContentTypeParser('*', async ({ headers, is404 }: FastifyRequest, payload: IncomingMessage) => {
    if (is404) return
    const { 'content-type': type } = headers
    if (type !== undefined)
      throw new SpecimenError('media.unsupported', `${wantedBody} (got it as ${describe(type)}).`)
    if (!(await isEmpty(payload)))
      throw new SpecimenError('media.unsupported', `${wantedBody} (got it without a Content-Type).`)
  })
}

/** A host that takes larger bodies takes as many more values: its loop is busy for longer. */
function toMostSteps(bodyBytes: number): number {
  return Math.max(1, bodyBytes / usualBodyBytes) * mostJsonSteps
}

/** The default of `--body-bytes`. */
const usualBodyBytes = 256 * 1024

function manyValuesError(found: number, most: number): SpecimenError {
  const counted = 'a value counts as 1, a list or an object as 6 and a member as 10'
  const allowed = `at most ${Math.floor(most)} (got ${found}), where ${counted}`
  const detail = `The body has too many values to be read at once: ${allowed}. `
  return new SpecimenError('body.large', `${detail}Send fewer, such as lists of numbers, or a file.`)
}

const wantedBody = 'The body must be application/json, and say so'

/** Resolves at the first byte or the end of a body in chunks, whose length no header tells. */
async function isEmpty(payload: IncomingMessage): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    payload.once('data', () => resolve(false))
    payload.once('end', () => resolve(true))
    payload.once('error', reject)
  })
}

/** Returns the body, which the request then has no longer: memory has it as long as its reader needs it. */
export function takeBody(request: FastifyRequest): unknown {
  const { body } = request
  request.body = undefined
  return body
}

/** Returns the body as an object, an empty one when there is none. @throws `request.invalid` */
export function readBody(body: unknown): JsonObject {
  if (body === undefined || body === null) return {}
  if (isJsonObject(body)) return body
  throw new SpecimenError('request.invalid', `The body must be a JSON object (got ${describe(body)}).`)
}

/** Returns a query value. @throws `request.invalid` when it is repeated */
export function readQuery(query: unknown, name: string): string | undefined {
  const value = isJsonObject(query) ? query[name] : undefined
  if (Array.isArray(value))
    throw new SpecimenError('request.invalid', `${name} must be given once (got it ${value.length} times).`)
  return typeof value === 'string' ? value : undefined
}

/** Returns a path parameter; the route has one of that name. */
export function readPath(params: unknown, name: string): string {
  const value = isJsonObject(params) ? params[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** Returns the highest `seq` that the client has seen, -1 for none. @throws `request.invalid` */
export function parseSince(text: string | undefined): number {
  if (text === undefined || text === '') return -1
  const since = Number(text)
  if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(since)) return since
  throw new SpecimenError(
    'request.invalid',
    `since must be the highest seq already seen, an integer, or -1 for all (got ${describe(text)}).`,
  )
}

/** Code points, as `maxLength` in the OpenAPI document counts. */
const clientNameLength = 64
const clientName = new RegExp(`^[^]{1,${clientNameLength}}$`, 'u')

/** Returns the client's name, empty for `true`, undefined for none. @throws `request.invalid` */
export function parseSupersede(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === false) return undefined
  if (value === true) return ''
  if (typeof value === 'string' && clientName.test(value)) return value
  const wanted = `true, or the name that this client has given itself, of 1 to ${clientNameLength} characters`
  throw new SpecimenError('request.invalid', `supersede must be ${wanted} (got ${describe(value)}).`)
}

/** The signals of answers that are watched. */
const watched = new WeakMap<FastifyReply['raw'], AbortSignal>()

/**
 * Returns a signal that aborts when the connection closes before the answer was sent, the same for all who
 * ask. The connection is watched besides the answer: an answer that waits behind pipelined ones never closes.
 */
export function watchClient({ raw, request }: FastifyReply): AbortSignal {
  const known = watched.get(raw)
  if (known) return known
  const { socket } = request.raw
  const controller = new AbortController()
  watched.set(raw, controller.signal)
  const leave = (): void => {
    socket.off('close', leave)
    if (!raw.writableFinished) controller.abort()
  }
  socket.setMaxListeners(0) // one for each pipelined request
  socket.once('close', leave)
  raw.once('close', leave)
  if (socket.destroyed) leave()
  return controller.signal
}
