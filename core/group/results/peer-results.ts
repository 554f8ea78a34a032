import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result/result.ts'
import { holdResult, type OpenResult } from '../../domain/result/stored-result.ts'
import { resultsPath } from '../../http/routes/peer-answers.ts'
import { ArrivingResult } from './arriving-result.ts'
import { createAgents } from './open-request.ts'
import type { PeerSignatures } from './peer-signatures.ts'
import { type PeerWaits, receiveBody } from './receive-body.ts'
import type { ResultPointer } from './result-pointer.ts'
import type { Shelf } from './shelf.ts'

/** What {@link PeerResults} are fetched with. */
export interface PeerResultsOptions {
  readonly shelf: Shelf
  readonly signatures: PeerSignatures
  readonly log: Log
  /** Most bytes of one result. */
  readonly resultBytes: number
  /** Bytes of results that may be on their way together; one that is alone may have more. */
  readonly arrivingBytes: number
  /** How long a copy is kept. */
  readonly copySeconds: number
  readonly waits?: PeerWaits
}

/** A host that is there answers within a few milliseconds. */
const usualWaits: PeerWaits = { connectSeconds: 0.5, firstByteSeconds: 2, stallSeconds: 5 }

/**
 * The results of the other hosts of the group, by pointers to them: from the shelf of this one if they are
 * there, else fetched from the host that has them, once however many wait, and put on the shelf as a copy.
 */
export class PeerResults {
  readonly #options: PeerResultsOptions
  readonly #waits: PeerWaits
  readonly #arriving = new Map<string, ArrivingResult>()
  readonly #agents = createAgents(16)
  /** Announced by the pointers of what is on its way. */
  #arrivingBytes = 0
  #fetched = 0
  #lost = 0

  constructor(options: PeerResultsOptions) {
    this.#options = options
    this.#waits = options.waits ?? usualWaits
  }

  /** How many results came from other hosts, whole. */
  get fetched(): number {
    return this.#fetched
  }

  /** How many could not be had from the hosts that should have them. */
  get lost(): number {
    return this.#lost
  }

  /** Resolves with the result of a pointer when its head has come. @throws `result.lost`, `host.busy` */
  async open(pointer: ResultPointer): Promise<OpenResult> {
    const held = this.#options.shelf.get(pointer.id)
    if (held) return await held.open()
    return await (this.#arriving.get(pointer.id) ?? this.#fetch(pointer)).opened
  }

  /** Ends what is on its way, and its connections. */
  close(): void {
    const stopping = new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.')
    for (const arriving of this.#arriving.values()) arriving.fail(stopping)
    this.#agents.plain.destroy()
    this.#agents.secure.destroy()
  }

  /** @throws `host.busy` when too much is on its way */
  #fetch(pointer: ResultPointer): ArrivingResult {
    const { shelf, signatures, log, resultBytes, arrivingBytes, copySeconds } = this.#options
    const { id, address, bytes } = pointer
    if (this.#arrivingBytes > 0 && this.#arrivingBytes + bytes > arrivingBytes) {
      throw new SpecimenError(
        'host.busy',
        'As many results of other hosts are on their way as this one has memory for; try again in a moment.',
      )
    }
    const url = address + resultsPath + id
    const { authorization, keys } = signatures.sign({ method: 'GET', url })
    const onEnd = (end: Result | SpecimenError): void => {
      this.#arriving.delete(id)
      this.#arrivingBytes -= bytes
      if (end instanceof SpecimenError) {
        if (end.code === 'result.lost') this.#lost++
        const fields = { host: address, result: id, err: end.cause ?? end }
        log.warn(fields, 'a result could not be had from another host')
        return
      }
      this.#fetched++
      shelf.putCopy(holdResult(id, end), { owner: '', seconds: copySeconds })
    }
    const arriving = new ArrivingResult({ pointer, keys, byteLimit: resultBytes, onEnd })
    this.#arriving.set(id, arriving)
    this.#arrivingBytes += bytes
    const request = { authorization, agents: this.#agents, waits: this.#waits }
    try {
      receiveBody(new URL(url), request, arriving)
    } catch (error) {
      arriving.fail(error) // what Redis has for an address is none of HTTP
    }
    return arriving
  }
}
