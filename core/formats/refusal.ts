import { cutText } from '../domain/cut-text.ts'
import { SpecimenError } from '../domain/errors.ts'

/** Returns the refusal of a file that violates its format. `detail` is a whole sentence. */
export function refuse(detail: string, cause?: unknown): SpecimenError {
  return new SpecimenError('file.undecodable', detail, { cause })
}

/** Refuses a file that ends early: `what` needs `wanted` bytes. @throws `file.undecodable` */
export function requireBytes(what: string, wanted: number, found: number): void {
  if (wanted <= found) return
  throw refuse(`The file is truncated: ${what} needs ${wanted} bytes and ${Math.max(0, found)} are left.`)
}

/** Refuses content that would exceed the limit. @throws `file.undecodable` */
export function requireWithin(what: string, byteLength: number, byteLimit: number): void {
  if (byteLength <= byteLimit) return
  throw refuse(
    `${what} would take ${byteLength} bytes and at most ${byteLimit} are allowed; use a smaller one.`,
  )
}

/** Returns a file's name as a part of a sentence. */
export function showName(name: string): string {
  return JSON.stringify(cutText(name, 80))
}
