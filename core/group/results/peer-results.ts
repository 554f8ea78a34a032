import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import { holdResult, type OpenResult } from '../../domain/result/stored-result.ts'
import { resultsPath } from '../../http/routes/peer-answers.ts'
import { type PeerRequests, type PeerWaits, readBody } from './peer-request.ts'
import { readResult } from './result-body.ts'
import type { ResultPointer } from './result-pointer.ts'
import type { Shelf } from './shelf.ts'

/** The dependencies of {@link PeerResults}. */
export interface PeerResultsOptions {
  readonly shelf: Shelf
  readonly requests: PeerRequests
  readonly log: Log
  /** Most bytes of one result. */
  readonly resultBytes: number
  /** Bytes of results that may arrive together; a single one may have more. */
  readonly arrivingBytes: number
  /** The time for which a copy is kept. */
  readonly copySeconds: number
  readonly waits?: ResultWaits
}

/** The patience with a host that sends a result, in seconds. */
export interface ResultWaits extends Partial<PeerWaits> {
  /** From some bytes to the next. */
  readonly stallSeconds: number
}

const usualWaits: ResultWaits = { stallSeconds: 5 }

/**
 * The results of the other hosts of the group, by pointers to them: from the shelf of this one if they are
 * there, else fetched from the host that has them, once however many wait, and put on the shelf as a copy.
 */
export class PeerResults {
  readonly #options: PeerResultsOptions
  readonly #arriving = new Map<string, Promise<OpenResult>>()
  #arrivingBytes = 0
  #fetched = 0
  #lost = 0

  constructor(options: PeerResultsOptions) {
    this.#options = options
  }

  /** The number of results that came from other hosts. */
  get fetched(): number {
    return this.#fetched
  }

  /** The number of results that the hosts did not have that should have them. */
  get lost(): number {
    return this.#lost
  }

  /** Resolves with the result of a pointer once its bytes have come. @throws `result.lost`, `host.busy` */
  async open(pointer: ResultPointer): Promise<OpenResult> {
    const held = this.#options.shelf.get(pointer.id)
    if (held) return await held.open()
    const known = this.#arriving.get(pointer.id)
    if (known) return await known
    const { arrivingBytes } = this.#options
    const { id, bytes } = pointer
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
    const { shelf, requests, log, resultBytes, copySeconds, waits = usualWaits } = this.#options
    const { id, address } = pointer
    try {
      const response = await requests.ask(address + resultsPath + id, waits)
      const { statusCode } = response
      if (statusCode !== 200) response.resume()
      if (statusCode !== 200) throw new Error(describeStatus(statusCode))
      const result = await readResult(readBody(response, waits.stallSeconds), pointer, resultBytes)
      this.#fetched++
      shelf.putCopy(holdResult(id, result), { owner: '', seconds: copySeconds })
      return { result }
    } catch (err) {
      log.warn({ host: address, result: id, err }, 'a result could not be had from another host')
      if (err instanceof RangeError) {
        const detail = 'This host has no memory left for a result of another one; try again in a moment.'
        throw new SpecimenError('host.busy', detail, { cause: err })
      }
      this.#lost++
      const detail =
        'The bytes of this result were at another host, and could not be had from there; ' +
        'ask again, so that it is computed again.'
      throw new SpecimenError('result.lost', detail, { cause: err })
    }
  }
}

function describeStatus(status: number | undefined): string {
  if (status === 404) return 'it has this result no longer'
  if (status === 401 || status === 403)
    return `it does not take this host for one of the group (${status}); is SPECIMEN_GROUP_SECRET the same?`
  return `it answers ${status}`
}
