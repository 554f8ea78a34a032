import { Histogram } from './histogram.ts'
import type { Metric } from './metric.ts'

/** Seconds. A poll takes well below the first, a file or a run any time. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]

/** The requests of one route. */
export class RouteCount {
  readonly route: string
  readonly method: string
  /** Seconds of the answered ones, by status. */
  readonly durations = new Map<number, Histogram>()

  constructor(method: string, route: string) {
    this.method = method
    this.route = route
  }

  add(status: number, milliseconds: number): void {
    let durations = this.durations.get(status)
    if (!durations) {
      durations = new Histogram(bounds)
      this.durations.set(status, durations)
    }
    durations.add(milliseconds / 1000)
  }
}

/** Counts requests by route, method and status. A route has its own count, so that none is looked up. */
export class RequestCounts {
  readonly #routes = new Map<string, RouteCount>()
  readonly unmatched = this.open('any', 'unmatched')

  /** Returns the count of a route, the same each time. */
  open(method: string, route: string): RouteCount {
    const name = `${method} ${route}`
    const count = this.#routes.get(name) ?? new RouteCount(method, route)
    this.#routes.set(name, count)
    return count
  }

  collect(): readonly Metric[] {
    const samples = [...this.#routes.values()].flatMap(({ route, method, durations }) =>
      [...durations].map(([status, value]) => ({ labels: { route, method, status: String(status) }, value })),
    )
    return [
      {
        name: 'specimen_http_request_duration_seconds',
        type: 'histogram',
        help: 'Requests until their answer was sent (of progress, until it was made); 499: the client left.',
        samples,
      },
    ]
  }
}
