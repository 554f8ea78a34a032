import type { EndedRun } from '../../engine/run/run-watch.ts'
import { Histogram } from './histogram.ts'
import { type Metric, single } from './metric.ts'

/** Seconds, up to the longest run of an ordinary host. */
const runBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 600]
const cancelBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Functions with a series of their own; further ones are counted as `other`. */
const functionLimit = 200

/** Counts runs by function and outcome. */
export class RunCounts {
  readonly #functions = new Map<
    string,
    { readonly outcomes: Map<EndedRun['outcome'], number>; seconds: number }
  >()
  readonly #lookups = { hit: 0, miss: 0, joined: 0 }
  readonly #queue = new Histogram(runBounds)
  readonly #compute = new Histogram(runBounds)
  readonly #release = new Histogram(cancelBounds)
  #bytes = 0

  look(cache: 'hit' | 'miss' | 'joined'): void {
    this.#lookups[cache]++
  }

  end({ invocation, outcome, times, bytes }: EndedRun): void {
    const count = this.#find(invocation.functionName)
    count.outcomes.set(outcome, (count.outcomes.get(outcome) ?? 0) + 1)
    count.seconds += times.compute / 1000
    this.#queue.add(times.queue / 1000)
    this.#compute.add(times.compute / 1000)
    this.#bytes += bytes
  }

  release(milliseconds: number): void {
    this.#release.add(milliseconds / 1000)
  }

  collect(): readonly Metric[] {
    const functions = [...this.#functions]
    const histogram = (name: string, help: string, value: Histogram): Metric => {
      return { name, type: 'histogram', help, samples: [{ value }] }
    }
    return [
      {
        name: 'specimen_runs_total',
        type: 'counter',
        help: 'Runs that have ended: done, or the code of what ended them.',
        samples: functions.flatMap(([name, { outcomes }]) =>
          [...outcomes].map(([outcome, value]) => ({ labels: { function: name, outcome }, value })),
        ),
      },
      {
        name: 'specimen_run_seconds_total',
        type: 'counter',
        help: 'Time that runs have had their places, in seconds.',
        samples: functions.map(([name, { seconds }]) => ({ labels: { function: name }, value: seconds })),
      },
      histogram('specimen_run_queue_seconds', 'From the request of a run until its place.', this.#queue),
      histogram('specimen_run_compute_seconds', 'From its place until it ended.', this.#compute),
      histogram(
        'specimen_cancel_seconds',
        'From giving a run up until nothing of it used the machine.',
        this.#release,
      ),
      single(
        'counter',
        'specimen_result_bytes_total',
        'Bytes of the results that were computed.',
        this.#bytes,
      ),
      {
        name: 'specimen_cache_lookups_total',
        type: 'counter',
        help: 'Calls by what the room cache had: hit, miss, or joined to a run under way.',
        samples: Object.entries(this.#lookups).map(([result, value]) => ({ labels: { result }, value })),
      },
    ]
  }

  #find(functionName: string) {
    const name =
      this.#functions.has(functionName) || this.#functions.size < functionLimit ? functionName : 'other'
    const count = this.#functions.get(name) ?? { outcomes: new Map(), seconds: 0 }
    this.#functions.set(name, count)
    return count
  }
}
