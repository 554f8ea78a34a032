/**
 * Room tickets as text: `spt_<claims>.<signature>`, where the claims are JSON and both are base64url. A page
 * reads the room in one; only a host can verify it.
 */
import { isJsonArray, isJsonObject, type Json, parseJson } from '../values/json.ts'
import { isCount } from '../values/number.ts'

/** The claims of a ticket. */
export interface TicketClaims {
  /** Random, so that each ticket is a caller of its own. */
  readonly id: string
  readonly room: string
  readonly scopes: readonly string[]
  /** The ids of specimens and names of functions that it is good for; null for all. */
  readonly specimens: readonly string[] | null
  /** Unix time in seconds of its expiry. */
  readonly ends: number
  /** Id of the issuer's token; null for a token outside the file. */
  readonly by: string | null
}

const prefix = 'spt_'
const form = /^(spt_([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/

/** Returns true for a text in the form of a ticket. */
export function isTicket(text: string): boolean {
  return text.startsWith(prefix)
}

/** Returns the part of a ticket that is signed. */
export function writeClaims(claims: TicketClaims): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims))
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return prefix + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Returns a signed part with its signature, 32 bytes in base64url. */
export function joinTicket(signed: string, signature: string): string {
  return `${signed}.${signature}`
}

/** Returns a ticket's parts; undefined for a text that is none. */
export function parseTicket(
  text: string,
): { readonly claims: TicketClaims; readonly signed: string; readonly signature: string } | undefined {
  const [, signed, body, signature] = form.exec(text) ?? []
  if (signed === undefined || body === undefined || signature === undefined) return undefined
  const claims = readClaims(body)
  return claims && { claims, signed, signature }
}

function readClaims(body: string): TicketClaims | undefined {
  let claims: Json
  try {
    const letters = atob(body.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    claims = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'the ticket')
  } catch {
    return undefined // written or cut by hand
  }
  if (!isJsonObject(claims)) return undefined
  const { id, room, scopes, specimens, ends, by } = claims
  const isRight = typeof id === 'string' && typeof room === 'string' && isCount(ends)
  if (!isRight || !isTexts(scopes)) return undefined
  if (specimens !== null && !isTexts(specimens)) return undefined
  if (by !== null && typeof by !== 'string') return undefined
  return { id, room, scopes, specimens, ends, by }
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isJsonArray(value) && value.every((item) => typeof item === 'string')
}
