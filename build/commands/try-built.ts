import { createTemporaryFolder } from '../../core/engine/files/scratch-folder.ts'
import type { BuildOutcome } from '../model/outcome.ts'
import { writeBundles } from '../output/write-bundles.ts'
import { holdsPackages } from './describe-failure.ts'
import { type FunctionTrial, tryFunctions } from './run-functions.ts'
import type { CallsOpener } from './thumbnail.ts'

/** Milliseconds for the trials of one build; what is not called by then is named. */
const patienceMs = 10_000

/** The means of a trial, and its clock. */
interface TrialTools {
  readonly openCalls: CallsOpener | null
  readonly onProgress: (text: string) => void
  readonly now: () => number
}

/**
 * Calls the functions of bundles that were just built and hold code of packages, whose files and surroundings
 * a build cannot all know: each once with its defaults, behind the walls of a host. Own code alone is left to
 * `specimen check --run`: a build is to be quick, and its author has just written it.
 */
export async function tryBuilt(
  outcome: BuildOutcome,
  source: string,
  { openCalls, onProgress, now }: TrialTools,
): Promise<FunctionTrial> {
  const tried = openCalls ? outcome.bundles.filter(holdsPackages) : []
  const others = outcome.bundles.filter((bundle) => !tried.includes(bundle))
  const untried = others.flatMap(({ functions }) => functions.map(({ name }) => name))
  if (!openCalls || tried.length === 0) return { problems: [], untried }
  const { path: folder, close } = createTemporaryFolder('specimen-build-')
  try {
    writeBundles({ ...outcome, bundles: tried }, source, folder)
    const calls = await openCalls(folder)
    const end = now() + patienceMs
    const trial = tryFunctions(tried, calls, { onProgress, isLate: () => now() > end })
    const made = await trial.finally(() => calls.close())
    return { problems: made.problems, untried: [...untried, ...made.untried] }
  } finally {
    close()
  }
}
