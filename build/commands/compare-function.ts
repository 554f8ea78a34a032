import { SpecimenError } from '../../core/contract/domain/errors.ts'
import { measureResult, type Result } from '../../core/contract/domain/result/result.ts'
import { withWords } from '../../core/contract/domain/result/with-words.ts'
import type { Words } from '../../core/contract/text/words.ts'
import { factsOf } from '../../core/data/facts/facts-of.ts'
import { drawPair, drawResult, type WordedResult } from '../../core/data/picture/draw-result.ts'
import type { Compared, FunctionDiff } from './diff-page.ts'
import type { FunctionVersion } from './function-versions.ts'
import { digestResult } from './run-functions.ts'
import type { DefaultCalls } from './thumbnail.ts'

/** The built plugins of one side. */
export interface Side {
  readonly functions: ReadonlyMap<string, FunctionVersion>
  readonly isWhole: boolean
  /** Starts processes of their own. */
  readonly openCalls: () => Promise<DefaultCalls>
}

/** The clock of a comparison, and the listener to what it is at. */
interface CompareTools {
  readonly now: () => number
  readonly onProgress: (text: string) => void
}

/** Calls a function of both sides with its defaults and presets. @throws what no sentence of a refusal is */
export async function compareFunction(
  name: string,
  sides: readonly [before: Side, after: Side],
  { now, onProgress }: CompareTools,
): Promise<FunctionDiff> {
  const [first, last] = sides.map(({ functions }) => functions.get(name))
  if (!last) return { name, state: 'removed', calls: [], peaks: [0, 0] }
  const opened: ({ readonly words: Words; readonly calls: DefaultCalls } | undefined)[] = []
  try {
    for (const { functions, openCalls } of sides) {
      const version = functions.get(name)
      // Processes of their own, whose memory is that of this function.
      opened.push(version && { words: version.words, calls: await openCalls() })
    }
    const calls: FunctionDiff['calls'][number][] = []
    for (const { name: title, params } of [{ name: 'defaults', params: {} }, ...last.presets]) {
      const made: Made[] = []
      for (const [i, side] of opened.entries()) {
        const place = `${title}, ${i === 0 ? 'before' : 'after'}`
        onProgress(place)
        const onReport = (text: string): void => onProgress(`${place}: ${text}`)
        made.push(side && (await call(() => side.calls.compute(name, onReport, params), side.words, now)))
      }
      calls.push({ title, ...drawSides(made[0], made[1]) })
    }
    const [before = 0, after = 0] = opened.map((side) => side?.calls.readPeak())
    return { name, state: first ? 'changed' : 'new', calls, peaks: [before, after] }
  } finally {
    await Promise.all(opened.map((side) => side?.calls.close()))
  }
}

/** A result that is not drawn yet, or the sentence of a refusal. */
type Made =
  | (Omit<Extract<Compared, { readonly digest: string }>, 'picture'> & WordedResult)
  | { readonly problem: string }
  | undefined

/** Draws both sides by one camera where there is one for both, so that what moved is seen to have moved. */
function drawSides(before: Made, after: Made): Omit<FunctionDiff['calls'][number], 'title'> {
  const pair =
    before && after && 'result' in before && 'result' in after ? drawPair(before, after) : undefined
  return {
    before: drawSide(before, pair?.first),
    after: drawSide(after, pair?.second),
    difference: pair?.difference,
  }
}

function drawSide(made: Made, drawn: Uint8Array | undefined): Compared {
  if (!made || 'problem' in made) return made
  const { result, words, ...figures } = made
  return { ...figures, picture: drawn ?? drawResult(result, words) }
}

/** Calls a function; a refusal is its sentence. */
async function call(compute: () => Promise<Result>, words: Words, now: () => number): Promise<Made> {
  const start = now()
  try {
    const result = await compute()
    const milliseconds = now() - start
    const digest = digestResult(result)
    const facts = factsOf(withWords(result, words))
    return { digest, milliseconds, bytes: measureResult(result), facts, result, words }
  } catch (error) {
    if (error instanceof SpecimenError) return { problem: error.message }
    throw error
  }
}
