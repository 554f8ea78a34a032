/** Who asks: what they may do, and under which name limits and jobs are counted. */

/**
 * What a caller may do: `read` what is there (catalog, data, own jobs), `invoke` functions, `admin` the host
 * (reload, clear the cache, look at bundles and metrics). None includes another.
 */
export const scopes = ['read', 'invoke', 'admin'] as const
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number]

/** Who asks. */
export interface Caller {
  /** What logs, limits and jobs know it by; no secret. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** The rooms it may use; null for all. */
  readonly rooms: ReadonlySet<string> | null
  /** The ids of specimens and names of functions that it may use; null for all. */
  readonly specimens: ReadonlySet<string> | null
}

/** Returns who sent an `Authorization` header; undefined for whoever must not use more than what is open. */
export type Authenticate = (authorization: string | undefined) => Caller | undefined

/** Any caller of a host that asks for no token. */
export const everybody: Caller = {
  name: 'everybody',
  scopes: new Set(scopes),
  rooms: null,
  specimens: null,
}

/** Whoever has shown nothing to a host that asks for a token. */
export const nobody: Caller = { ...everybody, name: 'nobody', scopes: new Set() }
