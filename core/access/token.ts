/**
 * Tokens that a host makes: `spc_<id>_<secret>`. The id is public: by it the one line is found that a secret
 * is compared with, and taken out again. The secret has 256 random bits, so one SHA-256 hides it as well as
 * the slow hashes made for passwords would, and costs a request some microseconds.
 */
import { hash } from 'node:crypto'

const form = /^spc_([0-9a-f]{16})_[A-Za-z0-9_-]{43}$/

/** A new token, and what its line in the file holds of it. */
export interface NewToken {
  readonly text: string
  readonly id: string
  readonly digest: Buffer
}

/** Returns a new token of these random bytes, 40 of them. */
export function createToken(randomBytes: (count: number) => Buffer): NewToken {
  const id = randomBytes(8).toString('hex')
  const text = `spc_${id}_${randomBytes(32).toString('base64url')}`
  return { text, id, digest: digestText(text) }
}

/** Returns the public id in a token; undefined for what is none. */
export function readTokenId(text: string): string | undefined {
  return form.exec(text)?.[1]
}

/**
 * Returns the SHA-256 of a text: texts are compared by it, in the same time however much of them is right.
 */
export function digestText(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
