/** The entries of a catalog and their frames, on a link and between hosts of a group. */
import type { JsonObject } from '../../domain/json.ts'
import type { FunctionManifest } from '../../domain/manifest.ts'
import type { Specimen } from '../../domain/specimen.ts'
import type { WorkerFrameOf } from './control-frames.ts'

/** Returns the entry of a function as it is announced, with its schema as JSON text. */
export function toFunctionEntry({
  manifest,
  revision,
}: {
  readonly manifest: FunctionManifest
  readonly revision: string
}) {
  const { name, description, return_type, parameters, progress, schema } = manifest
  const text = JSON.stringify(schema)
  return { name, description, return_type, parameters, progress, revision, schema: text }
}

/** Returns the entry of a specimen; words and presets are absent where nothing was said. */
export function toSpecimenEntry(specimen: Specimen) {
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
    thumbnail_file: thumbnail?.name ?? null,
    has_thumbnail: thumbnail !== null,
    ...(words && Object.keys(words).length > 0 && { words }),
    ...(isDynamic && specimen.presets?.length && { presets: specimen.presets }),
  }
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
