import { setImmediate } from 'node:timers/promises'
import { toSpecimenError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Log } from '../../domain/log.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import { retellCatalog } from '../../federation/relay/retold-catalog.ts'
import { awayError } from '../../federation/relay/worker-errors.ts'
import { toFailureJson } from '../redis/failure-json.ts'
import { toLine } from './catalog-lines.ts'
import { questionError, type WorkerFiles } from './far-files.ts'
import type { HeldWorkers } from './held-workers.ts'
import { answerShortly, type HostAnswer } from './sealed-answer.ts'
import type { TakenWorkerRuns } from './taken-worker-runs.ts'

/** What a host has of the workers that it holds; no relay where it takes none. */
export interface WorkerAnswersOptions {
  readonly relay: Pick<Relay, 'sessions' | 'reload'> | undefined
  readonly held: Pick<HeldWorkers, 'settle'> | undefined
  readonly files: Pick<WorkerFiles, 'answer'>
  readonly taken: Pick<TakenWorkerRuns, 'answer'>
  readonly log: Log
}

/** Answers what other hosts ask of the workers that this one holds. */
export class WorkerAnswers {
  readonly #options: WorkerAnswersOptions

  constructor(options: WorkerAnswersOptions) {
    this.#options = options
  }

  /** Answers a question; what fails is told in the answer. */
  async answer(question: Json | undefined, signal: AbortSignal): Promise<HostAnswer> {
    try {
      if (question === undefined || !isJsonObject(question)) throw questionError('a question')
      return await this.#answer(question, signal)
    } catch (error) {
      const told = toSpecimenError(error)
      if (told.code === 'internal') this.#options.log.error({ err: error }, 'a host could not be answered')
      return answerShortly({ error: toFailureJson(told) })
    }
  }

  async #answer(question: JsonObject, signal: AbortSignal): Promise<HostAnswer> {
    const { relay, held, files, taken } = this.#options
    const { ask, worker } = question
    if (ask === 'reload') {
      await relay?.reload()
      await held?.settle()
      return answerShortly({})
    }
    if (typeof worker !== 'string') throw questionError('the id of a worker')
    if (ask === 'run') return answerShortly(await taken.answer(worker, question))
    if (ask === 'file') return await files.answer(worker, question, signal)
    if (ask === 'catalog') return await this.#tellCatalog(worker)
    throw questionError('a question')
  }

  async #tellCatalog(workerId: string): Promise<HostAnswer> {
    const announced = this.#options.relay?.sessions.get(workerId)?.announced
    if (!announced) throw awayError(workerId, 'has moved to another host')
    const { functions, specimens, bundles, errors } = announced // of one moment
    const lines: Buffer[] = []
    for (const frame of retellCatalog({ functions, specimens, bundles, errors })) {
      lines.push(toLine(frame))
      await setImmediate()
    }
    return { head: {}, bytes: lines.reduce((total, { length }) => total + length, 0), body: toBody(lines) }
  }
}

async function* toBody(lines: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* lines
}
