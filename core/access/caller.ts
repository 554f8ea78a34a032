/** Who asks: what they may do, and under which name limits and jobs are counted. */

/**
 * What a caller may do: `read` what is there (catalog, data, own jobs), `invoke` functions, `admin` the host
 * (reload, the room cache, bundles and metrics). None includes another.
 */
export const scopes = ['read', 'invoke', 'admin'] as const
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number]

/** Who asks. */
export interface Caller {
  /**
   * What logs, limits and jobs know it by: printable ASCII without a space, and no secret. Callers of one
   * name have each other's jobs.
   */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** The rooms it may use, the first of them where it names none; null for all. */
  readonly rooms: ReadonlySet<string> | null
  /** The ids of specimens and names of functions that it may use; null for all. */
  readonly specimens: ReadonlySet<string> | null
  /** Unix time in milliseconds from which on it is refused; infinite for most. */
  readonly endsAt: number
  /**
   * Id of the token in the file that it has shown, or whose holder has handed out its ticket: without that
   * token it is nobody. Null for all others.
   */
  readonly tokenId: string | null
}

/**
 * Returns who sent an `Authorization` header, at once unless a key has to be fetched or a signature of an
 * identity provider checked.
 * @throws `token.missing` without a token, `token.refused` for one that is not taken
 */
export type Authenticate = (authorization: string | undefined) => Caller | Promise<Caller>

/** Any caller of a host that asks for no token. */
export const everybody: Caller = {
  name: 'everybody',
  scopes: new Set(scopes),
  rooms: null,
  specimens: null,
  endsAt: Number.POSITIVE_INFINITY,
  tokenId: null,
}

/** Whoever asks for what is open to all, of whom nothing is known. */
export const nobody: Caller = { ...everybody, name: 'nobody', scopes: new Set() }

/** Another host of the group, which has signed its request. */
export const peer: Caller = { ...nobody, name: 'peer' }

/** Returns whether a word is one of {@link scopes}. */
export function isScope(word: unknown): word is Scope {
  return scopes.some((scope) => scope === word)
}
