/** `specimen thumbnail`: draws each function's default result into the file of its `@thumbnail`. */

import type { Result } from '../../core/contract/domain/result/result.ts'
import type { Params } from '../../core/contract/domain/schema.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'
import type { PictureWords } from '../../core/data/picture/draw-result.ts'
import { createTemporaryFolder } from '../../core/engine/files/scratch-folder.ts'
import { isSpecimen } from '../derive/derive-manifest.ts'
import { createProgressLine } from '../report/progress-line.ts'
import { createPalette, type Palette } from '../report/report.ts'
import { buildFolder } from './build-folder.ts'
import { drawFunction, drawInto, type Outcome } from './draw-function.ts'

/** Calls functions of a folder of bundles, with their defaults for what `params` leave out. */
export interface DefaultCalls {
  readonly compute: (
    functionName: string,
    onReport: (text: string) => void,
    params?: Params,
  ) => Promise<Result>
  /** Returns the most bytes that a process of these calls has had resident; 0 where none has said so. */
  readonly readPeak: () => number
  /** Specimens of a folder, with the file of the picture, and the author's words. */
  readonly specimens: readonly {
    readonly id: string
    readonly file: string
    readonly words: PictureWords
    readonly compute: (onReport: (text: string) => void) => Promise<Result>
  }[]
  /** Sentences on what could not be read. */
  readonly problems: readonly string[]
  readonly close: () => Promise<void>
}

/** Opens a folder of bundles, so that their functions can be called. */
export type CallsOpener = (bundles: string) => Promise<DefaultCalls>

/** The plugins whose pictures are drawn, and what calls them. */
interface ThumbnailRun {
  readonly source: string
  readonly force: boolean
  readonly openCalls: CallsOpener
}

/**
 * Runs `specimen thumbnail` and returns the exit code. `force` replaces pictures from other sources, too;
 * `now` is in milliseconds.
 */
export async function runThumbnail(
  { source, force, openCalls }: ThumbnailRun,
  streams: OutputStreams,
  now: () => number,
): Promise<number> {
  const { stdout, stderr } = streams
  const progress = createProgressLine(streams, now)
  const { path: folder, close } = createTemporaryFolder('specimen-thumbnail-')
  try {
    const places = { source, out: folder, withoutThumbnails: true }
    const { bundles, isWhole } = await buildFolder(places, streams, progress)
    const palette = createPalette(stdout.isTTY === true)
    const calls = await openCalls(folder)
    for (const problem of calls.problems) stderr.write(`${toShownText(problem)}\n`)
    let failures = isWhole ? 0 : 1
    const say = (name: string, result: Outcome): void => {
      progress.clear()
      stdout.write(`${formatOutcome(name, result, palette)}\n`)
      if (result.state === 'failed') failures++
    }
    const report = (name: string) => (text: string) => progress.wait(name, text)
    try {
      for (const { plugin, functions } of bundles) {
        for (const signature of functions.filter(isSpecimen)) {
          const { name } = signature
          progress.wait(name)
          const compute = async (): Promise<Result> => await calls.compute(name, report(name))
          say(name, await drawFunction(plugin, signature, { force, compute }))
        }
      }
      for (const { id, file, words, compute } of calls.specimens) {
        progress.wait(id)
        say(id, await drawInto({ file, force, words, compute: () => compute(report(id)) }))
      }
    } finally {
      await calls.close()
    }
    return failures > 0 ? 1 : 0
  } finally {
    progress.clear()
    close()
  }
}

function formatOutcome(name: string, { state, text }: Outcome, palette: Palette): string {
  const { good, faint, warning, error } = palette
  const paint = { drew: good, same: faint, kept: faint, 'left out': warning, failed: error }[state]
  return `${paint(state)} ${toShownText(`${name}: ${text}`)}`
}
