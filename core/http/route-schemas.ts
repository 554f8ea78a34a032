/**
 * The routes' schemas, from which the OpenAPI document is made. They describe, and Fastify does not compile them: the gate
 * and `parse-request.ts` validate, because their refusals say more, and a validator and serialiser for each request would
 * cost a third of a progress poll.
 */
import { resultTypes } from '../domain/result.ts'
import { envelopeMediaType } from './represent.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const
const nullable = (schema: { readonly type: string }) => ({ ...schema, type: [schema.type, 'null'] })
const listOf = (items: object) => ({ type: 'array', items })
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const json = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } })
const bytes = { type: 'string', format: 'binary' }

/** The parameter schema is the function's own; as a type it is any object. */
const anySchema = { type: 'object', additionalProperties: true }
const params = { type: 'object', additionalProperties: true, description: 'Parameters by name. Absent ones take their defaults.' }
const roomId = { ...text, default: 'service', minLength: 1, maxLength: 128, description: 'All peers of a room share one result.' }

const catalogEntry = object({
  id: text,
  display_name: text,
  description: text,
  type: { enum: resultTypes },
  tags: listOf(text),
  is_dynamic: { type: 'boolean' },
  worker_id: { type: ['string', 'null'] },
  available: { type: 'boolean' },
  thumbnail_url: nullable(text),
  thumbnail_file: nullable(text),
  function_name: nullable(text),
  story_text: listOf(text),
})

const functionEntry = object({ name: text, schema: anySchema, return_type: { enum: resultTypes }, description: text })

/** RFC 9457, as every error response has it. */
export const problemSchema = object({
  type: text,
  title: text,
  status: { type: 'integer' },
  detail: text,
  code: text,
  errors: listOf(object({ pointer: text, found: text, allowed: text })),
})

const problem = (description: string) => ({ description, content: { 'application/problem+json': { schema: problemSchema } } })
const badRequest = problem('The syntax of the request is wrong; for params: not JSON, or not an object.')
const unknownSpecimen = problem('No such specimen.')
const refusedParams = problem('The parameters do not fit the schema; errors lists every offending field.')
const failed = problem('The function failed; detail is its own message.')
const busy = problem('The host is at its limits; Retry-After says when to try again.')

const specimenPath = object({
  specimen_id: { ...text, description: 'Id of a specimen, or name of a function that no specimen has as its id.' },
})
const jobPath = object({ job_id: text })
const callBody = object({ params: nullable(params), room_id: roomId })
const otherTag = problem('If-Match names another result.')
const resultJson = json(
  'The typed result: type and its fields; arrays as numbers, data of volumes and images as base64.',
  anySchema,
)

const dataResponses = {
  200: {
    description:
      'Static: the data file. Dynamic: the envelope (mesh, volume), or JSON (point_cloud, image), or what Accept names; ' +
      'envelopes and JSON are compressed as Accept-Encoding asks. The envelope has no colours of a mesh; JSON and glTF have them.',
    content: {
      [envelopeMediaType]: { schema: bytes },
      'application/json': { schema: anySchema },
      'model/gltf-binary': { schema: bytes },
      'image/png': { schema: bytes },
      'application/octet-stream': { schema: bytes },
    },
  },
  304: { description: 'The client has these bytes already (If-None-Match).', type: 'null' },
  400: badRequest,
  404: unknownSpecimen,
  412: problem('If-Match: the room holds no result of this call, or another one, and nothing was computed.'),
  422: refusedParams,
  500: failed,
  503: busy,
}

const progressMessage = object({ seq: { type: 'integer' }, text, ts: { type: 'number', description: 'Unix time in seconds.' } })

/** One schema a route, by the name of what it does. */
export const routeSchemas = {
  listSpecimens: {
    tags: ['specimens'],
    summary: 'The catalog',
    response: { 200: json('Entries, sorted by id.', listOf(catalogEntry)) },
  },
  readSpecimen: {
    tags: ['specimens'],
    summary: 'Full metadata of one specimen, with its parameter schema',
    params: specimenPath,
    response: {
      200: json('The specimen.', { allOf: [catalogEntry, object({ data_file: nullable(text), schema: nullable(anySchema) })] }),
      404: unknownSpecimen,
    },
  },
  readThumbnail: {
    tags: ['specimens'],
    summary: 'The preview image',
    params: specimenPath,
    response: {
      200: { description: 'The image.', content: { 'image/*': { schema: bytes } } },
      404: problem('No such specimen, or it has no thumbnail.'),
    },
  },
  getData: {
    tags: ['specimens'],
    summary: 'The data of a specimen: its file, or the result of its function',
    params: specimenPath,
    querystring: object({ params: { ...text, description: 'A JSON object of parameters.' }, room_id: roomId }),
    response: dataResponses,
  },
  postData: {
    tags: ['specimens'],
    summary: 'The same as GET, with the parameters in the body',
    params: specimenPath,
    body: callBody,
    response: dataResponses,
  },
  start: {
    tags: ['specimens'],
    summary: 'Starts a load as a background job',
    params: specimenPath,
    body: callBody,
    response: {
      200: json(
        'The job; its status is done at once on a cache hit.',
        object({ job_id: text, status: { enum: ['running', 'done'] } }),
      ),
      400: problem('The specimen is static, or the syntax is wrong.'),
      404: unknownSpecimen,
      422: refusedParams,
      503: busy,
    },
  },
  reload: {
    tags: ['specimens'],
    summary: 'Reads bundles and specimens again and swaps the catalog',
    response: {
      200: json(
        'Counts, and what could not be used.',
        object({
          count,
          static: count,
          dynamic: count,
          functions: count,
          bundles: count,
          errors: listOf(object({ source: text, code: text, detail: text })),
        }),
      ),
    },
  },
  listFunctions: {
    tags: ['processing'],
    summary: 'Every registered function',
    response: { 200: json('Entries, sorted by name.', listOf(functionEntry)) },
  },
  readSchema: {
    tags: ['processing'],
    summary: "The JSON Schema of a function's parameters",
    params: object({ name: text }),
    response: { 200: json('A draft 2020-12 schema.', anySchema), 404: problem('No such function.') },
  },
  invoke: {
    tags: ['processing'],
    summary: 'Calls a function and returns its typed result as JSON',
    body: object(
      {
        function_name: text,
        args: { type: 'array', items: {}, description: 'Positional arguments.' },
        kwargs: { type: 'object', additionalProperties: true, description: 'Keyword arguments.' },
        room_id: roomId,
      },
      { required: ['function_name'] },
    ),
    response: {
      200: resultJson,
      400: badRequest,
      404: problem('No such function.'),
      412: otherTag,
      422: refusedParams,
      500: failed,
      503: busy,
    },
  },
  cacheStats: {
    tags: ['processing'],
    summary: 'Use of the room cache',
    response: {
      200: json(
        'Per room.',
        object({
          total_entries: count,
          total_bytes: count,
          ttl_seconds: { type: 'number' },
          rooms: listOf(
            object({
              room_id: text,
              entries: count,
              function_names: listOf(text),
              access_count: count,
              bytes: { ...count, description: 'Memory that the entry takes on the host, not the bytes of an answer.' },
              age_seconds: { type: 'number' },
            }),
          ),
        }),
      ),
    },
  },
  clearCache: {
    tags: ['processing'],
    summary: 'Drops every cached result',
    response: { 200: json('How many there were.', object({ status: { const: 'cleared' }, entries: count })) },
  },
  jobProgress: {
    tags: ['jobs'],
    summary: 'Status and new messages of a job',
    params: jobPath,
    querystring: object({ since: { type: 'integer', default: -1, description: 'The highest seq already seen.' } }),
    response: {
      200: json(
        'The job.',
        object({ status: { enum: ['running', 'done', 'error'] }, messages: listOf(progressMessage), error: nullable(text) }),
      ),
      400: problem('since is not an integer.'),
      404: problem('No such job.'),
    },
  },
  jobResult: {
    tags: ['jobs'],
    summary: 'The result of a finished job as JSON',
    params: jobPath,
    response: {
      200: resultJson,
      404: problem('No such job.'),
      409: problem('Job still running.'),
      410: problem('Job failed.'),
      412: otherTag,
    },
  },
  cancelJob: {
    tags: ['jobs'],
    summary: 'Cancels a running job; an ended one stays as it is',
    params: jobPath,
    response: { 204: { description: 'Cancelled, or ended already.', type: 'null' }, 404: problem('No such job.') },
  },
}
