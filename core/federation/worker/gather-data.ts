import { sayKinds } from '../../contract/domain/data-ref.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { RunData } from '../../engine/run/runner.ts'
import type { KeptData } from './kept-data.ts'
import type { TakenData } from './taken-data.ts'

/** Data in the parameters of a run, named by the hash of their content. */
export interface NamedData {
  /** The names and indices that lead there. */
  readonly steps: readonly string[]
  readonly kinds: readonly string[]
  readonly hash: string
}

/** Where the data of a run come from. */
export interface DataSources {
  /** What the relay has given, as far as it is here. */
  readonly given: readonly TakenData[]
  readonly kept: KeptData
  readonly signal: AbortSignal
}

/** The data of a run, in memory until they are released. */
export interface GatheredData {
  readonly data: readonly RunData[]
  readonly release: () => void
}

/**
 * Resolves with the data of a run once all are here. Those that no `give` of the relay names are refused.
 * @throws `params.invalid`, the failure of data; the reason of the signal
 */
export async function gatherData(
  places: readonly NamedData[],
  { given, kept, signal }: DataSources,
): Promise<GatheredData> {
  const awaited = places.map(({ steps, hash }) => {
    const taken = given.findLast((each) => each.hash === hash)
    if (taken) return taken.there
    throw refuse(steps, `data that were given with the run (got ${hash})`)
  })
  await untilAborted(Promise.all(awaited), signal)
  const uses: (() => void)[] = []
  const release = (): void => {
    for (const leave of uses) leave()
  }
  try {
    const data = places.map(({ steps, kinds, hash }): RunData => {
      const used = kept.use(hash)
      if (!used) throw refuse(steps, `data that are still here (got ${hash})`)
      uses.push(used.release)
      const { result } = used
      if (result.type !== 'scene' && kinds.includes(result.type)) return { steps, result, id: hash }
      throw refuse(steps, `a reference to ${sayKinds(kinds)} (got ${result.type})`)
    })
    return { data, release }
  } catch (error) {
    release()
    throw error
  }
}

async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

function refuse(steps: readonly string[], wanted: string): SpecimenError {
  return new SpecimenError('params.invalid', `${steps.join('.')} must be ${wanted}.`)
}
