/** The named schemas of the OpenAPI document: every body that the host sends or receives, once. */
import { longestTicketSeconds } from '../../access/tickets.ts'
import { errorCodes, type Issue } from '../../domain/errors.ts'
import { defaultRoomId, roomIdLength } from '../../domain/invocation.ts'
import type { JobStatus, ProgressMessage } from '../../domain/job.ts'
import type { JsonObject } from '../../domain/json.ts'
import { resultTypes } from '../../domain/result/result.ts'
import type {
  CatalogEntry,
  FunctionEntry,
  ProgressBody,
  SpecimenBody,
  StartBody,
  TicketBody,
} from '../../wire/bodies.ts'
import type { ProblemBody } from '../answer/errors.ts'
import * as examples from './examples.ts'
import { operatorSchemas } from './operator-schemas.ts'
import { resultSchema } from './result-schemas.ts'
import { count, listOf, number, objectOf, orNull, refer, text } from './schema.ts'

const closed = { additionalProperties: false }
const jobStatuses = ['running', 'done', 'error'] as const satisfies readonly JobStatus[]
const type = refer('ResultType')
const parameterSchema = refer('ParameterSchema')
const params = {
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'Parameters by name, as the schema of the specimen has them. Absent ones take their defaults.',
}
const room = {
  maxLength: roomIdLength,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  description: 'The peers of a room share one result. Absent or empty means `service`.',
}
const supersede = {
  type: ['boolean', 'string', 'null'],
  minLength: 1,
  maxLength: 64,
  description:
    'Whether only the latest answer is wanted, as while a slider is dragged: a newer request with the same ' +
    'value, from the same caller to the same function in the same room, ends this one, and its run unless ' +
    'somebody else waits for it. `true` where one client has a token, or an address, for itself; otherwise ' +
    'any text that no other client has, such as a random one.',
}
const bodyRoom = orNull({ ...text, ...room })

/** The schema of `room` in a query. */
export const roomSchema = { ...text, ...room, default: defaultRoomId }

const catalogFields = {
  id: text,
  display_name: text,
  description: text,
  type,
  tags: listOf(text),
  is_dynamic: { type: 'boolean', description: 'Whether a function makes the data; else they are a file.' },
  worker_id: { ...orNull(text), description: 'The worker that serves it, null for this host itself.' },
  available: { type: 'boolean', description: 'False while its worker is away.' },
  thumbnail_url: {
    ...orNull(text),
    description: 'Where the preview image is on this host; null when there is none.',
  },
  thumbnail_file: {
    ...orNull(text),
    description: 'Name of the preview image; null also when it is no file.',
  },
  function_name: { ...orNull(text), description: 'Null for a static specimen.' },
  story_text: { ...listOf(text), description: 'Pages in reading order.' },
}

/** Every named schema except for the kinds of result. */
export const schemas = {
  Problem: objectOf<ProblemBody>(
    'A refusal or failure (RFC 9457).',
    {
      type: { ...text, description: 'Where the code is explained, relative to this host.' },
      title: { ...text, description: 'The problem in general, the same for every occurrence of a code.' },
      status: { type: 'integer' },
      detail: { ...text, description: 'What must be, what was found and what to do.' },
      code: { ...text, enum: errorCodes },
    },
    { errors: { ...listOf(refer('Issue')), description: 'Every offending parameter, with params.invalid.' } },
  ),
  Issue: objectOf<Issue>('One offending parameter.', {
    pointer: { ...text, description: 'A JSON pointer (RFC 6901) into the parameters.' },
    found: text,
    allowed: text,
  }),
  ResultType: { ...text, enum: resultTypes, description: 'What a function returns or a file holds.' },
  ParameterSchema: {
    type: 'object',
    description: 'The JSON Schema (draft 2020-12) of the parameters of one function or specimen.',
    properties: {
      $schema: text,
      title: text,
      description: text,
      type: { const: 'object' },
      properties: { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
      required: listOf(text),
      additionalProperties: { type: 'boolean' },
    },
    required: ['type', 'properties'],
    additionalProperties: true,
    examples: [examples.schema],
  },
  CatalogEntry: objectOf<CatalogEntry>('A specimen in the catalog.', catalogFields),
  Specimen: objectOf<SpecimenBody>(
    'A specimen with all that is known of it.',
    {
      ...catalogFields,
      data_file: { ...orNull(text), description: 'Name of the data file; null for a dynamic specimen.' },
      schema: { oneOf: [parameterSchema, { type: 'null' }], description: 'Null for a static specimen.' },
    },
    {
      view: { ...text, description: 'How its result is to be seen: settings of the page, key=value.' },
      axes: { ...text, description: 'The unit of lengths; behind a comma the directions of x, y and z.' },
      value: { ...text, description: 'Name of the values, and their unit behind the last comma.' },
      legend: { ...text, description: "The meaning of the author's own colours." },
      source: { ...text, description: 'Where the data are from.' },
      license: text,
      attribution: { ...text, description: 'What to say when the data are shown.' },
    },
  ),
  FunctionEntry: objectOf<FunctionEntry>('A registered function.', {
    name: text,
    schema: parameterSchema,
    return_type: type,
    description: text,
  }),
  CallBody: {
    ...closed,
    description: 'A call by parameters.',
    type: 'object',
    properties: { params, room_id: bodyRoom, supersede },
    required: [],
  },
  InvokeBody: {
    ...closed,
    description: 'A call by function name.',
    type: 'object',
    properties: {
      function_name: text,
      args: { type: ['array', 'null'], items: {}, description: 'Arguments by position.' },
      kwargs: { type: ['object', 'null'], additionalProperties: true, description: 'Arguments by name.' },
      room_id: bodyRoom,
    },
    required: ['function_name'],
  },
  TicketWish: {
    ...closed,
    description: 'What a ticket is to be for.',
    type: 'object',
    properties: {
      room_id: bodyRoom,
      scopes: {
        type: ['array', 'null'],
        items: { enum: ['read', 'invoke'] },
        minItems: 1,
        description: 'What the guests may do; absent means what the token that asks allows.',
      },
      expires_in: {
        type: ['integer', 'null'],
        minimum: 1,
        maximum: longestTicketSeconds,
        description: 'Seconds for which the ticket is good.',
      },
    },
    required: [],
  },
  Ticket: objectOf<TicketBody>('A ticket for guests.', {
    ticket: { ...text, description: 'What its holder sends as the bearer token.' },
    room_id: text,
    scopes: listOf({ ...text, enum: ['read', 'invoke'] }),
    expires_at: { ...text, format: 'date-time' },
  }),
  StartBody: objectOf<StartBody>('A job; its status is done at once when the room has the result already.', {
    job_id: text,
    status: { ...text, enum: jobStatuses },
  }),
  Progress: objectOf<ProgressBody>('A job as it stands, with the messages after `since`.', {
    status: { ...text, enum: jobStatuses },
    messages: listOf(refer('ProgressMessage')),
    error: {
      ...orNull(text),
      description:
        'Why the job failed, `cancelled` when it was cancelled, `superseded` when a newer request took ' +
        'its place, else null.',
    },
  }),
  ProgressMessage: objectOf<ProgressMessage>(
    'One call of `report`.',
    {
      seq: { ...count, description: 'Counts the messages of a job from 0.' },
      text,
      ts: { ...number, description: 'Unix time in seconds, with fractions.' },
    },
    {
      fraction: {
        ...number,
        minimum: 0,
        maximum: 1,
        description: 'How much is done; absent where the function does not say it.',
      },
    },
  ),
  ...operatorSchemas,
  Result: resultSchema,
} satisfies { readonly [name: string]: JsonObject }
