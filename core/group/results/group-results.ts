import type { Redis } from 'ioredis'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { Log } from '../../contract/domain/log.ts'
import {
  type HeldResult,
  holdResult,
  type OpenResult,
  pickOutline,
  type StoredResult,
} from '../../contract/domain/result/stored-result.ts'
import { measureEntry } from '../../engine/cache/measure-entry.ts'
import type { MadeRun } from '../../engine/run/runner.ts'
import { resultsPath } from '../../service/http/routes/peer-answers.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { dropResult } from './group-room-cache.ts'
import { type PeerRequests, readBody } from './peer-request.ts'
import { readResult } from './result-body.ts'
import { formatPointer, parsePointer, type ResultPointer } from './result-pointer.ts'
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
  readonly requests: PeerRequests
  /** Resolves with true for the address of a host that is or was one of the group: others are not asked. */
  readonly isKnown: (host: string, address: string) => Promise<boolean>
  readonly log: Log
  /** Returns an id that no other result has or had. */
  readonly createId: () => string
  /** Most bytes of one result. */
  readonly resultBytes: number
  /** Bytes of results that may arrive together; a single one may have more. */
  readonly arrivingBytes: number
  readonly waits?: ResultWaits
}

/** The patience with a host that sends a result, in seconds. */
export interface ResultWaits {
  readonly answerSeconds: number
  /** From some bytes to the next. */
  readonly stallSeconds: number
}

const usualWaits: ResultWaits = { answerSeconds: 2, stallSeconds: 5 }

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
 * others; those of the others are fetched when they are opened, once however many wait, and kept as copies.
 */
export class GroupResults {
  readonly #options: GroupResultsOptions
  /** The pointers by which results of other hosts were found. */
  readonly #pointers = new WeakMap<StoredResult, string>()
  readonly #arriving = new Map<string, Promise<OpenResult>>()
  #arrivingBytes = 0
  #fetched = 0
  #lost = 0

  constructor(options: GroupResultsOptions) {
    this.#options = options
  }

  /** The number of results that came from other hosts, and of those that these should have had. */
  get counts(): { readonly fetched: number; readonly lost: number } {
    return { fetched: this.#fetched, lost: this.#lost }
  }

  /** Keeps a result of this host for a room. Its pointer leaves the room when it must go before its time. */
  keepForRoom(
    made: MadeRun,
    { roomId, key, revision }: Pick<Invocation, 'roomId' | 'key' | 'revision'>,
    owner = '',
  ): KeptResult {
    const { host, address, shelf, createId } = this.#options
    const entry = made.kind === 'stored' ? hold(made.entry) : holdResult(createId(), made.result)
    const { id } = entry
    const pointer = formatPointer({ host, address, id, ...pickOutline(entry) })
    const texts = [roomId, key, revision]
    const onDropped = (): void => void this.#drop(roomId, pointer)
    shelf.put(entry, { owner, texts, onDropped })
    return { entry, pointer, bytes: measureEntry(entry, [id, ...texts]) }
  }

  /** Returns the pointer to a result, which the others can follow. */
  toPointer(entry: StoredResult, invocation: Invocation | undefined, owner?: string): string {
    const known = this.#pointers.get(entry)
    return known ?? this.keepForRoom({ kind: 'stored', entry }, invocation ?? nowhere, owner).pointer
  }

  /**
   * Returns the result that a pointer names, not opened yet; undefined when it was this host's and is there
   * no longer. Its room loses a pointer to a result that turns out to be lost.
   */
  find(pointer: ResultPointer, roomId: string): StoredResult | undefined {
    const { id } = pointer
    const here = this.#options.shelf.get(id)
    if (here) return here
    const text = formatPointer(pointer)
    if (pointer.host === this.#options.host) {
      void this.#drop(roomId, text)
      return undefined
    }
    const open = async (): Promise<OpenResult> => {
      try {
        return await this.#open(pointer)
      } catch (error) {
        // Before it is asked for again.
        if (error instanceof SpecimenError && error.code === 'result.lost') await this.#drop(roomId, text)
        throw error
      }
    }
    const found = { id, ...pickOutline(pointer), open }
    this.#pointers.set(found, text)
    return found
  }

  /** Returns a result of this host by the text of its pointer. @throws `result.lost` */
  findHere(pointer: string): StoredResult {
    const here = this.#options.shelf.get(parsePointer(pointer)?.id ?? '')
    if (!here) throw new SpecimenError('result.lost', 'The result is gone; ask again.')
    return here
  }

  async #drop(roomId: string, pointer: string): Promise<void> {
    const { redis, keys } = this.#options
    await dropResult(redis, keys, roomId, pointer).catch(() => {}) // it expires
  }

  /** Resolves with a result once its bytes have come. @throws `result.lost`, `host.busy` */
  async #open(pointer: ResultPointer): Promise<OpenResult> {
    const { shelf, arrivingBytes } = this.#options
    const { id, bytes } = pointer
    const held = shelf.get(id)
    if (held) return await held.open()
    const known = this.#arriving.get(id)
    if (known) return await known
    if (this.#arrivingBytes > 0 && this.#arrivingBytes + bytes > arrivingBytes) {
      throw new SpecimenError(
        'host.busy',
        'As many results of other hosts are on their way as this one has memory for; try again in a moment.',
      )
    }
    this.#arrivingBytes += bytes
    const arriving = this.#fetch(pointer).finally(() => {
      this.#arriving.delete(id)
      this.#arrivingBytes -= bytes
    })
    this.#arriving.set(id, arriving)
    return await arriving
  }

  async #fetch(pointer: ResultPointer): Promise<OpenResult> {
    const { shelf, requests, isKnown, log, resultBytes, waits = usualWaits } = this.#options
    const { id, host, address } = pointer
    try {
      if (!(await isKnown(host, address))) throw new Error('this address is no host of the group')
      const response = await requests.ask(address + resultsPath + encodeURIComponent(id), waits)
      const { statusCode } = response
      if (statusCode !== 200) response.resume()
      if (statusCode !== 200) throw new Error(describeStatus(statusCode))
      const result = await readResult(readBody(response, waits.stallSeconds), pointer, resultBytes)
      this.#fetched++
      shelf.put(holdResult(id, result), { owner: '' })
      return { result }
    } catch (cause) {
      log.warn({ host: address, result: id, err: cause }, 'a result could not be had from another host')
      if (cause instanceof RangeError) {
        const detail = 'This host has no memory left for a result of another one; try again in a moment.'
        throw new SpecimenError('host.busy', detail, { cause })
      }
      this.#lost++
      const detail =
        'The bytes of this result were at another host, and could not be had from there; ' +
        'ask again, so that it is computed again.'
      throw new SpecimenError('result.lost', detail, { cause })
    }
  }
}

/** The room of a result that is in none. */
const nowhere = { roomId: '', key: '', revision: '' }

function hold({ id, held }: StoredResult): HeldResult {
  if (!held) throw new TypeError(`the result ${id} is neither here nor found by a pointer`)
  return holdResult(id, held)
}

function describeStatus(status: number | undefined): string {
  if (status === 404) return 'it has this result no longer'
  if (status === 401 || status === 403)
    return `it does not take this host for one of the group (${status}); is SPECIMEN_GROUP_SECRET the same?`
  return `it answers ${status}`
}
