import type { DataSource, LoadRequest } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'
import type { Clock } from '../drive/clock.ts'
import { isPassing } from '../drive/driver.ts'
import { measureBytes } from '../drive/kept-results.ts'
import type { RunState } from '../drive/run-state.ts'

/** A step that the page has. */
export type SweepStep = RunState['shown'] & {}

/** Milliseconds of a step in a played sweep. */
export const stepMilliseconds = 250
const mostBytes = 512 * 2 ** 20
const longestWait = 15_000

/**
 * Loads the steps of a sweep one after the other. A busy host is asked again later, less and less often.
 * @throws {LoadError} for a step that fails, and for more bytes than the page keeps; the signal's reason
 */
export async function runSweep(
  requests: readonly LoadRequest[],
  {
    source,
    clock,
    signal,
    onStep,
  }: {
    readonly source: Pick<DataSource, 'load'>
    readonly clock: Clock
    readonly signal: AbortSignal
    readonly onStep: (step: SweepStep) => void
  },
): Promise<void> {
  let bytes = 0
  for (const request of requests) {
    if (bytes > mostBytes)
      throw new LoadError('The page keeps 512 MB of a sweep. Take fewer steps.', 'result.too-large')
    const startedAt = clock.now()
    const content = await loadPatiently(request)
    signal.throwIfAborted()
    bytes += measureBytes(content)
    onStep({ content, params: request.params, isPreview: false, seconds: (clock.now() - startedAt) / 1000 })
  }

  async function loadPatiently(request: LoadRequest, failures = 0): Promise<SweepStep['content']> {
    try {
      return await source.load(request, { signal, onProgress: () => {} })
    } catch (error) {
      if (signal.aborted || !(error instanceof LoadError && isPassing(error))) throw error
      const wait = Math.min(1000 * 2 ** failures, longestWait)
      await new Promise<void>((resolve) => clock.after(wait, resolve))
      signal.throwIfAborted()
      return await loadPatiently(request, failures + 1)
    }
  }
}
