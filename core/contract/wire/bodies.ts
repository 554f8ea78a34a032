/**
 * The JSON bodies of the API, exactly as on the wire. Each is declared once, as a schema, from which its type
 * follows. Only the description of the API loads the schemas; all others import types.
 */
import { Type } from 'typebox'
import { errorCodes } from '../domain/errors.ts'
import type { JobStatus } from '../domain/job.ts'
import { needs } from '../domain/needs.ts'
import { mostPresets } from '../domain/preset.ts'
import type { ParameterSchema } from '../domain/schema.ts'
import type { JsonObject } from '../values/json.ts'
import {
  type Body,
  count,
  flag,
  list,
  number,
  numberOrNull,
  object,
  oneOf,
  refer,
  text,
  textOrNull,
} from './body-parts.ts'
import type { jobNode, progressMessage } from './progress-parts.ts'
import { partFiles, resultType, returns } from './returns-body.ts'

const parameterSchema = refer<ParameterSchema>('ParameterSchema')
const jobStatus = oneOf<JobStatus>(['running', 'done', 'error'])

const catalogMembers = {
  id: text(),
  display_name: text(),
  description: text(),
  type: resultType,
  tags: list(text()),
  is_dynamic: flag('Whether a function makes the data; else they are a file.'),
  worker_id: textOrNull(
    'The worker that serves it, which is the part of `id` before the colon; null for the host.',
  ),
  available: flag('False while its worker is away.'),
  thumbnail_url: textOrNull('The address of the preview image, relative to the host; null without one.'),
  thumbnail_file: textOrNull('Name of the preview image; null also when it is no file.'),
  function_name: textOrNull('Null for a static specimen.'),
  story_text: list(text(), 'Pages in reading order.'),
  returns: Type.Optional(returns),
}

export const catalogEntry = object(catalogMembers, 'A specimen in the catalog.')
/** An entry of GET `/api/specimens/`. */
export type CatalogEntry = Body<typeof catalogEntry>

/** Parameters that an author recommends, under a name. */
export const preset = object(
  {
    name: text(),
    params: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description: 'Absent ones have their default.',
    }),
  },
  'Parameters under a name.',
)
export const specimenBody = object(
  {
    ...catalogMembers,
    data_file: textOrNull('Name of the data file; null for a dynamic specimen, and for several files.'),
    part_files: Type.Optional(partFiles),
    schema: Type.Unsafe<ParameterSchema | null>({
      oneOf: [parameterSchema, { type: 'null' }],
      description: 'Null for a static specimen.',
    }),
    view: Type.Optional(text('How its result is to be seen: settings of the page, key=value.')),
    axes: Type.Optional(text('The unit of lengths; behind a comma the directions of x, y and z.')),
    value: Type.Optional(text('Name of the values, and their unit behind the last comma.')),
    legend: Type.Optional(text("The meaning of the author's own colours.")),
    source: Type.Optional(text('The origin of the data.')),
    license: Type.Optional(text()),
    attribution: Type.Optional(text('The credit to show with the data.')),
    presets: Type.Optional(
      Type.Unsafe<readonly Body<typeof preset>[]>({
        type: 'array',
        items: refer('Preset'),
        maxItems: mostPresets,
        description: 'Parameters that the author recommends; nothing is computed from them by itself.',
      }),
    ),
  },
  'A specimen with all that is known of it.',
)
/** The body of GET `/api/specimens/{id}`. An author's words and presets are absent where there are none. */
export type SpecimenBody = Body<typeof specimenBody>

export const functionEntry = object(
  {
    name: text(),
    schema: parameterSchema,
    return_type: resultType,
    description: text(),
    returns: Type.Optional(returns),
  },
  'A registered function.',
)
/** An entry of GET `/api/processing/functions`. */
export type FunctionEntry = Body<typeof functionEntry>

/** A bundle or folder that a reload could not use. */
export const reloadError = object({ source: text(), code: text(), detail: text() })
/** Notes on the file of a specimen that a reload has looked at. */
export const reloadNote = object({
  id: text('The id of the specimen.'),
  notes: list(text(), 'Sentences on what is left out of it, and on what is assumed.'),
})
export const reloadBody = object(
  {
    count: count('Size of the catalog.'),
    static: count(),
    dynamic: count(),
    functions: count(),
    bundles: count(),
    errors: list(refer<Body<typeof reloadError>>('ReloadError'), 'What could not be used, and why.'),
    notes: Type.Optional(
      list(
        refer<Body<typeof reloadNote>>('ReloadNote'),
        'What a first look at files and folders of data has found. Their results have these notes, and more.',
      ),
    ),
  },
  'The bundles and specimens that were found when all were read again.',
)
/** The body of GET `/api/specimens/reload`. */
export type ReloadBody = Body<typeof reloadBody>

export const ticketBody = object(
  {
    ticket: text('The bearer token of its holder.'),
    room_id: text(),
    scopes: Type.Unsafe<readonly string[]>({ type: 'array', items: oneOf(['read', 'invoke']) }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  'A ticket for guests.',
)
/** The body of the answer to POST `/api/tickets`. */
export type TicketBody = Body<typeof ticketBody>

/** A check of GET `/readyz`. */
export const readinessCheck = object({ name: text(), ok: flag(), detail: textOrNull('What is wrong.') })
export const readinessBody = object(
  {
    status: oneOf(['ready', 'not ready']),
    degraded: Type.Optional(
      text('Why a ready host serves with less: `redis-away`. Absent when it does not.'),
    ),
    checks: list(refer<Body<typeof readinessCheck>>('ReadinessCheck')),
  },
  'Whether a host should be sent requests.',
)
/** The body of the answer to GET `/readyz`. */
export type ReadinessBody = Body<typeof readinessBody>

const milliseconds = numberOrNull('Null before the first run.')
export const functionRuns = object(
  {
    name: text(),
    runs: count('Runs that returned or failed, without refused and cancelled ones.'),
    failures: count(),
    crashes: count('Failures that cost a process: it ended, or ran too long.'),
    mean_ms: numberOrNull(
      'Milliseconds from request to end, with the wait for a place; null before the first run.',
    ),
    max_ms: milliseconds,
    last_ms: milliseconds,
    suspended_seconds: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      description: 'How long it stays suspended, 0 when the next run may end that; else null.',
    }),
  },
  'The runs of a function since this version of its bundle was loaded.',
)
/** The runs of one function, of all rooms, since this version of its bundle was loaded. */
export type FunctionRuns = Body<typeof functionRuns>

const permission = oneOf<string>(needs)
export const pluginEntry = object(
  {
    source: text('Its folder in the folder of bundles.'),
    state: oneOf(['loaded', 'refused', 'suspended']),
    code: textOrNull('Why it is refused or suspended, else null.'),
    detail: textOrNull(),
    name: textOrNull('Null for one that is refused, as are format and hash.'),
    format: numberOrNull("Version of its manifest's format.", 'integer'),
    hash: textOrNull('SHA-256 of its manifest, which names every file by its own.'),
    signed_by: textOrNull('The owner of the key of its signature; null also where the host asks for none.'),
    needs: list(permission, 'The permissions that it asks for beyond computing.'),
    allowed: list(permission, 'The permissions that the operator grants, asked for or not.'),
    allow: textOrNull('What to add to `--allow` so that it has all; else null.'),
    functions: list(refer<FunctionRuns>('PluginFunction')),
  },
  'A bundle of this host, or a folder in place of one.',
)
/**
 * An entry of GET `/api/plugins`: a bundle, or a folder in place of one. A watched folder has both while the
 * old version is in use and the new content is refused.
 */
export type PluginEntry = Body<typeof pluginEntry>

/** The entry of a room in the statistics. */
export const roomStats = object(
  {
    room_id: text(),
    entries: count(),
    function_names: list(text()),
    access_count: count(),
    bytes: count('Memory that the entries take on the host, not the bytes of answers.'),
    age_seconds: number('That of the oldest entry.'),
    host: Type.Optional(
      text('The address (--peer-address) of the host that has it; absent at a host by itself.'),
    ),
  },
  'The results that a room keeps: one, unless the host was started with --room-results.',
)
export const cacheStatsBody = object(
  {
    total_entries: count(),
    total_bytes: count(),
    ttl_seconds: number(),
    rooms: list(refer<Body<typeof roomStats>>('RoomStats')),
  },
  'Use of the room cache.',
)
/** The body of GET `/api/processing/cache/stats`. */
export type CacheStatsBody = Body<typeof cacheStatsBody>

export const cacheClearBody = object({ status: Type.Literal('cleared'), entries: count() })
/** The body of POST `/api/processing/cache/clear`. */
export type CacheClearBody = Body<typeof cacheClearBody>

export const startBody = object(
  { job_id: text(), status: jobStatus },
  'A job; its status is done at once when the room has the result already.',
)
/** The body of POST `/api/specimens/{id}/start`. */
export type StartBody = Body<typeof startBody>

export const progressBody = object(
  {
    status: jobStatus,
    messages: list(refer<Body<typeof progressMessage>>('ProgressMessage')),
    error: textOrNull(
      'Why the job failed, `cancelled` when it was cancelled, `superseded` when a newer request took its ' +
        'place, else null.',
    ),
    before: Type.Optional(
      count(
        'Runs before it in the queue, as far as is known; absent once it is begun, and where none is known.',
      ),
    ),
    nodes: Type.Optional(
      list(
        refer<Body<typeof jobNode>>('JobNode'),
        'Its calls while it runs, where it takes the results of others: each before those that it takes.',
      ),
    ),
  },
  'A job as it stands, with the messages after `since`.',
)
/** The body of GET `/api/jobs/{id}/progress`. */
export type ProgressBody = Body<typeof progressBody>

/** One offending parameter. */
export const issue = object(
  { pointer: text('A JSON pointer (RFC 6901) into the parameters.'), found: text(), allowed: text() },
  'One offending parameter.',
)
export const problemBody = object(
  {
    type: text('The address of the explanation of the code, relative to this host.'),
    title: text('The problem in general, the same for every occurrence of a code.'),
    status: Type.Integer(),
    detail: text('What must be, what was found and what to do.'),
    code: oneOf(errorCodes),
    errors: Type.Optional(
      list(refer<Body<typeof issue>>('Issue'), 'Every offending parameter, with params.invalid.'),
    ),
  },
  'A refusal or failure (RFC 9457).',
)
/** The body of every refusal and failure. */
export type ProblemBody = Body<typeof problemBody>
