import type { DataSource } from './data-source.ts'

/** How large a texture may be. */
export interface TextureLimits {
  /** Samples along an axis: `MAX_3D_TEXTURE_SIZE` of WebGL 2. */
  readonly side: number
  readonly bytes: number
}

/** What nearly every graphics card takes. */
export const usualLimits: TextureLimits = { side: 2048, bytes: 256 * 2 ** 20 }

/** Where the host is, and what the page may show of it. */
export interface DataSourceOptions {
  /** Absolute, because a relative address would be one below the worker's own. */
  readonly baseUrl: string
  /** Asked for every request, so that one that was entered meanwhile counts. */
  readonly token: () => string | undefined
  readonly limits: TextureLimits
}

/**
 * Returns the source of results that asks the host from a worker. `startWorker` starts one with the bundle of
 * `data-worker.ts`: at the first request, and at the next one after a worker has ended.
 */
export function createDataSource(_startWorker: () => Worker, _options: DataSourceOptions): DataSource {
  throw new Error('to be written')
}
