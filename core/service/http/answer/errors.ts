/** Errors at the HTTP edge: the status of each code, and problem bodies (RFC 9457). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ErrorCode,
  errorTitles,
  SpecimenError,
  toSpecimenError,
} from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import { isCount } from '../../../contract/values/number.ts'
import type { ProblemBody } from '../../../contract/wire/bodies.ts'
import { ClientLimited } from '../request/client-limits.ts'
import type { PublicPath } from '../request/public-path.ts'
import { findCodingFault } from '../request/transfer-coding.ts'
import { addVary } from './compress-bodies.ts'
import { noSniffing } from './safe-headers.ts'

/** The media type of problem bodies. */
export const problemMediaType = 'application/problem+json'

const statuses = {
  'json.syntax': 400,
  'request.invalid': 400,
  'room.invalid': 400,
  'specimen.static': 400,
  'token.missing': 401,
  'token.refused': 401,
  'peer.unsigned': 401,
  'scope.missing': 403,
  'room.refused': 403,
  'room.locked': 403,
  'note.foreign': 403,
  'site.refused': 403,
  'worker.refused': 403,
  'peer.refused': 403,
  'specimen.unknown': 404,
  'function.unknown': 404,
  'job.unknown': 404,
  'session.unknown': 404,
  'result.unknown': 404,
  'thumbnail.none': 404,
  'file.missing': 404,
  'part.unknown': 404,
  'route.unknown': 404,
  'method.refused': 405,
  'file.undecodable': 406,
  'format.unknown': 406,
  'form.unavailable': 406,
  'request.slow': 408,
  'job.running': 409,
  'run.superseded': 409,
  'piece.displaced': 409,
  'job.failed': 410,
  'condition.failed': 412,
  'body.large': 413,
  'media.unsupported': 415,
  'host.unknown': 421,
  'piece.outside': 416,
  'file.altered': 422,
  'params.invalid': 422,
  'protocol.unsupported': 426,
  'client.limited': 429,
  'headers.large': 431,
  'coding.unknown': 501,
  'function.failed': 500,
  'run.cancelled': 500,
  'function.suspended': 503,
  'result.lost': 503,
  'room.full': 503,
  'system.failed': 503,
  'worker.lost': 503,
  'host.busy': 503,
  'host.stopping': 503,
  'group.away': 503,
  'keys.unreachable': 503,
  'worker.unreachable': 503,
  'worker.silent': 504,
  'worker.invalid': 502,
  'manifest.invalid': 500,
  'schema.invalid': 500,
  'metadata.invalid': 500,
  'bundle.incomplete': 500,
  'signature.invalid': 500,
  'name.taken': 500,
  'config.invalid': 500,
  'envelope.invalid': 500,
  // Used by the viewer alone; no host answers with these.
  'result.too-large': 500,
  'webgl.missing': 500,
  internal: 500,
} as const satisfies Record<ErrorCode, number>

/** The values of `WWW-Authenticate` (RFC 6750, 3). */
const challenges: { readonly [Code in ErrorCode]?: string } = {
  'token.missing': 'Bearer',
  'token.refused': 'Bearer error="invalid_token"',
  'scope.missing': 'Bearer error="insufficient_scope"',
  'room.refused': 'Bearer error="insufficient_scope"',
  'peer.unsigned': 'Specimen-Peer',
}

/** The form that a refused body should have (RFC 9110, 12.5.1 and 12.5.3). */
const acceptedBodies = { accept: 'application/json', 'accept-encoding': 'identity' }

/** Refusals of a body that leave the connection usable. */
const bodyRefusals: ReadonlySet<ErrorCode> = new Set([
  'body.large',
  'media.unsupported',
  'json.syntax',
  'piece.displaced',
  'piece.outside',
])

/** The default of `Retry-After` for a 503. */
export const retryAfterSeconds = 2

/** Returns the problem body of an error. `prefix` is the path below which the client sees the host. */
export function toProblem({ code, message, issues }: SpecimenError, prefix: string): ProblemBody {
  const problem = {
    type: `${prefix}/docs#${code}`,
    title: errorTitles[code],
    status: statuses[code],
    detail: message,
    code,
  }
  return issues.length > 0 ? { ...problem, errors: issues } : problem
}

/** Returns the handler that answers errors with problems, and logs failures of the host and of workers. */
export function createErrorHandler(
  log: Log,
  { prefixOf }: PublicPath,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const known = fromFastify(error) ?? toSpecimenError(error)
    const problem = toProblem(known, prefixOf(request.raw))
    const level = toLevel(problem)
    if (level) log[level]({ ...toLogged(request), err: known }, problem.title)
    // Fastify would close the connection before the client has read the answer; Node reads the rest away.
    if (bodyRefusals.has(known.code)) reply.removeHeader('connection')
    const challenge = challenges[known.code]
    if (challenge !== undefined) reply.header('www-authenticate', challenge)
    const waitSeconds = toWaitSeconds(known)
    if (waitSeconds !== undefined) reply.header('retry-after', waitSeconds)
    if (known.code === 'media.unsupported') reply.headers(acceptedBodies)
    if (problem.status === 406) addVary(reply, 'accept')
    // As bytes, because Fastify adds a charset to text, which JSON does not have.
    return await reply
      .code(problem.status)
      .headers(noSniffing)
      .type(problemMediaType)
      .send(Buffer.from(JSON.stringify(problem)))
  }
}

function toWaitSeconds(error: SpecimenError): number | undefined {
  if (error instanceof ClientLimited) return error.seconds
  return statuses[error.code] === 503 ? (error.retryAfterSeconds ?? retryAfterSeconds) : undefined
}

/** Names a request in the log by its id and route, because its address may hold secrets. */
function toLogged({ origin, method, routeOptions }: FastifyRequest): object {
  return { request: origin?.id, method, route: routeOptions.url }
}

/** Returns the log level of a problem, undefined for refusals and errors that are in the log already. */
function toLevel({ code, status }: ProblemBody): keyof Log | undefined {
  // The client of a cancelled run has left; a function's failure is in the log already, with its parameters.
  if (status < 500 || code === 'run.cancelled' || code === 'function.failed') return undefined
  if (code === 'worker.unreachable') return 'debug' // logged once already, when it disconnected
  return status === 503 ? 'info' : 'error'
}

function fromFastify(error: unknown): SpecimenError | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  const { code, message: detail } = error
  const more = { cause: error }
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new SpecimenError(
        'body.large',
        'The body is larger than this host accepts (--body-bytes); send a smaller one.',
        more,
      )
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new SpecimenError('media.unsupported', `${detail}; send the body as application/json.`, more)
    default: {
      const status = 'statusCode' in error && isCount(error.statusCode) ? error.statusCode : 500
      if (!code.startsWith('FST_') || status >= 500) return undefined
      return new SpecimenError('request.invalid', `${detail}.`, more)
    }
  }
}

/** A failure of Node's parser. */
export interface ParserError {
  readonly code?: string
  /** The bytes that it has read last; Fastify's types have them as something else. */
  readonly rawPacket?: unknown
}

/** Returns the raw HTTP answer to a request that is malformed, has too large headers, or is too slow. */
export function toRawProblem({ code, rawPacket }: ParserError, prefix: string): string {
  const isCoding = code === 'HPE_INVALID_TRANSFER_ENCODING' && rawPacket instanceof Uint8Array
  const coding = isCoding ? findCodingOf(rawPacket) : undefined
  return toRawAnswer(coding ?? fromNode(code), prefix)
}

function findCodingOf(packet: Uint8Array): SpecimenError | undefined {
  const [, coding] =
    /\r\ntransfer-encoding:([^\r\n]*)\r\n/i.exec(Buffer.from(packet).toString('latin1')) ?? []
  return findCodingFault(coding)
}

/** Returns the raw HTTP answer with a problem, for a connection outside Fastify. `headers` are added. */
export function toRawAnswer(
  error: SpecimenError,
  prefix: string,
  headers: { readonly [name: string]: string } = {},
): string {
  const problem = toProblem(error, prefix)
  const body = JSON.stringify(problem)
  const challenge = challenges[error.code]
  const waitSeconds = toWaitSeconds(error)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    `content-type: ${problemMediaType}`,
    ...Object.entries(noSniffing).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    ...(challenge === undefined ? [] : [`www-authenticate: ${challenge}`]),
    ...(waitSeconds === undefined ? [] : [`retry-after: ${waitSeconds}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

function fromNode(code: string | undefined): SpecimenError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new SpecimenError(
        'headers.large',
        'The request line and headers are too large; send params in a POST body.',
      )
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new SpecimenError('request.slow', 'The request took too long to arrive; send it again.')
    default:
      return new SpecimenError('request.invalid', 'The request must be HTTP/1.1 that can be read.')
  }
}
