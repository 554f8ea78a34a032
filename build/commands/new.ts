/** `specimen new`: creates a plugin that builds as it is. */

import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { entryName } from '../../core/contract/domain/manifest.ts'
import { idRule, isId } from '../../core/contract/domain/specimen.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { replaceEntries } from '../../core/engine/files/replace.ts'
import { type PluginChoice, writeTemplate } from './plugin-template.ts'

const reserved = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false ' +
    'finally for function if implements import in instanceof interface let new null package private ' +
    'protected public return static super switch this ' +
    'throw true try typeof undefined var void while with yield reload arguments eval'
  ).split(' '),
)

/** Runs `specimen new` and returns the exit code. */
export async function runNew(
  { name, returns, takes, source, out }: Record<'name' | 'source' | 'out', string> & PluginChoice,
  streams: OutputStreams,
): Promise<number> {
  const refuse = (found: string, code: number): number => {
    streams.stderr.write(`${found}\n`)
    return code
  }
  if (!isId(name) || name.startsWith('.'))
    return refuse(`"${name}" cannot name a plugin: ${idRule}, and no dot first.`, 2)
  const folder = join(source, name)
  const taken = [folder, ...['.ts', '.mts', '.cts'].map((ending) => folder + ending)].find((path) =>
    existsSync(path),
  )
  if (taken) return refuse(`${taken} exists; nothing was written. Choose another name.`, 1)
  const bundlePath = relative(resolve(folder), resolve(out, name, entryName)).replaceAll(sep, '/')
  const files = writeTemplate({ name, functionName: toFunctionName(name), returns, takes, bundlePath })
  replaceEntries(source, new Map([[name, new Map(Object.entries(files))]]), folder)
  for (const file of Object.keys(files)) streams.stdout.write(`wrote ${join(folder, file)}\n`)
  if (!hasPackageFile(resolve(source))) {
    streams.stdout.write(
      'There is no package.json above it: ' +
        `${toCommand('init')} writes one, with tsconfig.json and a workflow for CI.\n`,
    )
  }
  streams.stdout.write(`Next: ${toCommand(`dev ${source}`)}\n`)
  return 0
}

function hasPackageFile(folder: string): boolean {
  if (existsSync(join(folder, 'package.json'))) return true
  return folder !== dirname(folder) && hasPackageFile(dirname(folder))
}

/** Converts `flat-disc` to `flatDisc`. */
function toFunctionName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const upper = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const lower = upper.charAt(0).toLowerCase() + upper.slice(1)
  return /^[a-z]/.test(lower) && !reserved.has(lower) ? lower : `make${upper}`
}
