/**
 * `specimen build`. It is the one command that has a program of its own, in one file (`.ci/bundle.mjs`),
 * because it is the one that is run most, and that mostly has nothing to do.
 */
import { runBuild } from '../../build/commands/build.ts'
import { fillIn, readTexts } from '../option.ts'
import { answer } from './answer.ts'
import { buildForms } from './build-forms.ts'
import type { CommandLine } from './command-form.ts'
import { optimizeLater } from './optimize-later.ts'
import type { Surroundings } from './surroundings.ts'

/** Runs `specimen build` from its arguments, and returns the exit code. */
export async function runBuildAlone(argv: readonly string[], surroundings: Surroundings): Promise<number> {
  return await answer(argv, surroundings, (_, line) => runBuildLine(line, surroundings))
}

/** Runs `specimen build` and returns the exit code. @throws `config.invalid` */
export async function runBuildLine(
  { argument, flags }: CommandLine,
  { streams, now }: Surroundings,
): Promise<number> {
  optimizeLater()
  const { own } = buildForms.build
  const given = fillIn(own, readTexts(own, flags))
  return await runBuild({ source: argument ?? 'plugins', ...given }, streams, now)
}
