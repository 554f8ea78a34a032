/**
 * Every way in which the host refuses or fails, as data: a stable code from one table, a `detail` that says
 * what was found, what was wanted and what to do, and the offending fields where there are several. Status
 * codes are the HTTP edge's business (`core/http/errors.ts`).
 */

/** Title of each code: the problem in general, the same for every occurrence. */
export const errorTitles = {
  'json.syntax': 'Not the JSON that was asked for',
  'request.invalid': 'The request is malformed',
  'room.invalid': 'Not a room id',
  'specimen.static': 'The specimen is static',
  'token.missing': 'A token is required',
  'specimen.unknown': 'No such specimen',
  'function.unknown': 'No such function',
  'job.unknown': 'No such job',
  'thumbnail.none': 'The specimen has no thumbnail',
  'file.missing': 'The data file is missing',
  'route.unknown': 'No such address',
  'method.refused': 'The method does not fit the address',
  'request.slow': 'The request took too long',
  'job.running': 'Job still running',
  'job.failed': 'Job failed',
  'condition.failed': 'The condition does not hold',
  'body.large': 'The body is too large',
  'media.unsupported': 'The body has an unsupported media type',
  'params.invalid': 'The parameters do not fit the schema',
  'headers.large': 'The headers are too large',
  'function.failed': 'The function failed',
  'run.cancelled': 'The run was cancelled',
  'host.busy': 'The host is at its limits',
  'host.stopping': 'The host is stopping',
  'worker.unreachable': 'The worker is away',
  'worker.silent': 'The worker does not answer',
  'worker.invalid': 'The worker sent something else than was asked for',
  'manifest.invalid': 'Not a manifest',
  'schema.invalid': 'Not a usable parameter schema',
  'metadata.invalid': 'Not usable specimen metadata',
  'bundle.incomplete': 'The bundle is incomplete or altered',
  'name.taken': 'The name is taken',
  'config.invalid': 'The configuration is wrong',
  'envelope.invalid': 'Not an envelope',
  internal: 'The host made a mistake',
} as const

export type ErrorCode = keyof typeof errorTitles

/** One offending field of the parameters. `pointer` is a JSON pointer (RFC 6901) into them. */
export interface Issue {
  readonly pointer: string
  readonly found: string
  readonly allowed: string
}

/** A refusal or failure that may be shown to whoever asked. Its stack and `cause` are for the log only. */
export class SpecimenError extends Error {
  override readonly name = 'SpecimenError'
  readonly code: ErrorCode
  readonly issues: readonly Issue[]

  constructor(code: ErrorCode, detail: string, more: { issues?: readonly Issue[]; cause?: unknown } = {}) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.issues = more.issues ?? []
  }
}

/** Returns `error` if it is a {@link SpecimenError}, else an `internal` one that keeps it as the cause. */
export function toSpecimenError(error: unknown): SpecimenError {
  if (error instanceof SpecimenError) return error
  return new SpecimenError('internal', 'The host could not complete the request; its log says why.', {
    cause: error,
  })
}
