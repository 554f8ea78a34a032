/** Conversion of the host's values to the bodies of the API. */

import type { ParameterSchema } from '../../../contract/domain/schema.ts'
import type { FileScene, Specimen } from '../../../contract/domain/specimen.ts'
import type {
  CacheStatsBody,
  CatalogEntry,
  FunctionEntry,
  ReloadBody,
  SpecimenBody,
} from '../../../contract/wire/bodies.ts'
import type { CacheStats } from '../../../engine/cache/room-cache.ts'
import type { Snapshot } from '../../../engine/catalog/snapshot.ts'
import { toLegacySchema } from './legacy-client.ts'
import { type TaggedBody, tagBody } from './tagged-body.ts'

/** Returns a specimen's catalog entry. `prefix` is the public path before the host's addresses. */
export function toCatalogEntry(specimen: Specimen, prefix: string): CatalogEntry {
  const { id, displayName, description, type, tags, thumbnail, storyText } = specimen
  const { returns } = specimen.kind === 'dynamic' ? specimen : (specimen.scene ?? {})
  return {
    id,
    display_name: displayName,
    description,
    type,
    tags,
    is_dynamic: specimen.kind === 'dynamic',
    worker_id: specimen.origin?.workerId ?? null,
    available: specimen.origin?.isAvailable ?? true,
    thumbnail_url: thumbnail === null ? null : `${prefix}/api/specimens/${encodeURIComponent(id)}/thumbnail`,
    thumbnail_file: thumbnail?.name ?? null,
    function_name: specimen.kind === 'dynamic' ? specimen.functionName : null,
    story_text: storyText,
    ...(returns && { returns }),
  }
}

type ShowSchema = (schema: ParameterSchema) => ParameterSchema

/** Returns the converter of schemas, with `--legacy-client` or without. */
export function toShownSchema(legacyClient: boolean): ShowSchema {
  return legacyClient ? toLegacySchema : (schema) => schema
}

/** Returns a specimen's full metadata; `prefix` as above. */
export function toSpecimenBody(specimen: Specimen, prefix: string, show: ShowSchema): SpecimenBody {
  return {
    ...toCatalogEntry(specimen, prefix),
    data_file: specimen.kind === 'static' && !specimen.scene ? specimen.data.name : null,
    ...(specimen.kind === 'static' && specimen.scene && { part_files: listPartFiles(specimen.scene) }),
    schema: specimen.kind === 'dynamic' ? show(specimen.schema) : null,
    ...specimen.words,
    ...(specimen.kind === 'dynamic' && specimen.presets?.length && { presets: specimen.presets }),
  }
}

function listPartFiles({ files }: FileScene): NonNullable<SpecimenBody['part_files']> {
  return Object.fromEntries([...files].map(([part, { name }]) => [part, name ?? part]))
}

/** Returns the listing of functions by name, each with the schema that validates its calls. */
export function toFunctionEntries({ targets }: Snapshot, show: ShowSchema): FunctionEntry[] {
  const entries = [...targets].map(([name, { registered, schema }]) => {
    const { return_type, returns, description } = registered.manifest
    return { name, schema: show(schema), return_type, description, ...(returns && { returns }) }
  })
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Returns a function that returns a listing as UTF-8 text. A listing is made, tagged and compressed once per
 * snapshot and prefix. Callers with a partial view of the catalog have snapshots of their own.
 */
export function createListing(
  list: (snapshot: Snapshot, prefix: string) => readonly object[],
): (snapshot: Snapshot, prefix: string) => TaggedBody {
  const made = new WeakMap<Snapshot, { readonly prefix: string; readonly tagged: TaggedBody }>()
  return (snapshot, prefix) => {
    const known = made.get(snapshot)
    if (known?.prefix === prefix) return known.tagged
    const tagged = tagBody(Buffer.from(JSON.stringify(list(snapshot, prefix))))
    made.set(snapshot, { prefix, tagged })
    return tagged
  }
}

/** Returns the counts, errors and notes of a reload. */
export function toReloadBody({ specimens, functions, bundles, errors }: Snapshot): ReloadBody {
  const all = [...specimens.values()]
  const dynamic = all.filter(({ kind }) => kind === 'dynamic').length
  const notes = all.flatMap((specimen) =>
    specimen.kind === 'static' && specimen.notes ? [{ id: specimen.id, notes: specimen.notes }] : [],
  )
  return {
    count: specimens.size,
    static: specimens.size - dynamic,
    dynamic,
    functions: functions.size,
    bundles,
    errors: errors.map(({ source, code, detail }) => ({ source, code, detail })),
    ...(notes.length > 0 && { notes }),
  }
}

/** Returns the use of the room cache by room. */
export function toCacheStatsBody({ ttlSeconds, rooms: entries }: CacheStats): CacheStatsBody {
  const rooms = new Map<string, CacheStatsBody['rooms'][number]>()
  for (const { roomId, functionName, accessCount, bytes, ageSeconds, host } of entries) {
    const room = rooms.get(roomId)
    rooms.set(roomId, {
      room_id: roomId,
      entries: (room?.entries ?? 0) + 1,
      function_names: [...new Set([...(room?.function_names ?? []), functionName])],
      access_count: (room?.access_count ?? 0) + accessCount,
      bytes: (room?.bytes ?? 0) + bytes,
      age_seconds: Math.max(room?.age_seconds ?? 0, ageSeconds),
      ...(host !== undefined && { host }),
    })
  }
  return {
    total_entries: entries.length,
    total_bytes: entries.reduce((total, { bytes }) => total + bytes, 0),
    ttl_seconds: ttlSeconds,
    rooms: [...rooms.values()],
  }
}
