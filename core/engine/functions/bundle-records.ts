import type { Log } from '../../contract/domain/log.ts'
import type { BundlePool, LoadedBundle } from '../run/pool/bundle-pool.ts'
import { nameFunction } from '../run/run-failure.ts'
import type { Runner } from '../run/runner.ts'
import { FunctionRecord } from './function-record.ts'

interface BundleRecordsOptions {
  readonly pool: BundlePool
  readonly now: () => number
  readonly log: Log
}

/**
 * The records of all bundles of a host, between the executor and the pool: results held by rooms never come
 * here. A bundle's record is that of its hash: another version begins with none.
 */
export class BundleRecords {
  readonly #options: BundleRecordsOptions
  /** By hash, then by name of the function. */
  readonly #records = new Map<string, ReadonlyMap<string, FunctionRecord>>()

  /** `now` returns milliseconds, from any origin. */
  constructor(options: BundleRecordsOptions) {
    this.#options = options
  }

  /** Returns the pool's runner of a bundle, which counts runs and suspends crashing functions. */
  createRunner(bundle: LoadedBundle): Runner {
    const runner = this.#options.pool.createRunner(bundle)
    const records = this.#records.get(bundle.hash) ?? this.#add(bundle)
    return {
      run: async (invocation, context) => {
        const start = () => runner.run(invocation, context)
        const record = records.get(invocation.functionName)
        return record ? await record.run(start) : await start() // the pool refuses it
      },
    }
  }

  read(hash: string, functionName: string): FunctionRecord['tally'] | undefined {
    return this.#records.get(hash)?.get(functionName)?.tally
  }

  keepOnly(hashes: ReadonlySet<string>): void {
    for (const hash of [...this.#records.keys()]) if (!hashes.has(hash)) this.#records.delete(hash)
  }

  #add({ name: bundleName, hash, functions }: LoadedBundle): ReadonlyMap<string, FunctionRecord> {
    const { now, log } = this.#options
    const records = new Map(
      functions.map(({ name }) => {
        return [name, new FunctionRecord({ title: nameFunction(name, bundleName), now, log })]
      }),
    )
    this.#records.set(hash, records)
    return records
  }
}
