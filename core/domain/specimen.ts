/**
 * A specimen: one entry of the catalog, either static (a data file) or dynamic (a function with a schema). Also the rules
 * for ids, which are the same for functions.
 */
import type { ResultType } from './result.ts'
import type { ParameterSchema } from './schema.ts'

const idPattern = /^[A-Za-z0-9._-]{1,128}$/
const reservedIds = new Set(['reload', '.', '..'])

/** The rule for ids and function names, in words. */
export const idRule = '1 to 128 of A-Z a-z 0-9 . _ - and not "reload"'

/** Returns whether `id` may name a specimen or function of this host (federated ones carry `worker_id:` before it). */
export function isId(id: unknown): id is string {
  return typeof id === 'string' && idPattern.test(id) && !reservedIds.has(id)
}

/** What people read about a specimen. */
export interface Description {
  readonly displayName: string
  readonly description: string
  readonly tags: readonly string[]
  /** Pages in reading order. */
  readonly storyText: readonly string[]
}

/** A file beside the metadata, by its name in a folder that must contain it, or the bytes themselves. */
export type Asset =
  | { readonly kind: 'file'; readonly folder: string; readonly name: string }
  | { readonly kind: 'bytes'; readonly mediaType: string; readonly bytes: Uint8Array; readonly name: string | null }

interface SpecimenBase extends Description {
  readonly id: string
  readonly type: ResultType
  readonly thumbnail: Asset | null
}

export interface StaticSpecimen extends SpecimenBase {
  readonly kind: 'static'
  readonly data: Asset
}

export interface DynamicSpecimen extends SpecimenBase {
  readonly kind: 'dynamic'
  readonly functionName: string
  /** The function's own schema, or the metadata file's, which wins everywhere. */
  readonly schema: ParameterSchema
}

export type Specimen = StaticSpecimen | DynamicSpecimen
