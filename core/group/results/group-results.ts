import { SpecimenError } from '../../domain/errors.ts'
import type { Result } from '../../domain/result/result.ts'
import {
  type HeldResult,
  holdResult,
  type OpenResult,
  type StoredResult,
} from '../../domain/result/stored-result.ts'
import type { PeerResults } from './peer-results.ts'
import type { PeerKeys } from './peer-signatures.ts'
import type { ResultPointer } from './result-pointer.ts'
import { SealedResults } from './sealed-results.ts'
import type { RoomKeeping, SharedResults } from './shared-results.ts'
import type { Shelf } from './shelf.ts'

/** What {@link GroupResults} are made of. */
export interface GroupResultsOptions {
  /** This host, as the group knows it. */
  readonly host: string
  /** Where the others reach it, without a slash at the end. */
  readonly address: string
  readonly shelf: Shelf
  readonly peers: PeerResults
  /** Returns an id that no other result has or had. */
  readonly createId: () => string
  /** How long anything may point to a result: a room's time, and after that a job's. */
  readonly keepSeconds: number
}

/**
 * The results of a group, as one of its hosts has them: what it has computed is on its shelf for the others,
 * what they have is fetched when it is opened.
 */
export class GroupResults implements SharedResults {
  readonly #options: GroupResultsOptions
  readonly #sealed = new SealedResults()
  /** Of what was found by one. */
  readonly #pointers = new WeakMap<StoredResult, ResultPointer>()

  constructor(options: GroupResultsOptions) {
    this.#options = options
  }

  keep(
    result: Result,
    owner?: string,
    room?: RoomKeeping,
  ): { readonly entry: StoredResult; readonly pointer: ResultPointer } {
    const entry = holdResult(this.#options.createId(), result)
    return { entry, pointer: this.#put(entry, owner, room) }
  }

  find(pointer: ResultPointer, onLost: () => void): StoredResult | undefined {
    const { host, shelf } = this.#options
    const { id, type, bytes, fitsEnvelope } = pointer
    const here = shelf.get(id)
    if (!here && pointer.host === host) return undefined
    const open = async (): Promise<OpenResult> => await this.#open(pointer, onLost)
    const found = here ?? { id, type, bytes, fitsEnvelope, open }
    this.#pointers.set(found, pointer)
    return found
  }

  /**
   * Returns the pointer to a result, which the others follow from now on for as long as any. One that nobody
   * else has is put on the shelf.
   */
  toPointer(entry: StoredResult, owner?: string, room?: RoomKeeping): ResultPointer {
    const known = this.#pointers.get(entry)
    if (known && known.host !== this.#options.host) return known
    const { held } = entry
    if (!held) throw new TypeError(`the result ${entry.id} is neither here nor found by a pointer`)
    return this.#put(holdResult(entry.id, held), owner, room)
  }

  /** Returns the parts of a result as another host gets it; undefined when it is not here. */
  async seal(id: string, keys: PeerKeys): Promise<readonly Uint8Array[] | undefined> {
    const stored = this.#options.shelf.get(id)
    return stored && (await this.#sealed.seal(stored, keys))
  }

  #put(stored: HeldResult, owner = '', room?: RoomKeeping): ResultPointer {
    const { host, address, shelf, keepSeconds } = this.#options
    const { id, type, bytes, fitsEnvelope } = stored
    const pointer = { host, address, id, type, bytes, fitsEnvelope }
    const onDropped = room && (() => room.onDropped(pointer))
    shelf.put(stored, { owner, seconds: keepSeconds, texts: room?.texts, onDropped })
    return pointer
  }

  async #open(pointer: ResultPointer, onLost: () => void): Promise<OpenResult> {
    const noteLoss = (error: unknown): void => {
      if (error instanceof SpecimenError && error.code === 'result.lost') onLost()
    }
    try {
      const opened = await this.#options.peers.open(pointer)
      opened.arrival?.whole.catch(noteLoss)
      return opened
    } catch (error) {
      noteLoss(error)
      throw error
    }
  }
}
