import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Hold, Ledger } from '../account/ledger.ts'

/** A file takes at least this of the account: a place on the disk, and its entry here. So few are many. */
export const leastFileBytes = 64 * 1024

/** The room that a body takes while it comes. */
export interface BodyRoom {
  /**
   * Counts the bytes so far, before they are written; returns false where they are not to be.
   * @throws `body.large`
   */
  readonly grow: (bytes: number) => boolean
  /** The whole body was counted. @throws the refusal of its room */
  readonly end: () => void
}

/** Amounts grow by this while a body comes in chunks. */
const stepBytes = 2 ** 20

/**
 * Returns the room of a body that a hold has. Where the account has no more, all is given back, and the rest
 * is still counted: who sends more than `checkSize` ever admits must not be told to come again.
 */
export function createBodyRoom(hold: Hold, checkSize: (bytes: number) => void): BodyRoom {
  let refusal: unknown
  return {
    grow: (bytes) => {
      checkSize(bytes)
      if (refusal !== undefined) return false
      if (bytes <= hold.amount) return true
      try {
        hold.resize(Math.ceil(bytes / stepBytes) * stepBytes)
        return true
      } catch (error) {
        refusal = error
        hold.release()
        return false
      }
    },
    end: () => {
      if (refusal !== undefined) throw refusal
    },
  }
}

/** @throws `body.large` for a file that the account of a host never has room for */
export function checkFileSize({ limit }: Ledger, bytes: number): void {
  if (bytes <= limit) return
  const wanted = `The body must have at most ${limit} bytes, as all files of this host together`
  throw new SpecimenError('body.large', `${wanted} (--file-bytes); send a smaller file.`)
}
