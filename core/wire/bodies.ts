/**
 * The JSON bodies of the API, exactly as they are on the wire; shared by the host that writes and the client
 * that reads.
 */
import type { JobStatus, JobView } from '../domain/job.ts'
import type { ResultType } from '../domain/result/result.ts'
import type { ParameterSchema } from '../domain/schema.ts'

/** An entry of GET `/api/specimens/`. */
export interface CatalogEntry {
  readonly id: string
  readonly display_name: string
  readonly description: string
  readonly type: ResultType
  readonly tags: readonly string[]
  readonly is_dynamic: boolean
  /**
   * The worker that serves it, null for the host itself; its id is then the part of `id` before the colon.
   */
  readonly worker_id: string | null
  /** Whether it can be asked for now: false while its worker is away. */
  readonly available: boolean
  /** Where the preview image is, relative to the host; null when there is none. */
  readonly thumbnail_url: string | null
  /** Null also when the image is no file. */
  readonly thumbnail_file: string | null
  /** Null for a static specimen. */
  readonly function_name: string | null
  /** Pages in reading order. */
  readonly story_text: readonly string[]
}

/** The body of GET `/api/specimens/{id}`. */
export interface SpecimenBody extends CatalogEntry {
  /** Null for a dynamic specimen. */
  readonly data_file: string | null
  /** Null for a static specimen. */
  readonly schema: ParameterSchema | null
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
  /** Size of the catalog. */
  readonly count: number
  readonly static: number
  readonly dynamic: number
  readonly functions: number
  readonly bundles: number
  readonly errors: readonly { readonly source: string; readonly code: string; readonly detail: string }[]
}

/** The body of the answer to POST `/api/tickets`. */
export interface TicketBody {
  /** What its holder sends as the bearer token. */
  readonly ticket: string
  readonly room_id: string
  readonly scopes: readonly string[]
  /** A time in UTC (ISO 8601). */
  readonly expires_at: string
}

/** The body of the answer to GET `/readyz`. */
export interface ReadinessBody {
  readonly status: 'ready' | 'not ready'
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string | null }[]
}

/**
 * An entry of GET `/api/plugins`: a bundle, or a folder in place of one. A folder that is watched has both
 * while the version before is in use and what lies there now is refused.
 */
export interface PluginEntry {
  /** Its folder in the bundles folder. */
  readonly source: string
  /** `suspended` when one of its functions is. */
  readonly state: 'loaded' | 'refused' | 'suspended'
  /** Why it is refused or suspended; null for one that is loaded. */
  readonly code: string | null
  readonly detail: string | null
  /** Null for one that is refused, and so are the next two. */
  readonly name: string | null
  /** Version of the manifest's format. */
  readonly format: number | null
  /** SHA-256 of its manifest, which names every file's. */
  readonly hash: string | null
  /** Whose key has signed it; null also where the host asks for no signature. */
  readonly signed_by: string | null
  /** What it asks for beyond computing: `child`, `fs`, `net`, `worker`; none of one that is refused. */
  readonly needs: readonly string[]
  /** What it may have, asked for or not (`--allow`). */
  readonly allowed: readonly string[]
  /** The part of `--allow` with which it has what it asks for, as `tracker:fs,net`; null when it has that. */
  readonly allow: string | null
  readonly functions: readonly FunctionRuns[]
}

/** The runs of one function, of all rooms, since this version of its bundle was loaded. */
export interface FunctionRuns {
  readonly name: string
  /** Those that returned or failed, not those that were refused or cancelled. */
  readonly runs: number
  readonly failures: number
  /** Failures that cost a process: it ended, or ran too long. */
  readonly crashes: number
  /** Milliseconds from the request of a run to its end, a wait for its turn included; null before any. */
  readonly mean_ms: number | null
  readonly max_ms: number | null
  readonly last_ms: number | null
  /** How long it stays suspended, 0 while the next run is awaited that may end it; null when it is not. */
  readonly suspended_seconds: number | null
}

/** The body of GET `/api/processing/cache/stats`. */
export interface CacheStatsBody {
  readonly total_entries: number
  readonly total_bytes: number
  readonly ttl_seconds: number
  readonly rooms: readonly {
    readonly room_id: string
    readonly entries: number
    readonly function_names: readonly string[]
    readonly access_count: number
    /**
     * Memory that the entry takes on the host: its arrays as allocated, and some KiB for what stands around
     * them.
     */
    readonly bytes: number
    readonly age_seconds: number
    /** The address by which the group knows the host that has it; absent at a host by itself. */
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
