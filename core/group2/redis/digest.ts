import { hash } from 'node:crypto'

/**
 * Returns what Redis has in place of a name: names of rooms, jobs and callers are clients' texts, of any
 * length. 132 bits of SHA-256, in characters of base64url. Costs 0.6 µs; `createHash` took 3.5.
 */
export function toDigest(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 22)
}
