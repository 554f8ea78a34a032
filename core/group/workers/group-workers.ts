import type { RemoteCatalog, RemoteCatalogs } from '../../catalog/remote-catalog.ts'
import type { Json } from '../../domain/json.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import type { Call } from '../../run/executor.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { PeerSignatures } from '../results/peer-signatures.ts'
import type { ComputeOptions } from '../runs/compute-run.ts'
import { FarCatalogs } from './far-catalogs.ts'
import { WorkerFiles } from './far-files.ts'
import { HeldWorkers } from './held-workers.ts'
import { PeerQuestions } from './peer-questions.ts'
import { TakenWorkerRuns } from './taken-worker-runs.ts'
import { WorkerAnswers } from './worker-answers.ts'
import { WorkerDirectory, type WorkerDirectoryOptions } from './worker-directory.ts'
import { WorkerRuns, type WorkerRunsOptions } from './worker-runs.ts'

/** What {@link GroupWorkers} need of their host and its group. */
export interface GroupWorkersOptions
  extends Pick<WorkerDirectoryOptions, 'graceSeconds' | 'isThere'>,
    Pick<WorkerRunsOptions, 'host' | 'findRunner'> {
  readonly connection: GroupConnection
  /** Where the other hosts reach this one. */
  readonly address: string
  readonly signatures: PeerSignatures
  readonly computing: ComputeOptions
  /** Told when the catalog of a worker has changed. */
  readonly onChange: () => void
}

/** Longer than a relay waits until its worker has read its folders. */
const reloadSeconds = 15

/**
 * The workers of all hosts of a group, as one of them serves them: those whose links it holds, and those that
 * others hold.
 */
export class GroupWorkers implements RemoteCatalogs {
  readonly #options: GroupWorkersOptions
  readonly #relay: Relay | undefined
  readonly #held: HeldWorkers | undefined
  readonly #directory: WorkerDirectory
  readonly #far: FarCatalogs
  readonly #files: WorkerFiles
  readonly #runs: WorkerRuns
  readonly #taken: TakenWorkerRuns
  readonly #answers: WorkerAnswers
  readonly #questions: PeerQuestions

  /**
   * `openRelay` makes the relay, which tells when the catalog of a worker has changed; absent for a host that
   * takes no workers.
   */
  constructor(options: GroupWorkersOptions, openRelay: ((onChange: () => void) => Relay) | undefined) {
    this.#options = options
    const { connection, host, address, computing, onChange, findRunner } = options
    const { log } = computing
    const questions = new PeerQuestions(options.signatures)
    this.#questions = questions
    const directory = new WorkerDirectory({
      ...{ connection, graceSeconds: options.graceSeconds, isThere: options.isThere, log },
      listHeld: () => this.#held?.list() ?? [],
      onRead: (changed) => this.#take(changed),
    })
    this.#directory = directory
    this.#relay = openRelay?.(() => {
      onChange()
      this.#held?.tend()
    })
    const relay = this.#relay
    this.#held = relay && new HeldWorkers({ relay, directory, host, address, log })
    this.#files = new WorkerFiles({ directory, questions, relay })
    this.#far = new FarCatalogs({
      ...{ directory, questions, onChange, log },
      openFile: async (...asked) => await this.#files.open(...asked),
      isHere: (workerId) => relay?.sessions.has(workerId) ?? false,
    })
    this.#taken = new TakenWorkerRuns({ ...computing, relay, host, findRunner })
    const leading = { relay, directory, questions, host, findRunner, taken: this.#taken }
    this.#runs = new WorkerRuns({ ...computing, ...leading })
    const parts = { relay, held: this.#held, files: this.#files, taken: this.#taken, log }
    this.#answers = new WorkerAnswers(parts)
  }

  /** Whether it computes runs of its workers for other hosts now. */
  get isBusy(): boolean {
    return this.#taken.isBusy
  }

  /** In the same order at every host. */
  list(): readonly RemoteCatalog[] {
    const catalogs = [...(this.#relay?.list() ?? []), ...this.#far.list()]
    return catalogs.sort((one, other) => (one.workerId < other.workerId ? -1 : 1))
  }

  async reload(): Promise<void> {
    const { host, computing } = this.#options
    const others = this.#directory.list().filter((record) => record.isAvailable && record.host !== host)
    const askHost = async (address: string): Promise<void> => {
      try {
        await this.#questions.ask(address, { ask: 'reload' }, { answerSeconds: reloadSeconds })
      } catch (err) {
        computing.log.warn({ host: address, err }, 'the workers of another host could not be reloaded')
      }
    }
    const addresses = new Set(others.map(({ address }) => address))
    await Promise.all([this.#relay?.reload(), ...[...addresses].map(askHost)])
    if (addresses.size === 0) return
    await this.#directory.read().catch(() => {}) // while Redis is away it is as it was
    await this.#far.settle()
  }

  /** Returns what runs a call of a worker's function; undefined for a call of another. */
  share({ invocation, runner }: Call): ReturnType<WorkerRuns['share']> | undefined {
    const [workerId = '', ...own] = invocation.functionName.split(':')
    // The call that decodes a worker's file, which any host can, has no revision of the worker's.
    if (own.length === 0 || !invocation.revision.startsWith(`${workerId}:`)) return undefined
    return this.#runs.share({ workerId, runner })
  }

  /** Answers a question of another host; what fails is told in the answer. */
  async answer(question: Json | undefined, signal: AbortSignal): ReturnType<WorkerAnswers['answer']> {
    return await this.#answers.answer(question, signal)
  }

  /** Takes part. @throws `group.away` */
  async open(): Promise<void> {
    await this.#directory.open()
  }

  /** A host of the group is gone. */
  lose(host: string): void {
    this.#directory.lose(host)
  }

  /** Redis is there again. */
  resume(): void {
    this.#directory.read().catch(() => {}) // it was away again
  }

  /** The host is about to end: its workers go on elsewhere. */
  retire(): void {
    this.#held?.retire()
    this.#runs.retire()
  }

  /** Ends it, once the relay has ended. */
  async close(): Promise<void> {
    await this.#held?.settle()
    this.#directory.close()
    this.#questions.close()
  }

  #take(changed: ReadonlySet<string>): void {
    this.#held?.check(changed)
    this.#far.tend()
    if (changed.size > 0) this.#options.onChange()
  }
}
