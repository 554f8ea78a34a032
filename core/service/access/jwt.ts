/** Tokens of an identity provider (JWT, RFC 7519), verified with `jose`, loaded only when configured. */
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { isJsonObject, parseJson } from '../../contract/values/json.ts'
import { type Caller, isScope, type Scope, tokenRefusedError } from './caller.ts'
import { followFile } from './follow-file.ts'
import { digestText } from './token.ts'

/** The accepted tokens of a provider. */
export interface JwtOptions {
  readonly keys: string
  readonly issuer: string
  readonly audience: string
  /** The claim with the scopes, `realm_access.roles` for a nested one; `scope`, else `scp`, when absent. */
  readonly scopeClaim: string | undefined
  readonly log: Log
  readonly now: () => number
}

/** Verifies tokens of one identity provider. */
export interface JwtVerifier {
  /** Returns the owner of a token. @throws `token.refused`, `keys.unreachable` */
  verify(token: string): Promise<Caller>
  close(): void
}

/** Asymmetric ones only: with these the provider's public keys cannot sign. */
const algorithms = ['RS', 'PS', 'ES']
  .flatMap((family) => ['256', '384', '512'].map((bits) => family + bits))
  .concat('EdDSA', 'Ed25519')
const toleranceSeconds = 30
const fetchMilliseconds = 5000
const keysMilliseconds = 30_000
/** The lifetime of a verified token, for a client that polls. */
const rememberedMilliseconds = 30_000
const rememberedLimit = 5000
/** Errors that mean an unknown key, not unreachable keys. */
const keyCodes: readonly unknown[] = [
  'ERR_JWKS_NO_MATCHING_KEY',
  'ERR_JWKS_MULTIPLE_MATCHING_KEYS',
  'ERR_JOSE_NOT_SUPPORTED',
  'ERR_JWK_INVALID',
]

/** Returns whether a text has the form of a JWT. */
export function isJwt(text: string): boolean {
  return /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
}

/** Returns a verifier, once the keys of a file have been read. @throws `config.invalid` */
export async function createJwtVerifier(options: JwtOptions): Promise<JwtVerifier> {
  const { issuer, audience, scopeClaim, now } = options
  const jose = await loadJose()
  /** By the digest of the token, the oldest first. */
  const remembered = new Map<string, { readonly caller: Caller; readonly until: number }>()
  const { getKey, close } = await openKeys(jose, options, () => remembered.clear())
  const remember = (digest: string, caller: Caller): void => {
    const time = now()
    for (const [key, { until }] of remembered) {
      if (time < until && remembered.size < rememberedLimit) break
      remembered.delete(key)
    }
    remembered.set(digest, { caller, until: time + rememberedMilliseconds })
  }
  const verify: JwtVerifier['verify'] = async (token) => {
    const digest = digestText(token).toString('base64')
    const known = remembered.get(digest)
    if (known && now() < Math.min(known.until, known.caller.endsAt)) return known.caller
    remembered.delete(digest)
    try {
      const { payload } = await jose.jwtVerify(token, getKey, {
        issuer,
        audience,
        algorithms,
        clockTolerance: toleranceSeconds,
        currentDate: new Date(now()),
        requiredClaims: ['exp', 'sub'],
      })
      const caller = toCaller(payload, scopeClaim)
      remember(digest, caller)
      return caller
    } catch (error) {
      if (error instanceof SpecimenError) throw error
      throw tokenRefusedError(`This token of ${issuer} is not taken here (${toThrownText(error)})`, error)
    }
  }
  return { verify, close }
}

/** Returns the scopes in a token's claims: `read` or `specimen:read`, in a list or a text with spaces. */
export function readScopes(
  payload: { readonly [claim: string]: unknown },
  path: string | undefined,
): Scope[] {
  const claim = path === undefined ? (payload.scope ?? payload.scp) : findClaim(payload, path)
  const words: readonly unknown[] = Array.isArray(claim)
    ? claim
    : typeof claim === 'string'
      ? claim.split(' ')
      : []
  return words
    .filter((word) => typeof word === 'string')
    .map((word) => word.replace(/^specimen:/, ''))
    .filter(isScope)
}

/** A name with dots may be a claim of its own, as addresses are, or a path. */
function findClaim(payload: { readonly [claim: string]: unknown }, path: string): unknown {
  if (Object.hasOwn(payload, path)) return payload[path]
  return path.split('.').reduce<unknown>((value, name) => {
    return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }, payload)
}

function toCaller(payload: JWTPayload, scopeClaim: string | undefined): Caller {
  const { sub = '', exp = 0 } = payload // both are required above
  if (!/^[\x21-\x7e]{1,255}$/.test(sub))
    throw tokenRefusedError('Its claim sub must be 1 to 255 printable ASCII characters without a space')
  return {
    name: `jwt:${sub}`,
    scopes: new Set(readScopes(payload, scopeClaim)),
    rooms: null,
    specimens: null,
    endsAt: (exp + toleranceSeconds) * 1000,
    tokenId: null,
  }
}

async function openKeys(
  jose: typeof import('jose'),
  { keys, log, now }: JwtOptions,
  onChange: () => void,
): Promise<{ readonly getKey: JWTVerifyGetKey; readonly close: () => void }> {
  if (!/^https?:\/\//.test(keys)) {
    const parse = (text: string): JWTVerifyGetKey => parseKeys(jose, text, keys)
    const file = await followFile({
      path: keys,
      what: 'keys of the identity provider',
      parse,
      log,
      now,
      onChange,
    })
    return { getKey: async (header, token) => await file.value(header, token), close: file.close }
  }
  const remote = jose.createRemoteJWKSet(parseAddress(keys), {
    timeoutDuration: fetchMilliseconds,
    cacheMaxAge: keysMilliseconds,
  })
  const getKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await remote(header, token)
    } catch (cause) {
      if (cause instanceof jose.errors.JOSEError && keyCodes.includes(cause.code)) throw cause
      log.warn({ err: cause }, `the keys of the identity provider could not be fetched from ${keys}`)
      const detail = "The identity provider's keys cannot be fetched now; try again in a moment."
      throw new SpecimenError('keys.unreachable', detail, { cause })
    }
  }
  return { getKey, close: () => undefined }
}

function parseKeys(jose: typeof import('jose'), text: string, shown: string): JWTVerifyGetKey {
  try {
    const set = parseJson(text, shown)
    // Cast because jose validates its input, and throws for anything but a set of keys.
    return jose.createLocalJWKSet(set as unknown as Parameters<typeof jose.createLocalJWKSet>[0])
  } catch (cause) {
    const found = toThrownText(cause)
    throw new SpecimenError('config.invalid', `${shown} must be a JWK Set, {"keys": […]} (${found}).`, {
      cause,
    })
  }
}

/** A man in the middle could replace keys sent over http and sign any token. */
function parseAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe =
    url?.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '')
  if (url && isSafe) return url
  throw new SpecimenError('config.invalid', `--jwt-keys must be a file or an https address (got ${text}).`)
}

async function loadJose(): Promise<typeof import('jose')> {
  try {
    return await import('jose')
  } catch (cause) {
    const detail = '--jwt-keys needs the package jose, which is not installed here; npm install jose.'
    throw new SpecimenError('config.invalid', detail, { cause })
  }
}
