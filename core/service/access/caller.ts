import { SpecimenError } from '../../contract/domain/errors.ts'

/** Callers: their scopes, and their names for limits and jobs. */

/**
 * The scopes of a caller: `read` existing data (catalog, data, own jobs), `invoke` functions, `admin` the
 * host (reload, the room cache, bundles and metrics). None includes another.
 */
export const scopes = ['read', 'invoke', 'admin'] as const
/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number]

/** The sender of a request. */
export interface Caller {
  /** For logs, limits and jobs: printable ASCII without a space. Equal names share their jobs. */
  readonly name: string
  readonly scopes: ReadonlySet<Scope>
  /** The permitted rooms, the first of them by default; null for all. */
  readonly rooms: ReadonlySet<string> | null
  /** The permitted ids of specimens and names of functions; null for all. */
  readonly specimens: ReadonlySet<string> | null
  /** Expiry as Unix time in milliseconds; infinite for most. */
  readonly endsAt: number
  /** Id of its token, or of its ticket's giver: the caller is refused once it is gone. Null for others. */
  readonly tokenId: string | null
}

/**
 * Returns the sender of an `Authorization` header, at once unless a key has to be fetched or a signature of
 * an identity provider verified.
 * @throws `token.missing` without a token, `token.refused` for an invalid one
 */
export type Authenticate = (authorization: string | undefined) => Caller | Promise<Caller>

/** Any caller of an open host. */
export const everybody: Caller = {
  name: 'everybody',
  scopes: new Set(scopes),
  rooms: null,
  specimens: null,
  endsAt: Number.POSITIVE_INFINITY,
  tokenId: null,
}

/** An unidentified caller of public routes. */
export const nobody: Caller = { ...everybody, name: 'nobody', scopes: new Set() }

/** Another host of the group, which has signed its request. */
export const peer: Caller = { ...nobody, name: 'peer' }

/** Returns whether a word is one of {@link scopes}. */
export function isScope(word: unknown): word is Scope {
  return scopes.some((scope) => scope === word)
}

/** Returns the refusal of a request without a token. */
export function tokenMissingError(): SpecimenError {
  return new SpecimenError(
    'token.missing',
    'This host asks for a token; send the header Authorization: Bearer <token>.',
  )
}

/** Returns the refusal of a token, without any part of the token. */
export function tokenRefusedError(problem: string, cause?: unknown): SpecimenError {
  return new SpecimenError('token.refused', `${problem}; ask whoever runs this host for another.`, { cause })
}
