/** Tickets for guests: one room, for a limited time, signed by the host (HMAC, SHA-256), not stored. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { joinTicket, parseTicket, type TicketClaims, writeClaims } from '../../contract/domain/ticket.ts'
import { type Caller, isScope, type Scope, tokenRefusedError } from './caller.ts'

/** The longest lifetime of a ticket. */
export const longestTicketSeconds = 86_400
/** The default lifetime: an afternoon. */
export const usualTicketSeconds = 4 * 3600

const keyLength = 32

/** The wish for a ticket. */
export interface TicketWish {
  readonly room: string
  /** None of them `admin`, and at least one. */
  readonly scopes: readonly Scope[]
  /** The permitted ids of specimens and names of functions; null for all. */
  readonly specimens: readonly string[] | null
  readonly seconds: number
  /** Its token must outlive the ticket and not be revoked; absent for the owner of the key. */
  readonly giver?: Caller
}

/** A ticket with its expiry, in Unix time in seconds. */
export interface Ticket {
  readonly text: string
  readonly ends: number
}

/** Derives a key from a secret. @throws `config.invalid` for a text that could be guessed */
export function deriveTicketKey(secret: string | Buffer, shown: string): Buffer {
  const text = typeof secret === 'string' ? secret.trim() : secret
  if (text.length < keyLength) {
    const wanted = `the key of tickets must have at least ${keyLength} characters`
    const detail = `${shown}: ${wanted} (got ${text.length}); `
    throw new SpecimenError('config.invalid', `${detail}make one with: openssl rand -hex 32 > ${shown}`)
  }
  return Buffer.from(hkdfSync('sha256', text, '', 'specimen ticket v1', keyLength))
}

/** Derives the key of a group: hosts with the same secret accept each other's tickets. */
export function deriveGroupTicketKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'specimen group ticket v1', keyLength))
}

/** The key of tickets with chance and time (Unix, in milliseconds). */
interface TicketMaker {
  readonly key: Buffer
  readonly randomBytes: (count: number) => Buffer
  readonly now: () => number
}

/** Returns a signed ticket. */
export function signTicket(wish: TicketWish, { key, randomBytes, now }: TicketMaker): Ticket {
  const { room, scopes, specimens, seconds, giver } = wish
  const latest = Math.floor((giver?.endsAt ?? Number.POSITIVE_INFINITY) / 1000)
  const ends = Math.min(Math.floor(now() / 1000) + seconds, latest)
  const claims: TicketClaims = {
    id: randomBytes(8).toString('hex'),
    room,
    scopes,
    specimens,
    ends,
    by: giver?.tokenId ?? null,
  }
  const signed = writeClaims(claims)
  return { text: joinTicket(signed, sign(signed, key).toString('base64url')), ends }
}

/** Returns the holder of a signed ticket, expired or not. @throws `token.refused` */
export function readTicket(text: string, ...keys: readonly Buffer[]): Caller {
  const parsed = parseTicket(text)
  if (!parsed) throw tokenRefusedError('This is no whole ticket; copy all of its link')
  const { claims, signed, signature } = parsed
  const given = Buffer.from(signature, 'base64url')
  if (!keys.some((key) => timingSafeEqual(sign(signed, key), given)))
    throw tokenRefusedError('This host has not signed this ticket, or signs with another key now')
  return {
    name: `ticket:${claims.id}`,
    scopes: new Set(claims.scopes.filter(isScope)),
    rooms: new Set([claims.room]),
    specimens: claims.specimens && new Set(claims.specimens),
    endsAt: claims.ends * 1000,
    tokenId: claims.by,
  }
}

function sign(signed: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(signed).digest()
}
