import type { Redis } from 'ioredis'
import { measureEntry } from '../../cache/measure-entry.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Result } from '../../domain/result/result.ts'
import {
  type HeldResult,
  holdResult,
  type OpenResult,
  type StoredResult,
} from '../../domain/result/stored-result.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { PeerResults } from './peer-results.ts'
import { formatPointer, parsePointer, type ResultPointer } from './result-pointer.ts'
import { dropResult } from './room-records.ts'
import type { Shelf } from './shelf.ts'

/** The dependencies of {@link GroupResults}. */
export interface GroupResultsOptions {
  /** This host, as the group knows it. */
  readonly host: string
  /** The address at which the others reach it, without a slash at the end. */
  readonly address: string
  readonly redis: Redis
  readonly keys: GroupKeys
  readonly shelf: Shelf
  readonly peers: Pick<PeerResults, 'open'>
  /** Returns an id that no other result has or had. */
  readonly createId: () => string
  /** The longest time for which anything points to a result: a room's time, and after that a job's. */
  readonly keepSeconds: number
}

/** A result of this host as Redis has it. */
export interface KeptResult {
  readonly entry: HeldResult
  /** The text of its pointer. */
  readonly pointer: string
  /** The memory that it takes in its room. */
  readonly bytes: number
}

/**
 * The results of a group, as one of its hosts has them: those it has computed are on its shelf for the
 * others, those of the others are fetched when they are opened.
 */
export class GroupResults {
  readonly #options: GroupResultsOptions
  /** The pointers by which results of other hosts were found. */
  readonly #pointers = new WeakMap<StoredResult, string>()

  constructor(options: GroupResultsOptions) {
    this.#options = options
  }

  /** Keeps a result of this host for a room. Its pointer leaves the room when it must go before its time. */
  keepForRoom(
    result: Result | StoredResult,
    { roomId, key, revision }: Pick<Invocation, 'roomId' | 'key' | 'revision'>,
    owner: string | undefined,
  ): KeptResult {
    const { redis, keys, host, address, shelf, createId, keepSeconds } = this.#options
    const entry = 'open' in result ? hold(result) : holdResult(createId(), result)
    const { id, type, bytes, fitsEnvelope } = entry
    const pointer = formatPointer({ host, address, id, type, bytes, fitsEnvelope })
    const texts = [roomId, key, revision]
    const onDropped = (): void => {
      dropResult(redis, keys, roomId, pointer).catch(() => {}) // it expires
    }
    shelf.put(entry, { owner: owner ?? '', seconds: keepSeconds, texts, onDropped })
    return { entry, pointer, bytes: measureEntry(entry, [id, ...texts]) }
  }

  /** Returns the pointer to a result, which the others can follow. */
  toPointer(entry: StoredResult, invocation: Invocation | undefined, owner?: string): string {
    const known = this.#pointers.get(entry)
    return known ?? this.keepForRoom(entry, invocation ?? nowhere, owner).pointer
  }

  /**
   * Returns the result that a pointer names, not opened yet; undefined when it was this host's and is there
   * no longer. Its room loses a pointer to a result that turns out to be lost.
   */
  find(pointer: ResultPointer, roomId: string): StoredResult | undefined {
    const { redis, keys, host, shelf } = this.#options
    const { id, type, bytes, fitsEnvelope } = pointer
    const here = shelf.get(id)
    const text = formatPointer(pointer)
    const drop = (): void => {
      dropResult(redis, keys, roomId, text).catch(() => {}) // it expires
    }
    if (here) return here
    if (pointer.host === host) {
      drop()
      return undefined
    }
    const open = async (): Promise<OpenResult> => await this.#open(pointer, drop)
    const found = { id, type, bytes, fitsEnvelope, open }
    this.#pointers.set(found, text)
    return found
  }

  /** Returns a result of this host by the text of its pointer. @throws `result.lost` */
  findHere(pointer: string): StoredResult {
    const id = parsePointer(pointer)?.id
    const here = id === undefined ? undefined : this.#options.shelf.get(id)
    if (!here) throw new SpecimenError('result.lost', 'The result is gone; ask again.')
    return here
  }

  async #open(pointer: ResultPointer, onLost: () => void): Promise<OpenResult> {
    try {
      return await this.#options.peers.open(pointer)
    } catch (error) {
      if (error instanceof SpecimenError && error.code === 'result.lost') onLost()
      throw error
    }
  }
}

/** The room of a result that is in none. */
const nowhere = { roomId: '', key: '', revision: '' }

function hold({ id, held }: StoredResult): HeldResult {
  if (!held) throw new TypeError(`the result ${id} is neither here nor found by a pointer`)
  return holdResult(id, held)
}
