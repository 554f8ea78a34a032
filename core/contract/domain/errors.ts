/** Every refusal or failure, as data: a code from one table, a `detail`, and the offending fields. */
import { keysOf } from '../values/keys-of.ts'

/** Title of each code: the problem in general, the same for every occurrence. */
export const errorTitles = {
  'json.syntax': 'Invalid JSON',
  'request.invalid': 'Invalid request',
  'room.invalid': 'Invalid room id',
  'specimen.static': 'The specimen is static',
  'token.missing': 'A token is required',
  'token.refused': 'The token is not taken',
  'scope.missing': 'The token does not allow it',
  'room.refused': 'The token is for another room',
  'room.locked': 'The presenter has locked the room',
  'room.full': 'The room is full',
  'note.foreign': 'The note is by somebody else',
  'result.unknown': 'No such result',
  'peer.unsigned': 'The request is not signed',
  'peer.refused': 'The host is not taken for one of the group',
  'specimen.unknown': 'No such specimen',
  'function.unknown': 'No such function',
  'job.unknown': 'No such job',
  'session.unknown': 'No such session',
  'thumbnail.none': 'The specimen has no thumbnail',
  'file.missing': 'The data file is missing',
  'system.failed': 'The system cannot do it at the moment',
  'file.altered': 'The file is another than announced',
  'piece.displaced': 'The file goes on elsewhere',
  'piece.outside': 'The piece is not of this file',
  'file.undecodable': 'The file cannot be decoded',
  'format.unknown': 'The file has no known format',
  'form.unavailable': 'The result has no such form',
  'part.unknown': 'The result has no such part',
  'route.unknown': 'Not found',
  'method.refused': 'Method not allowed',
  'request.slow': 'Request timeout',
  'job.running': 'Job still running',
  'job.failed': 'Job failed',
  'condition.failed': 'Precondition failed',
  'body.large': 'The body is too large',
  'media.unsupported': 'The body has an unsupported media type',
  'params.invalid': 'The parameters do not fit the schema',
  'headers.large': 'The headers are too large',
  'coding.unknown': 'The transfer coding is not supported',
  'function.failed': 'The function failed',
  'function.suspended': 'The function is suspended',
  'run.cancelled': 'The run was cancelled',
  'run.superseded': 'A newer request took its place',
  'result.lost': 'The host that had the result is gone',
  'host.busy': 'The host is at its limits',
  'host.stopping': 'The host is stopping',
  'group.away': 'The hosts cannot agree',
  'keys.unreachable': 'The keys of the identity provider cannot be fetched',
  'worker.unreachable': 'The worker is not connected',
  'worker.lost': 'The hosts that computed it were lost',
  'worker.silent': 'The worker does not answer',
  'site.refused': 'Pages of other sites may not do this',
  'host.unknown': 'The host does not answer to this name',
  'client.limited': 'Too many requests',
  'worker.refused': 'The relay does not take this worker',
  'protocol.unsupported': 'No common version of the protocol',
  'worker.invalid': 'The worker sent an invalid answer',
  'manifest.invalid': 'Invalid manifest',
  'schema.invalid': 'Invalid parameter schema',
  'metadata.invalid': 'Invalid specimen metadata',
  'bundle.incomplete': 'The bundle is incomplete or altered',
  'signature.invalid': 'The bundle is not signed by one whose bundles are taken',
  'name.taken': 'The name is taken',
  'config.invalid': 'Invalid configuration',
  'envelope.invalid': 'Invalid envelope',
  'result.too-large': 'The result is too large to be drawn',
  'webgl.missing': 'The browser cannot draw in 3D',
  internal: 'Internal error',
} as const

/** The code of a refusal or failure. */
export type ErrorCode = keyof typeof errorTitles

/** Every code. */
export const errorCodes: readonly ErrorCode[] = keysOf(errorTitles)

/** One offending field of the parameters. `pointer` is a JSON pointer (RFC 6901) into them. */
export interface Issue {
  readonly pointer: string
  readonly found: string
  readonly allowed: string
}

/** Facts of an error beside its sentence. */
interface SpecimenErrorFacts {
  readonly issues?: readonly Issue[]
  readonly cause?: unknown
  readonly retryAfterSeconds?: number
}

/**
 * A refusal or failure that may be shown to the client. Its stack and `cause` are for the log only.
 *
 * @example
 * import { createClient, SpecimenError } from 'specimen-host/client'
 *
 * const failure = await createClient('https://not-a-host.example').catalog().catch((error: unknown) => error)
 * if (failure instanceof SpecimenError) console.log(failure.code, failure.message)
 */
export class SpecimenError extends Error {
  override readonly name = 'SpecimenError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[]
  /** The time after which a temporary refusal passes; undefined when unknown. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, detail: string, more: SpecimenErrorFacts = {}) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.issues = more.issues ?? []
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** Returns true for an error of the service with this code. */
export function hasCode(error: unknown, code: ErrorCode): error is SpecimenError {
  return error instanceof SpecimenError && error.code === code
}

/** Returns `error` if it is a {@link SpecimenError}, else an `internal` one that keeps it as the cause. */
export function toSpecimenError(error: unknown): SpecimenError {
  if (error instanceof SpecimenError) return error
  return new SpecimenError('internal', 'The host could not complete the request; its log says why.', {
    cause: error,
  })
}
