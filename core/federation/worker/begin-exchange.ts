import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import type { Gate } from '../../engine/functions/gate.ts'
import type { FileDecoder } from '../../engine/run/decoding/file-decoder.ts'
import type { RelayFrameOf } from '../link/control-frames.ts'
import { admitFile } from './admit-file.ts'
import { type AdmittedRun, admitRun } from './admit-run.ts'
import { givenUpError, type ServedExchange, type ServedHome } from './exchange.ts'
import { gatherData } from './gather-data.ts'
import { type DataLimits, KeptData } from './kept-data.ts'
import { findServed, ServedFile } from './served-file.ts'
import { ServedRun } from './served-run.ts'
import { TakenData, type TakingParts } from './taken-data.ts'

/** The dependencies of the exchanges of a worker. */
export interface ServedOptions extends DataLimits, Omit<TakingParts, 'kept'> {
  readonly readSnapshot: () => Snapshot
  readonly gate: Gate
  readonly decoder: FileDecoder
  readonly log: Log
}

/** Where exchanges are kept. */
interface ExchangePlace {
  readonly home: ServedHome
  readonly exchanges: Map<number, ServedExchange>
  readonly isDraining: () => boolean
}

/** Begins what a relay requests: runs, files, and data of runs. */
export class ExchangeBeginner {
  readonly #options: ServedOptions
  readonly #place: ExchangePlace
  readonly #data: TakingParts

  constructor(options: ServedOptions, place: ExchangePlace) {
    this.#options = options
    this.#place = place
    this.#data = { ...options, kept: new KeptData(options) }
  }

  beginRun(frame: RelayFrameOf<'run'>): void {
    const { readSnapshot, gate, decoder } = this.#options
    const run = new ServedRun(frame, this.#place.home)
    this.#place.exchanges.set(frame.id, run)
    try {
      if (this.#place.isDraining()) throw stoppingError()
      if (frame.seq > 0 || frame.offset > 0) throw givenUpError('the run')
      const snapshot = readSnapshot()
      if (frame.file !== true) this.#beginCall(run, admitRun(frame, snapshot, gate))
      else
        admitFile(frame, snapshot, { decoder, signal: run.signal }).then(
          (call) => run.begin(call),
          (error: unknown) => run.refuse(error),
        )
    } catch (error) {
      run.refuse(error)
    }
  }

  /** Begins a call once its data are here. */
  #beginCall(run: ServedRun, { call, places }: AdmittedRun): void {
    if (places.length === 0) {
      run.begin(call)
      return
    }
    const given = [...this.#place.exchanges.values()].filter((exchange) => exchange instanceof TakenData)
    gatherData(places, { given, kept: this.#data.kept, signal: run.signal }).then(
      ({ data, release }) => run.begin(call, data, release),
      (error: unknown) => run.refuse(error),
    )
  }

  beginData(frame: RelayFrameOf<'give'>): void {
    const data = new TakenData(frame, this.#place.home, this.#data)
    this.#place.exchanges.set(frame.id, data)
    if (this.#place.isDraining()) data.refuse(stoppingError())
    else data.answer()
  }

  beginFile(frame: RelayFrameOf<'fetch'>): void {
    const file = new ServedFile(frame, this.#place.home)
    this.#place.exchanges.set(frame.id, file)
    try {
      if (this.#place.isDraining()) throw stoppingError()
      if (frame.offset > 0) throw givenUpError('the file')
      file.begin(findServed(frame, this.#options.readSnapshot()))
    } catch (error) {
      file.refuse(error)
    }
  }
}

function stoppingError(): SpecimenError {
  return new SpecimenError('host.stopping', 'The worker is shutting down; try again when it is back.')
}
