/** The entries of a catalog and their frames, on a link and between hosts of a group. */

import type { FunctionManifest } from '../../contract/domain/manifest.ts'
import type { Preset } from '../../contract/domain/preset.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { SceneShape } from '../../contract/domain/result/returned.ts'
import type { FileScene, Specimen } from '../../contract/domain/specimen.ts'
import type { Words } from '../../contract/text/words.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import type { WorkerFrameOf } from './control-frames.ts'

/** A function as a worker announces it; its schema is JSON text. */
export type AnnouncedFunction = {
  readonly name: string
  readonly description: string
  readonly return_type: ResultType
  /** The parts of a scene; absent for another kind. */
  readonly returns?: SceneShape
  readonly parameters: readonly string[]
  readonly progress: string | null
  readonly revision: string
  readonly schema: string
}

/** A specimen as a worker announces it; words, notes and presets are absent where nothing was said. */
export type AnnouncedSpecimen = {
  readonly id: string
  readonly type: ResultType
  readonly display_name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly story_text: readonly string[]
  readonly is_dynamic: boolean
  readonly function_name: string | null
  /** JSON text. */
  readonly schema: string | null
  readonly data_file: string | null
  /** The names of the files that are a whole part each, by part: of a scene of several files. */
  readonly part_files?: { readonly [part: string]: string }
  /** The kinds of the parts of that scene, where they are known. */
  readonly returns?: SceneShape
  /** Set where the worker decodes the file for its relay. */
  readonly decodes?: boolean
  readonly notes?: readonly string[]
  readonly thumbnail_file: string | null
  readonly has_thumbnail: boolean
  readonly words?: Words
  readonly presets?: readonly Preset[]
}

/** Returns the entry of a function as it is announced, with its schema as JSON text. */
export function toFunctionEntry({
  manifest,
  revision,
}: {
  readonly manifest: FunctionManifest
  readonly revision: string
}): AnnouncedFunction {
  const { name, description, return_type, returns, parameters, progress, schema } = manifest
  const text = JSON.stringify(schema)
  const kind = { return_type, ...(returns && { returns }) }
  return { name, description, ...kind, parameters, progress, revision, schema: text }
}

/** Returns the entry of a specimen. */
export function toSpecimenEntry(specimen: Specimen): AnnouncedSpecimen {
  const { id, type, displayName, description, tags, storyText, thumbnail, words } = specimen
  const isDynamic = specimen.kind === 'dynamic'
  return {
    id,
    type,
    display_name: displayName,
    description,
    tags,
    story_text: storyText,
    is_dynamic: isDynamic,
    function_name: isDynamic ? specimen.functionName : null,
    schema: isDynamic ? JSON.stringify(specimen.schema) : null,
    data_file: isDynamic ? null : (specimen.data.name ?? id),
    ...(!isDynamic && specimen.scene && describeScene(specimen.scene)),
    ...(!isDynamic && { decodes: true }),
    ...(!isDynamic && specimen.notes && { notes: specimen.notes }),
    thumbnail_file: thumbnail?.name ?? null,
    has_thumbnail: thumbnail !== null,
    ...(words && Object.keys(words).length > 0 && { words }),
    ...(isDynamic && specimen.presets?.length && { presets: specimen.presets }),
  }
}

function describeScene({ returns, files }: FileScene): Pick<AnnouncedSpecimen, 'part_files' | 'returns'> {
  const names = [...files].map(([part, { name }]) => [part, name ?? part])
  return { part_files: Object.fromEntries(names), ...(returns && { returns }) }
}

type CatalogFrame = WorkerFrameOf<'catalog'>

interface FrameLists {
  readonly removed_specimens: string[]
  readonly removed_functions: string[]
  readonly functions: JsonObject[]
  readonly specimens: JsonObject[]
}

/**
 * Yields the frames of a change of a catalog, or with `reset` of all of it, each with entries of at most
 * `frameBytes`; one for an empty change.
 */
export function* cutCatalog(
  change: Pick<CatalogFrame, 'reset' | 'bundles' | 'errors'> & {
    readonly [List in keyof FrameLists]: Iterable<FrameLists[List][number]>
  },
  frameBytes: number,
): Generator<CatalogFrame> {
  const { reset, bundles, errors } = change
  let lists = createLists()
  let filled = 0
  let isFirst = true
  const toFrame = (more: boolean): CatalogFrame => {
    const base = { type: 'catalog', reset: reset && isFirst, more, bundles } as const
    return { ...base, errors: more ? [] : errors, ...lists }
  }
  function* fill<E extends JsonObject | string>(
    entries: Iterable<E>,
    find: (lists: FrameLists) => E[],
  ): Generator<CatalogFrame> {
    for (const entry of entries) {
      const bytes = measureEntry(entry)
      if (filled > 0 && filled + bytes > frameBytes) {
        yield toFrame(true)
        isFirst = false
        lists = createLists()
        filled = 0
      }
      filled += bytes
      find(lists).push(entry)
    }
  }
  yield* fill(change.removed_specimens, (of) => of.removed_specimens)
  yield* fill(change.removed_functions, (of) => of.removed_functions)
  yield* fill(change.functions, (of) => of.functions)
  yield* fill(change.specimens, (of) => of.specimens)
  yield toFrame(false)
}

function createLists(): FrameLists {
  return { removed_specimens: [], removed_functions: [], functions: [], specimens: [] }
}

/** Returns the bytes of an entry in a frame. */
export function measureEntry(entry: JsonObject | string): number {
  return Buffer.byteLength(JSON.stringify(entry)) + 1 // and the comma
}
