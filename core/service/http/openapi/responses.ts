/** The answers that several operations share: problems by status, and answers without a body. */
import type { JsonObject } from '../../../contract/values/json.ts'
import { retryAfterSeconds } from '../answer/errors.ts'
import { fileResponses } from './file-responses.ts'
import { problem } from './problem.ts'
import { bytes, refer, text } from './schema.ts'
import type { schemas } from './schemas.ts'

/** An operation without its address, which its route has, and without the common answers. */
export interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly JsonObject[]
  readonly requestBody?: JsonObject
  readonly responses: JsonObject
}

const retryAfter = {
  description: 'Seconds until it is worth another try.',
  required: true,
  schema: { type: 'integer' },
  example: retryAfterSeconds,
}
const contentRange = {
  description: 'Which bytes these are, of how many.',
  schema: text,
  example: 'bytes 0-1023/52428800',
}

const challenge = { description: 'The scheme, and what was wrong (RFC 6750).', schema: text }

/** The header with the tag of an answer. */
export const etag = {
  description: 'Changes when the bytes do.',
  schema: text,
  example: '"9f2c.application-json"',
}

/** The headers of a function's result. */
export const resultHeaders = {
  ETag: etag,
  'Specimen-Notes': {
    description:
      'What the result and its form leave out, and what was assumed: a list of strings (RFC 8941), in ' +
      'which `%` and what is not of ASCII are percent-encoded. Absent for none.',
    schema: text,
    example: '"This is the largest of 2 series: 2 of 4 slices."',
  },
  'Specimen-Unshared': {
    description:
      'Why the other hosts of the group could not be told of the result, and may compute it again. Absent ' +
      'where they could, and from a host by itself.',
    schema: { const: 'redis-away' },
  },
}

/** Returns a JSON answer with a body of a named schema, or a list of them. */
export function answer(
  description: string,
  schema: keyof typeof schemas | readonly [keyof typeof schemas],
  example: JsonObject | readonly JsonObject[],
): JsonObject {
  const named = typeof schema === 'string' ? refer(schema) : { type: 'array', items: refer(schema[0]) }
  return { description, content: { 'application/json': { schema: named, example } } }
}

/** Shared answers by name. */
export const responses = {
  PartOfFile: {
    description: 'The part of the file that Range asked for.',
    headers: { 'Content-Range': { ...contentRange, required: true }, ETag: etag },
    content: { '*/*': { schema: bytes } },
  },
  NotModified: {
    description: 'The client has these bytes already (If-None-Match).',
    headers: { ETag: etag },
  },
  BadRequest: problem(
    'The form of the request is wrong: not JSON, not an object, a name that is not known.',
    {
      'json.syntax': 'params must be a JSON object such as {"name": value} (got the array [1]).',
      'request.invalid': 'since must be the highest seq already seen, an integer, or -1 for all (got "x").',
      'room.invalid':
        'room_id must be 1 to 128 characters without control characters, and neither . nor .. (got 7).',
    },
  ),
  StaticSpecimen: problem('The specimen is static and needs no job, or the form of the request is wrong.', {
    'specimen.static': 'The specimen rock is static and needs no job; GET /api/specimens/rock/data instead.',
    'request.invalid': 'The body must be a JSON object (got the array []).',
  }),
  Unauthorized: problem(
    'The host asks for a token, or does not take the one that was sent.',
    {
      'token.missing': 'This host asks for a token; send the header Authorization: Bearer <token>.',
      'token.refused': 'This host does not know this token; ask whoever runs this host for another.',
    },
    { headers: { 'WWW-Authenticate': { ...challenge, example: 'Bearer error="invalid_token"' } } },
  ),
  Forbidden: problem(
    'A page of another site has sent it, or the token is for something else.',
    {
      'site.refused':
        'A page of https://page.example has sent this, and only the host’s own pages may. Allow the page ' +
        'by --cors-origin; if it is the host’s own behind a proxy, name it by --public-name.',
      'scope.missing': 'This token is for read; use one that is for invoke.',
      'room.refused': 'This token is for the room "lab"; name it in room_id, or use a token for "service".',
    },
    { headers: { 'WWW-Authenticate': { ...challenge, example: 'Bearer error="insufficient_scope"' } } },
  ),
  UnknownSpecimen: problem('There is no such specimen, or its file is gone.', {
    'specimen.unknown': 'There is no specimen "disk".',
    'file.missing': 'The file "rock.stl" of the specimen cannot be read.',
    'route.unknown': 'There is nothing at /api/specimens//data; /docs lists every address.',
  }),
  NoThumbnail: problem('There is no such specimen, or it has no thumbnail.', {
    'specimen.unknown': 'There is no specimen "disk".',
    'thumbnail.none': 'The specimen disc has no thumbnail.',
  }),
  UnknownFunction: problem('There is no such function.', {
    'function.unknown': 'There is no function "disk".',
  }),
  ...fileResponses,
  UnknownJob: problem('There is no such job.', {
    'job.unknown':
      'There is no job "7c9e"; it was never started here, or ended long enough ago to be forgotten.',
  }),
  UnknownResult: problem('The room does not show it, or shows a specimen that is not the caller’s.', {
    'result.unknown':
      'The room does not show this result, or no longer; the state of the room names the newest.',
    'specimen.unknown': 'There is no specimen "disk".',
  }),
  MethodNotAllowed: problem(
    'The address takes another method: an id of dots, which clients fold away, leads to a shorter one.',
    { 'method.refused': 'The method at /api/specimens/data must be GET or HEAD (got POST).' },
    {
      headers: {
        Allow: { description: 'The methods that fit.', required: true, schema: text, example: 'GET, HEAD' },
      },
    },
  ),
  Undecodable: problem(
    'Accept or format names only forms that the result does not have, or forms of a result where the file ' +
      'of the specimen has none.',
    {
      'form.unavailable':
        'A mesh comes as model/stl (stl), application/json (json); name one of these in Accept, or by its ' +
        'short name in format. Accept names "model/step" only.',
      'file.undecodable':
        '"rock.stl", as STL: The file is truncated: 9 triangles needs 450 bytes and 84 are left. ' +
        'Ask without naming a form in Accept to get the file itself.',
      'format.unknown': '"rock.zip" has none of the formats that can be shown: PLY (.ply), STL (.stl).',
    },
  ),
  NoFacts: problem('The file of the specimen has no result to measure.', {
    'file.undecodable':
      '"rock.stl", as STL: The file is truncated: 9 triangles needs 450 bytes and 84 are left.',
    'format.unknown': '"rock.zip" has none of the formats that can be shown: PLY (.ply), STL (.stl).',
  }),
  Misdirected: problem('The request names another host.', {
    'host.unknown':
      'This host does not answer to the name "page.example". Use its address or a name that it has; ' +
      'if this is one, start it with --public-name page.example.',
  }),
  TooMany: problem(
    'The client asks more often than the host allows.',
    {
      'client.limited': 'This client has sent too many requests (--request-rate); try again in 2 s.',
    },
    { headers: { 'Retry-After': retryAfter } },
  ),
  TooSlow: problem('The request took too long to arrive.', {
    'request.slow': 'The request took too long to arrive; send it again.',
  }),
  JobRunning: problem('Job still running.', {
    'job.running': 'Job still running; poll its progress until the status is done.',
  }),
  Superseded: problem('A newer request of the same client took its place (`supersede`).', {
    'run.superseded':
      'A newer request of the same client to this function in the room has taken the place of this one.',
  }),
  JobFailed: problem('Job failed.', { 'job.failed': 'Job failed: cancelled' }),
  ConditionFailed: problem(
    'If-Match names another result, or the room holds none. Of a file: without a body.',
    {
      'condition.failed':
        'The room "lab" holds no result of mandelbulb for these parameters; ' +
        'ask without If-Match to have it computed.',
    },
  ),
  FileConditionFailed: { description: 'If-Match or If-Unmodified-Since does not fit the file.' },
  BodyTooLarge: problem('The body is too large, or has too many values to be read at once.', {
    'body.large': 'The body is larger than this host accepts (--body-bytes); send a smaller one.',
  }),
  UnsupportedMediaType: problem('The body is not sent as JSON.', {
    'media.unsupported': 'Unsupported Media Type; send the body as application/json.',
  }),
  RangeNotSatisfiable: {
    description: 'Range asks for bytes beyond the end of the file.',
    headers: { 'Content-Range': { ...contentRange, example: 'bytes */52428800' } },
  },
  InvalidParameters: problem(
    'The parameters do not fit the schema; `errors` lists the offending ones.',
    { 'params.invalid': 'radius must be at least 0.1 (got -1).' },
    { issues: [{ pointer: '/radius', found: '-1', allowed: 'must be at least 0.1' }] },
  ),
  HeadersTooLarge: problem('Address and headers are too large.', {
    'headers.large': 'The request line and headers are too large; send params in a POST body.',
  }),
  CodingUnknown: problem('The body has a transfer coding other than chunks.', {
    'coding.unknown': 'A body must be sent as it is or in chunks, without compression.',
  }),
  Failed: problem('The function failed, and `detail` has its own message, or the host did.', {
    'function.failed': 'The sample is upside down. (function disc of bundle disc)',
    internal: 'The host could not complete the request; its log says why.',
  }),
  HostFailed: problem('The host failed.', {
    internal: 'The host could not complete the request; its log says why.',
  }),
  BadGateway: problem('The worker that has the specimen sent an invalid answer.', {
    'worker.invalid': 'The worker lab7 sent a result that is none.',
  }),
  Unavailable: problem(
    'The host is at its limits or stopping, the function is suspended, the worker that has it is away, or ' +
      'the host that had the result is gone.',
    {
      'host.busy': 'The host has as many runs waiting as it takes; try again in a moment.',
      'function.suspended':
        'The function disc of bundle disc is suspended because it crashed 5 times in a row; ' +
        'try again in 27 s. Results that rooms hold are served.',
      'host.stopping': 'This host is stopping; try again on its successor.',
      'result.lost': 'The bytes of this result were at another host, which does not answer; try again.',
      'worker.lost': 'The hosts that computed this were lost, again and again.',
      'group.away':
        'The Redis that this host shares its state with cannot be reached now; try again in a moment.',
      'keys.unreachable': "The identity provider's keys cannot be fetched now; try again in a moment.",
      'worker.unreachable': 'The worker lab7 is away.',
    },
    { headers: { 'Retry-After': retryAfter } },
  ),
  GatewayTimeout: problem('The worker that has the specimen does not answer.', {
    'worker.silent': 'The worker lab7 has not answered for 10 s.',
  }),
} satisfies { readonly [name: string]: JsonObject }

/** Returns the reference to a shared answer. */
export function referAnswer(name: keyof typeof responses): JsonObject {
  return { $ref: `#/components/responses/${name}` }
}

/** Returns the answers common to all operations. */
export function listCommon({
  takesBody,
  hasId,
  isOpen,
}: { readonly [Fact in 'takesBody' | 'hasId' | 'isOpen']: boolean }): JsonObject {
  return {
    400: referAnswer('BadRequest'),
    ...(!isOpen && { 401: referAnswer('Unauthorized'), 403: referAnswer('Forbidden') }),
    408: referAnswer('TooSlow'),
    421: referAnswer('Misdirected'),
    429: referAnswer('TooMany'),
    431: referAnswer('HeadersTooLarge'),
    500: referAnswer('HostFailed'),
    503: referAnswer('Unavailable'),
    ...(takesBody && {
      413: referAnswer('BodyTooLarge'),
      415: referAnswer('UnsupportedMediaType'),
      501: referAnswer('CodingUnknown'),
    }),
    ...(hasId && { 405: referAnswer('MethodNotAllowed') }),
  }
}
