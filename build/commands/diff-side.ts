import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, parseJson } from '../../core/domain/json.ts'
import { type Manifest, manifestName, parseManifest } from '../../core/domain/manifest.ts'
import type { OutputStreams } from '../../core/domain/output-streams.ts'
import type { ProgressLine } from '../report/terminal.ts'
import { buildFolder } from './build-folder.ts'
import type { DefaultCalls } from './thumbnail.ts'

/** A function as one side has it. */
interface Version {
  readonly view: string | undefined
  readonly presets: readonly { readonly name: string; readonly params: JsonObject }[]
  /** Differs whenever the code, its files or what is declared of the function do. */
  readonly identity: string
}

/** The built plugins of one side. */
export interface Side {
  readonly functions: ReadonlyMap<string, Version>
  readonly isWhole: boolean
  /** Starts processes of their own. */
  readonly openCalls: () => Promise<DefaultCalls>
}

/** Builds the plugins of a folder into `out`, and writes what is wrong with them. */
export async function buildSide(
  {
    source,
    out,
    openCalls,
  }: {
    readonly source: string
    readonly out: string
    readonly openCalls: (bundles: string) => Promise<DefaultCalls>
  },
  streams: OutputStreams,
  progress: ProgressLine,
): Promise<Side> {
  mkdirSync(out, { recursive: true })
  const { bundles, isWhole } = existsSync(source)
    ? await buildFolder({ source, out, withoutThumbnails: true }, streams, progress)
    : { bundles: [], isWhole: true } // there was nothing yet
  const manifests = bundles.map(({ plugin }) => {
    const file = join(out, plugin.name, manifestName)
    return parseManifest(parseJson(readFileSync(file, 'utf8'), file))
  })
  const functions = new Map(manifests.flatMap(listVersions))
  return { functions, isWhole, openCalls: async () => await openCalls(out) }
}

function listVersions({ functions, specimens, files }: Manifest): [string, Version][] {
  return functions.map((declared) => {
    const shown = specimens.find(({ function_name: name }) => name === declared.name)
    const presets = shown?.presets ?? []
    return [declared.name, { view: shown?.view, presets, identity: JSON.stringify([declared, shown, files]) }]
  })
}
