import type { Result } from '../../domain/result/result.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { ResultPointer } from './result-pointer.ts'

/** How a result is kept as a room's. */
export interface RoomKeeping {
  /** What is kept with it, and counts as it does. */
  readonly texts: readonly string[]
  /** Called when it had to go before its time. */
  readonly onDropped: (pointer: ResultPointer) => void
}

/** The results of all hosts, as one of them reaches them. */
export interface SharedResults {
  /**
   * Keeps a result of this host's where the others can have it, and returns where that is. `owner` is the
   * caller whose share of the memory it takes.
   */
  keep(
    result: Result,
    owner: string | undefined,
    room?: RoomKeeping,
  ): { readonly entry: StoredResult; readonly pointer: ResultPointer }
  /**
   * Returns where a result lies. One that nobody else has is kept as {@link keep} keeps it.
   */
  toPointer(entry: StoredResult, owner: string | undefined, room?: RoomKeeping): ResultPointer
  /**
   * Returns the result that a pointer names, not opened yet; undefined when it was this host's and is there
   * no longer. `onLost` is called when another host turns out not to have it.
   */
  find(pointer: ResultPointer, onLost: () => void): StoredResult | undefined
}
