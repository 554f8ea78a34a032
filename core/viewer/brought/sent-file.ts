import type { Session } from '../session/session.ts'

/** The host to which files go. */
export type FileHost = Pick<Session, 'baseUrl' | 'token' | 'call'>

/** A file that the host has, as it calls it. */
export interface SentFile {
  /** The SHA-256 of its bytes, by which parameters refer to it. */
  readonly file: string
  /** Empty for none. */
  readonly name: string
  readonly bytes: number
  readonly kind: string
}
