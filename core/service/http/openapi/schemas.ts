/** The named schemas of the OpenAPI document: every body that the host sends or receives, once. */

import type { TSchema } from 'typebox'
import { defaultRoomId, roomIdLength } from '../../../contract/domain/invocation.ts'
import { formNames } from '../../../contract/domain/result/forms.ts'
import { type ResultType, resultTypes } from '../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import * as bodies from '../../../contract/wire/bodies.ts'
import * as factParts from '../../../contract/wire/fact-parts.ts'
import * as facts from '../../../contract/wire/facts.ts'
import { fileBody } from '../../../contract/wire/file-body.ts'
import * as progress from '../../../contract/wire/progress-parts.ts'
import { provenanceBody } from '../../../contract/wire/provenance-body.ts'
import { longestTicketSeconds } from '../../access/tickets.ts'
import * as examples from './examples.ts'
import { resultSchema } from './result-schemas.ts'
import { listOf, orNull, text } from './schema.ts'

const closed = { additionalProperties: false }
const params = {
  type: ['object', 'null'],
  additionalProperties: true,
  description: 'Parameters by name, as the schema of the specimen has them. Absent ones take their defaults.',
}
const room = {
  maxLength: roomIdLength,
  pattern: '^(?!\\.{1,2}$)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  description:
    'The peers of a room share one result. Absent or empty means `service`. Runs for a room with `~ahead-` ' +
    'in its name, as steps of a sweep have, come after all others.',
}
const supersede = {
  type: ['boolean', 'string', 'null'],
  minLength: 1,
  maxLength: 64,
  description:
    'Whether only the latest answer is wanted, as while a slider is dragged: a newer request with the same ' +
    'value, from the same caller to the same function in the same room, or in the room whose previews it ' +
    'has (`ROOM~preview-…`), ends this one, and its run unless somebody else waits for it. `true` where ' +
    'one client has a token, or an address, for itself; otherwise any text that no other client has, such ' +
    'as a random one.',
}
const bodyRoom = orNull({ ...text, ...room })

/** The schema of `room` in a query. */
export const roomSchema = { ...text, ...room, default: defaultRoomId }

const partKinds = [
  ['mesh', 'MeshFacts'],
  ['volume', 'VolumeFacts'],
  ['point_cloud', 'PointCloudFacts'],
  ['lines', 'LinesFacts'],
  ['arrows', 'ArrowsFacts'],
  ['labels', 'LabelsFacts'],
  ['image', 'ImageFacts'],
] as const satisfies readonly (readonly [ResultType, string])[]
const factKinds = [...partKinds, ['scene', 'SceneFacts']] as const

/** Returns the schema of facts of several kinds, by the name of each. */
function ofKinds(named: readonly (readonly [ResultType, string])[], description: string): JsonObject {
  const addresses = named.map(([kind, name]) => [kind, `#/components/schemas/${name}`] as const)
  return {
    description,
    oneOf: addresses.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: 'kind', mapping: Object.fromEntries(addresses) },
  }
}

/** Every named schema except for the kinds of result. */
export const schemas = {
  Problem: bodies.problemBody,
  Issue: bodies.issue,
  ResultType: { ...text, enum: resultTypes, description: 'What a function returns or a file holds.' },
  ParameterSchema: {
    type: 'object',
    description:
      'The JSON Schema (draft 2020-12) of the parameters of one function or specimen. One with the ' +
      'annotation `data`, a list of kinds, takes a reference to a result of such a kind: ' +
      '`{"specimen": id}`, `{"process": id, "inputs": {…}}`, for a part of a scene with `part`, or ' +
      '`{"file": sha256}`.',
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
  CatalogEntry: bodies.catalogEntry,
  Specimen: bodies.specimenBody,
  Preset: bodies.preset,
  FunctionEntry: bodies.functionEntry,
  ZarrDocument: {
    type: 'object',
    description:
      'The metadata of a group or an array of Zarr 3; those of a group have the attribute `ome` by ' +
      'OME-Zarr 0.5, and `specimen` with `notes`, and `affine` where axes are turned in their world.',
    properties: {
      zarr_format: { const: 3 },
      node_type: { enum: ['group', 'array'] },
      attributes: { type: 'object', additionalProperties: true },
    },
    required: ['zarr_format', 'node_type', 'attributes'],
    additionalProperties: true,
  },
  CallBody: {
    ...closed,
    description: 'A call by parameters.',
    type: 'object',
    properties: { params, room_id: bodyRoom, supersede },
    required: [],
  },
  DataBody: {
    ...closed,
    description: 'A call by parameters, and the form of its result by its short name.',
    type: 'object',
    properties: { params, room_id: bodyRoom, supersede, format: { enum: [...formNames, null] } },
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
  Ticket: bodies.ticketBody,
  File: fileBody,
  StartBody: bodies.startBody,
  Progress: bodies.progressBody,
  ProgressMessage: progress.progressMessage,
  JobNode: progress.jobNode,
  Provenance: provenanceBody,
  Reload: bodies.reloadBody,
  ReloadError: bodies.reloadError,
  ReloadNote: bodies.reloadNote,
  Readiness: bodies.readinessBody,
  ReadinessCheck: bodies.readinessCheck,
  PluginEntry: bodies.pluginEntry,
  PluginFunction: bodies.functionRuns,
  CacheStats: bodies.cacheStatsBody,
  RoomStats: bodies.roomStats,
  CacheCleared: bodies.cacheClearBody,
  Result: resultSchema,
  Facts: ofKinds(factKinds, 'Facts of a result. Numbers that cannot be said are null.'),
  PartFacts: ofKinds(partKinds, 'Facts of a part of a scene.'),
  MeshFacts: facts.meshFacts,
  VolumeFacts: facts.volumeFacts,
  PointCloudFacts: facts.cloudFacts,
  LinesFacts: facts.lineFacts,
  ArrowsFacts: facts.arrowFacts,
  LabelsFacts: facts.textFacts,
  ImageFacts: facts.imageFacts,
  SceneFacts: facts.sceneFacts,
  FactStatistics: factParts.statistics,
  FactPercentiles: factParts.percentiles,
  FactHistogram: factParts.histogram,
  FactBox: factParts.factBox,
  FactEdgeLengths: facts.edgeLengths,
  FactArrowLengths: facts.arrowLengths,
  FactLabel: facts.labelFacts,
  FactScalarLabel: factParts.scalarLabelFacts,
} satisfies { readonly [name: string]: JsonObject | TSchema }
