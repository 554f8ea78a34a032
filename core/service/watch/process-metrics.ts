import { readdir } from 'node:fs/promises'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { gauge, type Metric, single } from './metric.ts'

/** Milliseconds between two samples of the event loop. */
const delayResolution = 20
/** Delays cover the last one to two windows. */
const windowMilliseconds = 60_000

/** The use of the host's own process. Measuring begins with the first request for it. */
export class ProcessMetrics {
  /** Oldest first, two at most. */
  #windows: { readonly delays: IntervalHistogram; readonly since: number }[] = []
  readonly #now: () => number
  readonly #monitor: typeof monitorEventLoopDelay

  /** @param now - milliseconds, monotonic */
  constructor(now: () => number, monitor = monitorEventLoopDelay) {
    this.#now = now
    this.#monitor = monitor
  }

  async collect(): Promise<readonly Metric[]> {
    const { user, system } = process.cpuUsage()
    const memory = process.memoryUsage()
    const startedAt = Date.now() / 1000 - process.uptime()
    return [
      single(
        'counter',
        'process_cpu_seconds_total',
        'Processor time of the host, without pool processes.',
        (user + system) / 1e6,
      ),
      gauge('process_resident_memory_bytes', 'Memory of the host, without pool processes.', memory.rss),
      gauge('process_start_time_seconds', 'When the host started, as Unix time.', startedAt),
      gauge('process_open_fds', 'Open file descriptors.', await countDescriptors()),
      gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', memory.heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'JavaScript heap.', memory.heapTotal),
      gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', memory.external),
      ...this.#collectDelays(),
    ]
  }

  close(): void {
    for (const { delays } of this.#windows) delays.disable()
  }

  #collectDelays(): readonly Metric[] {
    const delays = this.#openWindow()
    // The histogram holds the intervals of its timer, and the delay is the excess.
    const lag = (name: string, help: string, nanoseconds: number): Metric => {
      const delay = Math.max(0, nanoseconds / 1e9 - delayResolution / 1000)
      return gauge(`nodejs_eventloop_lag_${name}_seconds`, help, delays.count === 0 ? undefined : delay)
    }
    return [
      lag('p50', 'Median delay of the event loop.', delays.percentile(50)),
      lag('p99', 'Delay of the event loop, 99 %.', delays.percentile(99)),
      lag('max', 'Longest delay of the event loop.', delays.max),
    ]
  }

  /** Returns the delays of the older window, and begins another when the younger one is long enough. */
  #openWindow(): IntervalHistogram {
    const now = this.#now()
    const youngest = this.#windows.at(-1)
    if (!youngest || now - youngest.since >= windowMilliseconds) {
      const delays = this.#monitor({ resolution: delayResolution })
      delays.enable()
      const next = { delays, since: now }
      for (const { delays: old } of this.#windows.slice(0, -1)) old.disable()
      this.#windows = youngest ? [youngest, next] : [next]
      return (youngest ?? next).delays
    }
    return (this.#windows[0] ?? youngest).delays
  }
}

/** Undefined where the system does not list them. */
async function countDescriptors(): Promise<number | undefined> {
  try {
    return (await readdir('/proc/self/fd')).length
  } catch {
    return undefined
  }
}
