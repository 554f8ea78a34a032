import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isSendable, parseBearer, tokenRule } from '../../contract/domain/bearer-token.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { isTicket } from '../../contract/domain/ticket.ts'
import { type Authenticate, type Caller, everybody, tokenMissingError, tokenRefusedError } from './caller.ts'
import { asksForToken, checkExposure, type Exposure } from './exposure.ts'
import { type FollowedFile, followFile } from './follow-file.ts'
import { createJwtVerifier, isJwt, type JwtVerifier } from './jwt.ts'
import {
  deriveGroupTicketKey,
  deriveTicketKey,
  readTicket,
  signTicket,
  type Ticket,
  type TicketWish,
} from './tickets.ts'
import { digestText, readTokenId } from './token.ts'
import { type KnownToken, parseTokenFile } from './token-file.ts'

/** The tokens that a host accepts; without any it is open. */
export interface AccessSettings extends Exposure {
  readonly token?: string | undefined
  readonly tokens?: string | undefined
  /** File with the signing secret of tickets; by default that of the group, or of this process. */
  readonly ticketKey?: string | undefined
  /** A JWK Set of an identity provider, file or address; its issuer and audience are then required. */
  readonly jwtKeys?: string | undefined
  readonly jwtIssuer?: string | undefined
  readonly jwtAudience?: string | undefined
  readonly jwtScopeClaim?: string | undefined
}

/** The access control of a host. */
export interface Access {
  readonly asksToken: boolean
  readonly authenticate: Authenticate
  /** The callers in its file of tokens, expired ones included; null without a file. */
  readonly holders: readonly Caller[] | null
  /** Returns a ticket. The caller checks the permission of its giver. */
  readonly issueTicket: (wish: TicketWish) => Ticket
  close(): void
}

/** The environment of the access control. */
export interface AccessSurroundings {
  readonly log: Log
  readonly now: () => number
  /** Secrets of the host's group, for a host without a key file; the first one signs. */
  readonly ticketSecrets?: readonly [string, ...string[]] | undefined
}

/** Returns the access control; changed files are read again. @throws `config.invalid` */
export async function openAccess(settings: AccessSettings, around: AccessSurroundings): Promise<Access> {
  checkExposure(settings)
  const { now } = around
  const own = parseToken(settings.token)
  const sources = await openSources(settings, around)
  const judge = createJudge({ own, ...sources, now })
  const asksToken = asksForToken(settings)
  const authenticate: Authenticate = (authorization) => {
    const text = authorization === undefined ? '' : parseBearer(authorization)
    if (text === '') throw tokenMissingError()
    return judge(text)
  }
  return {
    asksToken,
    authenticate: asksToken ? authenticate : () => everybody,
    get holders() {
      return sources.tokens ? [...sources.tokens.value.values()].map(({ caller }) => caller) : null
    },
    issueTicket: (wish) => signTicket(wish, { key: sources.readKeys()[0], randomBytes, now }),
    close: () => sources.close(),
  }
}

interface Sources {
  readonly tokens: FollowedFile<ReadonlyMap<string, KnownToken>> | undefined
  readonly jwt: JwtVerifier | undefined
  /** Returns the keys of tickets, the signing one first. */
  readonly readKeys: () => readonly [Buffer, ...Buffer[]]
}

async function openSources(
  settings: AccessSettings,
  { log, now, ticketSecrets }: AccessSurroundings,
): Promise<Sources & { readonly close: () => void }> {
  const { tokens: tokenPath, ticketKey: keyPath, jwtKeys, jwtIssuer, jwtAudience, jwtScopeClaim } = settings
  const around = { log, now }
  const opened: { close(): void }[] = []
  const keep = <Source extends { close(): void }>(source: Source): Source => {
    opened.push(source)
    return source
  }
  const close = (): void => {
    for (const source of opened) source.close()
  }
  const openJwt = async (keys: string): Promise<JwtVerifier> => {
    if (jwtIssuer === undefined || jwtAudience === undefined) throw halfJwtError()
    const provider = { keys, issuer: jwtIssuer, audience: jwtAudience, scopeClaim: jwtScopeClaim }
    return keep(await createJwtVerifier({ ...provider, ...around }))
  }
  const follow = async <Value>(path: string, what: string, parse: (text: string) => Value) =>
    keep(await followFile({ path, what, parse, ...around }))
  try {
    const parseTokens = (text: string) => parseTokenFile(text, tokenPath ?? '')
    const tokens = tokenPath === undefined ? undefined : await follow(tokenPath, 'tokens', parseTokens)
    const parseKey = (text: string) => deriveTicketKey(text, keyPath ?? '')
    const key = keyPath === undefined ? undefined : await follow(keyPath, 'key of tickets', parseKey)
    const ownKeys = toOwnKeys(ticketSecrets)
    if (jwtKeys === undefined && (jwtIssuer !== undefined || jwtAudience !== undefined)) throw halfJwtError()
    const jwt = jwtKeys === undefined ? undefined : await openJwt(jwtKeys)
    return { tokens, jwt, readKeys: () => (key ? [key.value] : ownKeys), close }
  } catch (error) {
    close()
    throw error
  }
}

function toOwnKeys(secrets: AccessSurroundings['ticketSecrets']): readonly [Buffer, ...Buffer[]] {
  if (!secrets) return [deriveTicketKey(randomBytes(32), 'this process')]
  const [first, ...others] = secrets
  return [deriveGroupTicketKey(first), ...others.map(deriveGroupTicketKey)]
}

/** Returns the function that identifies a token. @throws `token.refused`, `keys.unreachable` */
function createJudge({
  own,
  tokens,
  jwt,
  readKeys,
  now,
}: Sources & { readonly own: string | undefined; readonly now: () => number }): (
  text: string,
) => Caller | Promise<Caller> {
  const ownDigest = own === undefined ? undefined : digestText(own)
  const owner: Caller = { ...everybody, name: 'token' }
  const check = (caller: Caller): Caller => {
    const { endsAt, tokenId } = caller
    if (now() >= endsAt) throw tokenRefusedError(`It ended on ${new Date(endsAt).toISOString()}`)
    if (tokenId === null || tokens?.value.has(tokenId)) return caller
    throw tokenRefusedError('The token of whoever has handed out this ticket has been taken back')
  }
  return (text) => {
    const digest = digestText(text)
    if (ownDigest && timingSafeEqual(digest, ownDigest)) return owner
    const known = tokens?.value.get(readTokenId(text) ?? '')
    if (known && timingSafeEqual(digest, known.digest)) return check(known.caller)
    if (isTicket(text)) return check(readTicket(text, ...readKeys()))
    if (jwt && isJwt(text)) return jwt.verify(text).then(check)
    throw tokenRefusedError('This host does not know this token')
  }
}

/** Returns the configured token. @throws `config.invalid` for one that no client could send */
export function parseToken(token: string | undefined): string | undefined {
  if (token === undefined || isSendable(token)) return token
  throw new SpecimenError(
    'config.invalid',
    `The token must be one that clients can send; use ${tokenRule} (--token).`,
  )
}

function halfJwtError(): SpecimenError {
  const why = 'without the others, tokens that were made for another program would be taken'
  return new SpecimenError(
    'config.invalid',
    `--jwt-keys, --jwt-issuer and --jwt-audience belong together: ${why}; set all three.`,
  )
}
