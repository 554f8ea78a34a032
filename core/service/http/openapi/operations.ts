/** The operations outside `/api/specimens`. */
import { longestTicketSeconds, usualTicketSeconds } from '../../access/tickets.ts'
import { problemMediaType } from '../answer/errors.ts'
import * as examples from './examples.ts'
import { uploadHeaders } from './file-responses.ts'
import { answer, etag, type Operation, referAnswer, resultHeaders } from './responses.ts'
import { bytes, idInPath, refer, text } from './schema.ts'
import { formatInQuery } from './specimens-operations.ts'

const jobId = {
  name: 'job_id',
  in: 'path',
  required: true,
  description: 'The `job_id` from the answer to start.',
  schema: idInPath,
  example: examples.jobId,
}

const fileInPath = {
  ...jobId,
  name: 'file',
  description: 'The SHA-256 of its bytes in hexadecimal digits, from the answer to POST.',
  example: examples.file.file,
}

const nameInQuery = {
  name: 'name',
  in: 'query',
  description:
    'Its name, whose ending tells the format where the content does not; `Content-Disposition` may have it ' +
    'as well.',
  schema: text,
  example: examples.file.name,
}

/** Functions and the room cache, files, jobs, tickets, plugins, and the addresses for operators. */
export const operations = {
  listFunctions: {
    tags: ['processing'],
    summary: 'Every registered function',
    responses: {
      200: {
        ...answer('Entries, sorted by name.', ['FunctionEntry'], [examples.functionEntry]),
        headers: { ETag: etag },
      },
      304: referAnswer('NotModified'),
    },
  },
  readSchema: {
    tags: ['processing'],
    summary: 'The JSON Schema of the parameters of a function',
    parameters: [
      {
        name: 'name',
        in: 'path',
        required: true,
        description: 'Name of a function.',
        schema: idInPath,
        example: examples.id,
      },
    ],
    responses: {
      200: answer('A draft 2020-12 schema.', 'ParameterSchema', examples.schema),
      404: referAnswer('UnknownFunction'),
    },
  },
  invoke: {
    tags: ['processing'],
    summary: 'Calls a function and returns its result as JSON',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refer('InvokeBody'), example: examples.invocation } },
    },
    responses: {
      200: { ...answer('The result.', 'Result', examples.mesh), headers: resultHeaders },
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownFunction'),
      412: referAnswer('ConditionFailed'),
      422: referAnswer('InvalidParameters'),
      500: referAnswer('Failed'),
      502: referAnswer('BadGateway'),
      504: referAnswer('GatewayTimeout'),
    },
  },
  readCacheStats: {
    tags: ['processing'],
    summary: 'Use of the room cache',
    responses: { 200: answer('Per room.', 'CacheStats', examples.stats) },
  },
  clearCache: {
    tags: ['processing'],
    summary: 'Drops every cached result',
    responses: { 200: answer('How many there were.', 'CacheCleared', examples.cleared) },
  },
  bringFile: {
    tags: ['files'],
    summary:
      'Brings a file as data of functions: the body is its bytes as they are. Parameters of the same ' +
      'caller then refer to it by `{"file": "…"}`. It goes by DELETE, or when it is not used for a while',
    parameters: [nameInQuery],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: bytes } },
    },
    responses: {
      200: answer('The file, by the name that parameters have for it.', 'File', examples.file),
      406: referAnswer('UnreadableFile'),
      413: referAnswer('FileTooLarge'),
    },
  },
  bringPiece: {
    tags: ['files'],
    summary:
      'Brings a piece of a file, by the hash of the whole: the first begins at 0, each other where the one ' +
      'before has ended. What has come of a piece stays when its connection breaks; `Upload-Offset` of ' +
      'HEAD tells where to go on. Without Content-Range the body is the whole file, and begins it again',
    parameters: [
      { ...fileInPath, description: 'The SHA-256 of the whole file in hexadecimal digits.' },
      nameInQuery,
      {
        name: 'Content-Range',
        in: 'header',
        description: 'The place of the first and of the last byte, and the length of the whole file.',
        schema: text,
        example: `bytes 0-${examples.file.bytes - 1}/${examples.file.bytes}`,
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/octet-stream': { schema: bytes } },
    },
    responses: {
      200: answer('The file, which is whole.', 'File', examples.file),
      204: { description: 'The piece is here, and the next is to come.', headers: uploadHeaders },
      406: referAnswer('UnreadableFile'),
      409: referAnswer('DisplacedPiece'),
      413: referAnswer('FileTooLarge'),
      416: referAnswer('PieceOutside'),
      422: referAnswer('AlteredFile'),
    },
  },
  findFile: {
    tags: ['files'],
    summary:
      'A file that the caller has brought, without its bytes: HEAD says whether it is there. Of one that ' +
      'is not whole yet `Upload-Offset` tells how much has come',
    parameters: [fileInPath],
    responses: { 200: answer('The file.', 'File', examples.file), 404: referAnswer('UnknownFile') },
  },
  dropFile: {
    tags: ['files'],
    summary: 'Removes a file that the caller has brought, or what has come of it; runs that read it go on',
    parameters: [fileInPath],
    responses: { 204: { description: 'Removed.' }, 404: referAnswer('UnknownFile') },
  },
  readProgress: {
    tags: ['jobs'],
    summary: 'Status and new messages of a job',
    parameters: [
      jobId,
      {
        name: 'since',
        in: 'query',
        description: 'The highest `seq` already seen; -1 for all messages.',
        schema: { type: 'integer', default: -1 },
        example: 0,
      },
      {
        name: 'wait',
        in: 'query',
        description: 'The longest time to wait for a new message or the end of the job, in seconds.',
        schema: { type: 'number', minimum: 0, maximum: 30, default: 0 },
        example: 20,
      },
    ],
    responses: { 200: answer('The job.', 'Progress', examples.progress), 404: referAnswer('UnknownJob') },
  },
  readResult: {
    tags: ['jobs'],
    summary: 'The result of a finished job as JSON',
    parameters: [jobId],
    responses: {
      200: { ...answer('The result.', 'Result', examples.mesh), headers: { ETag: etag } },
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownJob'),
      409: referAnswer('JobRunning'),
      410: referAnswer('JobFailed'),
      412: referAnswer('ConditionFailed'),
    },
  },
  readJobProvenance: {
    tags: ['jobs'],
    summary: 'What the result of a job is made of, also before there is one',
    parameters: [jobId],
    responses: {
      200: {
        ...answer(
          'As that of /provenance when the job was started; the deepest calls of a long one are left out.',
          'Provenance',
          examples.provenance,
        ),
        headers: { ETag: etag },
      },
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownJob'),
    },
  },
  cancelJob: {
    tags: ['jobs'],
    summary: 'Cancels a running job; an ended one stays as it is',
    parameters: [jobId],
    responses: { 204: { description: 'Cancelled, or ended already.' }, 404: referAnswer('UnknownJob') },
  },
  readRoomResult: {
    tags: ['together'],
    summary:
      'A result that a room shows to all its peers, by the id in its state; nothing is computed for it. ' +
      'The room itself is the WebSocket `/ws/rooms/{room_id}`',
    parameters: [
      { ...jobId, name: 'room_id', description: 'The id of the room.', example: 'lab' },
      { ...jobId, name: 'result_id', description: 'The `id` in a field `views/N/result`.' },
      formatInQuery,
    ],
    responses: {
      200: {
        ...answer(
          'The result: the envelope, JSON, or another form by `Accept` or `format`.',
          'Result',
          examples.mesh,
        ),
        headers: resultHeaders,
      },
      304: referAnswer('NotModified'),
      404: referAnswer('UnknownResult'),
      406: referAnswer('Undecodable'),
      412: referAnswer('ConditionFailed'),
    },
  },
  createTicket: {
    tags: ['tickets'],
    summary:
      'A signed ticket for guests to one room, good for no more than the token that asks for it: without ' +
      `\`expires_in\` for ${usualTicketSeconds / 3600} hours, at most for ${longestTicketSeconds / 3600}. ` +
      'It is sent as the bearer token, or in a link to the viewer as `#/?~ticket=…`.',
    requestBody: {
      content: { 'application/json': { schema: refer('TicketWish'), example: examples.ticketWish } },
    },
    responses: { 200: answer('The ticket.', 'Ticket', examples.ticket) },
  },
  listPlugins: {
    tags: ['plugins'],
    summary: 'The bundles of this host: in use, refused or suspended, and how their runs went',
    responses: {
      200: answer(
        'Entries, sorted by folder. Those of workers are seen at their workers only.',
        ['PluginEntry'],
        [examples.plugin],
      ),
    },
  },
  isAlive: {
    tags: ['operation'],
    summary: 'Whether the host answers',
    responses: {
      200: {
        description: 'It does; else it is to be restarted.',
        content: { 'text/plain': { schema: text, example: 'alive\n' } },
      },
    },
  },
  isReady: {
    tags: ['operation'],
    summary: 'Whether the host should be sent requests',
    responses: {
      200: answer('It should.', 'Readiness', examples.readiness),
      503: {
        description: 'Why it should be sent no requests; a `Problem` once it is stopping.',
        content: {
          'application/json': { schema: refer('Readiness'), example: examples.unreadiness },
          [problemMediaType]: { schema: refer('Problem') },
        },
      },
    },
  },
  readMetrics: {
    tags: ['operation'],
    summary: 'Metrics for Prometheus',
    responses: {
      200: {
        description: "In Prometheus' text format, version 0.0.4.",
        content: { 'text/plain': { schema: text, example: 'specimen_jobs{status="running"} 0\n' } },
      },
    },
  },
} satisfies { readonly [operationId: string]: Operation }
