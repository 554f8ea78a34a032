/** The bodies in the OpenAPI document and on `/docs`, all of one specimen, the bundled Mandelbulb. */

import { type ParameterSchema, schemaDialect } from '../../../contract/domain/schema.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import type {
  CacheClearBody,
  CacheStatsBody,
  CatalogEntry,
  FunctionEntry,
  PluginEntry,
  ProgressBody,
  ReloadBody,
  SpecimenBody,
  StartBody,
  TicketBody,
} from '../../../contract/wire/bodies.ts'
import type { MeshFacts } from '../../../contract/wire/facts.ts'
import type { FileBody } from '../../../contract/wire/file-body.ts'
import type { ProvenanceBody } from '../../../contract/wire/provenance-body.ts'

export const id = 'mandelbulb'
export const jobId = '7c9e6679f3b44a1c8f2e5d0b1a3c4e5f'
export const params = { power: 5 }

const description = 'The Mandelbulb, a three-dimensional relative of the Mandelbrot set.'

export const schema = {
  $schema: schemaDialect,
  title: id,
  description,
  type: 'object',
  properties: {
    power: {
      type: 'integer',
      description: 'The power of z; 8 is the classic.',
      default: 8,
      minimum: 3,
      maximum: 16,
    },
  },
  additionalProperties: false,
} satisfies ParameterSchema

export const entry = {
  id,
  display_name: 'Mandelbulb',
  description,
  type: 'mesh',
  tags: ['mathematics', 'fractal'],
  is_dynamic: true,
  worker_id: null,
  available: true,
  thumbnail_url: '/api/specimens/mandelbulb/thumbnail',
  thumbnail_file: 'mandelbulb.png',
  function_name: id,
  story_text: ['Every bud carries buds.'],
} satisfies CatalogEntry

export const specimen = { ...entry, data_file: null, schema } satisfies SpecimenBody

export const functionEntry = { name: id, schema, return_type: 'mesh', description } satisfies FunctionEntry

export const reload = {
  count: 17,
  static: 4,
  dynamic: 13,
  functions: 12,
  bundles: 9,
  errors: [
    {
      source: 'dist/plugins/torn',
      code: 'bundle.incomplete',
      detail: 'index.mjs is missing; copy the bundle again.',
    },
  ],
  notes: [{ id: 'points.csv', notes: ['Of several columns of values the first is shown.'] }],
} satisfies ReloadBody

export const readiness = {
  status: 'ready',
  checks: [{ name: 'pool', ok: true, detail: null }],
}

export const unreadiness = {
  status: 'not ready',
  checks: [{ name: 'pool', ok: false, detail: 'No process for plugins is running.' }],
}

export const plugin = {
  source: 'fractals',
  state: 'loaded',
  code: null,
  detail: null,
  name: 'fractals',
  format: 1,
  hash: '3f5a6c0e9b1d2f4a7c8e0b1d3f5a6c0e9b1d2f4a7c8e0b1d3f5a6c0e9b1d2f4a',
  signed_by: 'lab',
  needs: ['net'],
  allowed: [],
  allow: 'fractals:net',
  functions: [
    {
      name: id,
      runs: 12,
      failures: 1,
      crashes: 0,
      mean_ms: 840.5,
      max_ms: 2310,
      last_ms: 655.2,
      suspended_seconds: null,
    },
  ],
} satisfies PluginEntry

export const stats = {
  total_entries: 1,
  total_bytes: 2041032,
  ttl_seconds: 300,
  rooms: [
    { room_id: 'lab', entries: 1, function_names: [id], access_count: 3, bytes: 2041032, age_seconds: 12.5 },
  ],
} satisfies CacheStatsBody

export const cleared = { status: 'cleared', entries: 1 } satisfies CacheClearBody

export const call = { params, room_id: 'lab' }

export const invocation = { function_name: id, kwargs: params, room_id: 'lab' }

export const file = {
  file: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  name: 'scan.nii.gz',
  bytes: 8_388_608,
  kind: 'volume',
  expires: '2027-01-01T13:00:00.000Z',
} satisfies FileBody

export const ticketWish = { room_id: 'lab', scopes: ['read', 'invoke'], expires_in: 3600 }

export const ticket = {
  ticket: 'spt_eyJpZCI6IjdjOWU2Njc5ZjNiNDRhMWMifQ.s5Qn0oM8c0vC3m6bF1k9Yx2wZ7uT4eRqPjHlGdAaBbc',
  room_id: 'lab',
  scopes: ['read', 'invoke'],
  expires_at: '2027-01-31T16:00:00.000Z',
} satisfies TicketBody

export const started = { job_id: jobId, status: 'running' } satisfies StartBody

export const progress = {
  status: 'running',
  messages: [{ seq: 0, text: 'distance field: 12 %', ts: 1767225600.25, fraction: 0.125 }],
  error: null,
} satisfies ProgressBody

export const provenance = {
  prefix: { specimen: 'urn:specimen-host:provenance:' },
  entity: {
    'specimen:result-1': { 'specimen:kind': 'mesh', 'specimen:key': 'mandelbulb:9f2c…' },
    'specimen:code-mandelbulb': { 'prov:type': 'prov:Plan', 'specimen:revision': '51d7…' },
  },
  activity: {
    'specimen:run-1': { 'specimen:parameters': { $: JSON.stringify(params), type: 'rdf:JSON' } },
  },
  agent: { 'specimen:host': { 'prov:type': 'prov:SoftwareAgent', 'specimen:version': '0.1.0' } },
  used: {},
  wasGeneratedBy: {
    '_:generation-1': { 'prov:entity': 'specimen:result-1', 'prov:activity': 'specimen:run-1' },
  },
  wasAssociatedWith: {
    '_:association-1': {
      'prov:activity': 'specimen:run-1',
      'prov:agent': 'specimen:host',
      'prov:plan': 'specimen:code-mandelbulb',
    },
  },
  wasAttributedTo: {},
} satisfies ProvenanceBody

/** A mesh as JSON, cut down to one triangle. */
export const mesh = {
  type: 'mesh',
  vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0],
  indices: [0, 1, 2],
} satisfies JsonObject

/** Those of {@link mesh}. */
export const facts = {
  kind: 'mesh',
  unit: null,
  bounds: { low: [0, 0, 0], high: [1, 1, 0] },
  vertex_count: 3,
  place_count: 3,
  unused_vertex_count: 0,
  triangle_count: 1,
  degenerate_triangle_count: 0,
  flipped_triangle_count: 0,
  edge_count: 3,
  open_edge_count: 3,
  crowded_edge_count: 0,
  is_closed: false,
  component_count: 1,
  euler_characteristic: 1,
  area: 0.5,
  volume: null,
  is_inside_out: false,
  edge_length: { min: 1, median: 1, max: Math.SQRT2 },
  value_name: null,
  value_unit: null,
  scalars: null,
  labels: null,
} satisfies MeshFacts
