import type { JsonObject } from '../../domain/json.ts'
import { needs } from '../../domain/needs.ts'
import type {
  CacheClearBody,
  CacheStatsBody,
  FunctionRuns,
  PluginEntry,
  ReadinessBody,
  ReloadBody,
} from '../../wire/bodies.ts'
import { count, listOf, number, objectOf, orNull, refer, text } from './schema.ts'

const pluginStates = ['loaded', 'refused', 'suspended'] as const satisfies readonly PluginEntry['state'][]
const need = { ...text, enum: needs }
const readinessStates = ['ready', 'not ready'] as const satisfies readonly ReadinessBody['status'][]
const time = { ...orNull(number), description: 'Null before the first run.' }

/** The named schemas of the bodies for operators. */
export const operatorSchemas = {
  Reload: objectOf<ReloadBody>('What was found when bundles and specimens were read again.', {
    count: { ...count, description: 'Size of the catalog.' },
    static: count,
    dynamic: count,
    functions: count,
    bundles: count,
    errors: { ...listOf(refer('ReloadError')), description: 'What could not be used, and why.' },
  }),
  ReloadError: objectOf<ReloadBody['errors'][number]>(null, { source: text, code: text, detail: text }),
  Readiness: objectOf<ReadinessBody>(
    'Whether a host should be sent requests.',
    { status: { ...text, enum: readinessStates }, checks: listOf(refer('ReadinessCheck')) },
    { degraded: { ...text, description: 'Why it serves with less: `redis-away`. Absent when it does not.' } },
  ),
  ReadinessCheck: objectOf<ReadinessBody['checks'][number]>(null, {
    name: text,
    ok: { type: 'boolean' },
    detail: { ...orNull(text), description: 'What is wrong.' },
  }),
  PluginEntry: objectOf<PluginEntry>('A bundle of this host, or a folder in place of one.', {
    source: { ...text, description: 'Its folder.' },
    state: { ...text, enum: pluginStates },
    code: { ...orNull(text), description: 'Why it is refused or suspended, else null.' },
    detail: orNull(text),
    name: { ...orNull(text), description: 'Null for one that is refused, as are format and hash.' },
    format: { type: ['integer', 'null'], description: "Version of its manifest's format." },
    hash: { ...orNull(text), description: 'SHA-256 of its manifest, which names every file by its own.' },
    signed_by: { ...orNull(text), description: 'Null also where the host asks for no signature.' },
    needs: { ...listOf(need), description: 'What it asks for beyond computing.' },
    allowed: { ...listOf(need), description: 'What the operator lets it have, asked for or not.' },
    allow: { ...orNull(text), description: 'What to add to `--allow` so that it has all; else null.' },
    functions: listOf(refer('PluginFunction')),
  }),
  PluginFunction: objectOf<FunctionRuns>(
    'The runs of a function since this version of its bundle was loaded.',
    {
      name: text,
      runs: { ...count, description: 'Those that returned or failed; none that was refused or cancelled.' },
      failures: count,
      crashes: { ...count, description: 'Failures that cost a process.' },
      mean_ms: { ...time, description: 'From request to end, a wait for a place included.' },
      max_ms: time,
      last_ms: time,
      suspended_seconds: {
        ...orNull(count),
        description: 'How long it stays suspended, 0 when the next run may end that; else null.',
      },
    },
  ),
  CacheStats: objectOf<CacheStatsBody>('Use of the room cache.', {
    total_entries: count,
    total_bytes: count,
    ttl_seconds: number,
    rooms: listOf(refer('RoomStats')),
  }),
  RoomStats: objectOf<CacheStatsBody['rooms'][number]>(
    'The results that a room keeps: one, unless the host was started with --room-results.',
    {
      room_id: text,
      entries: count,
      function_names: listOf(text),
      access_count: count,
      bytes: {
        ...count,
        description: 'Memory that the entries take on the host, not the bytes of answers.',
      },
      age_seconds: { ...number, description: 'That of the oldest entry.' },
    },
    {
      host: {
        ...text,
        description: 'The address (--peer-address) of the host that has it; absent at a host by itself.',
      },
    },
  ),
  CacheCleared: objectOf<CacheClearBody>(null, { status: { const: 'cleared' }, entries: count }),
} satisfies { readonly [name: string]: JsonObject }
