/**
 * Tokens made by a host: `spc_<id>_<secret>`. The public id finds the line with the digest, and removes it.
 * The secret has 256 random bits, so one SHA-256 hides it as well as a slow password hash would, and costs a
 * request some microseconds.
 */
import { hash } from 'node:crypto'

const form = /^spc_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/

/** Creates a token from 40 random bytes. */
export function createToken(randomBytes: (count: number) => Buffer): {
  readonly text: string
  readonly id: string
  readonly digest: Buffer
} {
  const id = randomBytes(8).toString('hex')
  const text = `spc_${id}_${randomBytes(32).toString('base64url')}`
  return { text, id, digest: digestText(text) }
}

/** Returns the public id in a token; undefined for other texts. */
export function readTokenId(text: string): string | undefined {
  return form.exec(text)?.[1]
}

/** Returns the SHA-256 of a text; comparing digests takes the same time for every wrong text. */
export function digestText(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
