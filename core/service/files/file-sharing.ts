import type { Readable } from 'node:stream'
import type { CallerFile, FileSender } from './caller-files.ts'

/** A file with the one who has brought it. */
export interface HeldFile extends CallerFile, FileSender {}

/** A file that a caller has brought to another host of the group. */
export interface FarFile extends HeldFile {
  /** Resolves with its bytes as they come. @throws Error where that host cannot be asked, or has it no longer */
  readonly open: () => Promise<Readable>
}

/** The port to the files that callers have brought to other hosts of a group. */
export interface FileSharing {
  /** Tells the other hosts of files of this one. @throws `group.away` */
  announce(files: readonly HeldFile[]): Promise<void>
  /** Returns a file as each caller of another host has it, once for each host. @throws `group.away` */
  find(hash: string): Promise<readonly FarFile[]>
  /** Has all hosts drop a file of a caller; resolves with whether one had it. @throws `group.away` */
  forget(caller: string, hash: string): Promise<boolean>
}
