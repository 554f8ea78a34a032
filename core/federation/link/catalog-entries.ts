/** The entries of a catalog and their frames, on a link and between hosts of a group. */
import type { JsonObject } from '../../domain/json.ts'
import type { FunctionManifest } from '../../domain/manifest.ts'
import type { Preset } from '../../domain/preset.ts'
import type { ResultType } from '../../domain/result/result.ts'
import type { Specimen } from '../../domain/specimen.ts'
import type { Words } from '../../domain/words.ts'
import type { WorkerFrameOf } from './control-frames.ts'

/** A function as it is announced. A type, not an interface, so that it is JSON to the compiler, too. */
export type AnnouncedFunction = {
  readonly name: string
  readonly description: string
  readonly return_type: ResultType
  readonly parameters: readonly string[]
  readonly progress: string | null
  readonly revision: string
  /** JSON text. */
  readonly schema: string
}

/** A specimen as it is announced. */
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
  readonly thumbnail_file: string | null
  readonly has_thumbnail: boolean
  /** Absent where nothing was said, and from older workers. */
  readonly words?: Words
  /** The same. */
  readonly presets?: readonly Preset[]
}

/** Returns the entry of a function. */
export function toFunctionEntry({
  manifest,
  revision,
}: {
  readonly manifest: FunctionManifest
  readonly revision: string
}): AnnouncedFunction {
  const { name, description, return_type, parameters, progress, schema } = manifest
  const text = JSON.stringify(schema)
  return { name, description, return_type, parameters, progress, revision, schema: text }
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
    thumbnail_file: thumbnail?.name ?? null,
    has_thumbnail: thumbnail !== null,
    ...(words && Object.keys(words).length > 0 && { words }),
    ...(isDynamic && specimen.presets?.length && { presets: specimen.presets }),
  }
}

type CatalogFrame = WorkerFrameOf<'catalog'>
type EntryLists = Pick<CatalogFrame, 'removed_specimens' | 'removed_functions' | 'functions' | 'specimens'>
type FrameLists = { readonly [List in keyof EntryLists]: EntryLists[List][number][] }

/** A change of a catalog, or with `reset` all of it. */
export type CatalogChange = Pick<CatalogFrame, 'reset' | 'bundles' | 'errors'> & {
  readonly [List in keyof EntryLists]: Iterable<EntryLists[List][number]>
}

/** Yields the frames of a change, each with entries of at most `frameBytes`; one for an empty change. */
export function* cutCatalog(change: CatalogChange, frameBytes: number): Generator<CatalogFrame> {
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
