/** The entries of a catalog on a link, and between hosts of a group. */
import type { FunctionManifest } from '../../domain/manifest.ts'
import type { ResultType } from '../../domain/result/result.ts'
import type { Asset, Specimen } from '../../domain/specimen.ts'

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
  const { id, type, displayName, description, tags, storyText, thumbnail } = specimen
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
    thumbnail_file: nameFile(thumbnail),
    has_thumbnail: thumbnail !== null,
  }
}

function nameFile(asset: Asset | null): string | null {
  return asset?.name ?? null
}
