/** The JSON bodies of the API, exactly as on the wire; shared by the host and the client. */
import type { JobStatus, JobView } from '../domain/job.ts'
import type { Preset } from '../domain/preset.ts'
import type { ResultType } from '../domain/result/result.ts'
import type { ParameterSchema } from '../domain/schema.ts'
import type { Words } from '../domain/words.ts'

/** An entry of GET `/api/specimens/`. */
export interface CatalogEntry {
  readonly id: string
  readonly display_name: string
  readonly description: string
  readonly type: ResultType
  readonly tags: readonly string[]
  readonly is_dynamic: boolean
  /** The worker that serves it, whose id is the part of `id` before the colon; null for the host. */
  readonly worker_id: string | null
  /** False while its worker is away. */
  readonly available: boolean
  /** The address of the preview image, relative to the host; null without one. */
  readonly thumbnail_url: string | null
  /** Null also when the image is no file. */
  readonly thumbnail_file: string | null
  /** Null for a static specimen. */
  readonly function_name: string | null
  /** Pages in reading order. */
  readonly story_text: readonly string[]
}

/** The body of GET `/api/specimens/{id}`. An author's words and presets are absent where there are none. */
export interface SpecimenBody extends CatalogEntry, Words {
  /** Null for a dynamic specimen. */
  readonly data_file: string | null
  /** Null for a static specimen. */
  readonly schema: ParameterSchema | null
  readonly presets?: readonly Preset[]
}

/** An entry of GET `/api/processing/functions`. */
export interface FunctionEntry {
  readonly name: string
  readonly schema: ParameterSchema
  readonly return_type: ResultType
  readonly description: string
}

/** The body of GET `/api/specimens/reload`. */
export interface ReloadBody {
  readonly count: number
  readonly static: number
  readonly dynamic: number
  readonly functions: number
  readonly bundles: number
  readonly errors: readonly { readonly source: string; readonly code: string; readonly detail: string }[]
}

/** The body of the answer to POST `/api/tickets`. */
export interface TicketBody {
  /** The bearer token of its holder. */
  readonly ticket: string
  readonly room_id: string
  readonly scopes: readonly string[]
  /** A time in UTC (ISO 8601). */
  readonly expires_at: string
}

/** The body of the answer to GET `/readyz`. */
export interface ReadinessBody {
  readonly status: 'ready' | 'not ready'
  /** The state of a host that is ready in spite of a problem; absent when there is none. */
  readonly degraded?: string
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string | null }[]
}

/**
 * An entry of GET `/api/plugins`: a bundle, or a folder in place of one. A watched folder has both while the
 * old version is in use and the new content is refused.
 */
export interface PluginEntry {
  /** The bundle's folder in the bundles folder. */
  readonly source: string
  /** `suspended` when one of its functions is. */
  readonly state: 'loaded' | 'refused' | 'suspended'
  /** The code of its refusal or suspension; null for a loaded one. */
  readonly code: string | null
  readonly detail: string | null
  /** Null for a refused bundle, like the next two. */
  readonly name: string | null
  readonly format: number | null
  /** SHA-256 of its manifest, which contains those of all files. */
  readonly hash: string | null
  /** The owner of the key of its signature; null also where the host requires no signature. */
  readonly signed_by: string | null
  /** The requested permissions: `child`, `fs`, `net`, `worker`; none for a refused bundle. */
  readonly needs: readonly string[]
  /** The granted permissions, requested or not (`--allow`). */
  readonly allowed: readonly string[]
  /**
   * The part of `--allow` that would grant the rest, such as `tracker:fs,net`; null when nothing is missing.
   */
  readonly allow: string | null
  readonly functions: readonly FunctionRuns[]
}

/** The runs of one function, of all rooms, since this version of its bundle was loaded. */
export interface FunctionRuns {
  readonly name: string
  /** Runs that returned or failed, excluding refused and cancelled ones. */
  readonly runs: number
  readonly failures: number
  /** Failures that cost a process: it ended, or ran too long. */
  readonly crashes: number
  /** Milliseconds from the request of a run to its end, with the wait for its turn; null without runs. */
  readonly mean_ms: number | null
  readonly max_ms: number | null
  readonly last_ms: number | null
  /** Remaining suspension, 0 while the next run may end it; null for a function that is not suspended. */
  readonly suspended_seconds: number | null
}

/** The body of GET `/api/processing/cache/stats`. */
export interface CacheStatsBody {
  readonly total_entries: number
  readonly total_bytes: number
  readonly ttl_seconds: number
  readonly rooms: readonly {
    readonly room_id: string
    /** More than 1 only where rooms may keep more (`--room-results`). */
    readonly entries: number
    readonly function_names: readonly string[]
    readonly access_count: number
    /** Memory of the entries on the host: their arrays as allocated, and some KiB of overhead for each. */
    readonly bytes: number
    /** That of the oldest entry. */
    readonly age_seconds: number
    /** The owner's address in the group; absent at a single host. */
    readonly host?: string
  }[]
}

/** The body of POST `/api/processing/cache/clear`. */
export interface CacheClearBody {
  readonly status: 'cleared'
  readonly entries: number
}

/** The body of POST `/api/specimens/{id}/start`. */
export interface StartBody {
  readonly job_id: string
  readonly status: JobStatus
}

/** The body of GET `/api/jobs/{id}/progress`. */
export type ProgressBody = JobView
