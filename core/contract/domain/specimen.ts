/**
 * A specimen: one entry of the catalog, either static (a data file) or dynamic (a function with a schema).
 * Also the rules for ids, which are the same for functions.
 */

import type { Words } from '../text/words.ts'
import type { Preset } from './preset.ts'
import { areNotes } from './result/notes.ts'
import type { ResultType } from './result/result.ts'
import type { SceneShape } from './result/returned.ts'
import { isPartName } from './result/scene.ts'
import type { ParameterSchema } from './schema.ts'

/** Most characters of an id or a function's name. */
export const idLength = 128
const idPattern = new RegExp(`^[A-Za-z0-9._-]{1,${idLength}}$`)
const reservedIds = new Set(['reload', '.', '..'])

/** The rule for ids and function names, in words. */
export const idRule = `1 to ${idLength} of A-Z a-z 0-9 . _ - and not "reload"`

/** Returns true for the name of a specimen or function of this host; others have `worker_id:` before. */
export function isId(id: unknown): id is string {
  return typeof id === 'string' && idPattern.test(id) && !reservedIds.has(id)
}

/** The parts of a request that decide which bytes of an asset answer it. */
export interface AssetRequest {
  readonly method: 'GET' | 'HEAD'
  /** `range` and the conditions (`if-…`), with names in lower case. */
  readonly headers: { readonly [name: string]: string }
}

/** An asset's answer in HTTP's terms. */
export interface AssetAnswer {
  readonly status: number
  /** Names in lower case; media type, length, validators and range among them. */
  readonly headers: { readonly [name: string]: string }
  readonly byteLength: number
  /** Read once, to the end or left early, which frees its resources; null when there are no bytes to send. */
  readonly body: AsyncIterable<Uint8Array> | null
}

/** The files of a folder at one moment. */
export interface FolderListing {
  readonly files: readonly ListedFile[]
  /** A strong validator of the files, by their paths, sizes and times of change. */
  readonly etag: string
  /** Drops it where it is kept: a file has turned out to be another. */
  readonly forget: () => void
}

/** A file of a folder. */
export interface ListedFile {
  /** From the folder that confines it. */
  readonly path: string
  readonly size: number
  /** Nanoseconds of Unix time. */
  readonly modified: bigint
}

/** A file that the host writes. */
export interface HeadFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A file in a folder that must contain it; files of one, as an archive; bytes; or a remote source. */
export type Asset =
  | {
      readonly kind: 'file'
      readonly folder: string
      readonly name: string
      /** Allows the folder to be a link; false when absent. */
      readonly followLinks?: boolean
      /** Restores the folder before the file is opened, for folders that the host has made. */
      readonly prepare?: () => Promise<void>
    }
  | {
      readonly kind: 'folder'
      readonly folder: string
      /** That of the archive, with the path of what is in it. */
      readonly name: string
      readonly followLinks: boolean
      /** A file that comes before those of the folder; absent for none. */
      readonly head?: HeadFile
      /** Lists the files that are there. @throws `file.missing` or `file.undecodable` */
      readonly list: () => Promise<FolderListing>
    }
  | {
      readonly kind: 'bytes'
      readonly mediaType: string
      readonly bytes: Uint8Array
      readonly name: string | null
    }
  | {
      readonly kind: 'remote'
      readonly name: string | null
      /**
       * Aborting `signal` ends the answer. @throws `worker.unreachable`, `worker.silent`, `host.busy` or
       * `file.missing`
       */
      readonly open: (request: AssetRequest, signal: AbortSignal) => Promise<AssetAnswer>
    }

interface SpecimenBase {
  readonly id: string
  readonly displayName: string
  readonly description: string
  readonly tags: readonly string[]
  /** Pages in reading order. */
  readonly storyText: readonly string[]
  readonly words?: Words
  /** Null for specimens of this host itself. */
  readonly origin: { readonly workerId: string; readonly isAvailable: boolean } | null
  readonly type: ResultType
  readonly thumbnail: Asset | null
}

/** A specimen whose data are a file, or files that are the parts of a scene. */
export interface StaticSpecimen extends SpecimenBase {
  readonly kind: 'static'
  /** The archive of its files for a scene of several, which is only decoded. */
  readonly data: Asset
  readonly scene?: FileScene | undefined
  /** Sentences on what a first look at the file found to be left out, or assumed. */
  readonly notes?: readonly string[] | undefined
  /** Set when the worker that has the file decodes it. */
  readonly isDecodedThere?: boolean
}

/** The facts of a scene of several files before they are decoded. */
export interface FileScene {
  /** The kinds of its parts; absent where they are not all known. */
  readonly returns?: SceneShape
  /** The files that are a whole part each, by its name. */
  readonly files: ReadonlyMap<string, Asset>
}

/** A file of a specimen: its data, that of one part of its scene (`data/brain`), or its picture. */
export type FileAddress = 'data' | 'thumbnail' | `data/${string}`

/** Returns whether a text is the address of a file. */
export function isFileAddress(text: unknown): text is FileAddress {
  if (typeof text !== 'string') return false
  return text === 'data' || text === 'thumbnail' || (text.startsWith('data/') && isPartName(text.slice(5)))
}

/** Returns the file at an address; null where the specimen has none. */
export function findAsset(specimen: Specimen, address: FileAddress): Asset | null {
  if (address === 'thumbnail') return specimen.thumbnail
  if (specimen.kind === 'dynamic') return null
  if (address === 'data') return specimen.data
  return specimen.scene?.files.get(address.slice(5)) ?? null
}

/** A specimen whose data a function makes. */
export interface DynamicSpecimen extends SpecimenBase {
  readonly kind: 'dynamic'
  readonly functionName: string
  /** The parts of its scenes; absent for another kind. */
  readonly returns?: SceneShape
  /** The function's own schema, or the metadata file's, which takes precedence everywhere. */
  readonly schema: ParameterSchema
  /** Parameters that the author recommends, which the schema takes. */
  readonly presets?: readonly Preset[]
}

/** An entry of the catalog. */
export type Specimen = StaticSpecimen | DynamicSpecimen

/** Returns the notes of a file as another host announces them; none for anything else. */
export function readFileNotes(given: unknown): Pick<StaticSpecimen, 'notes'> {
  return areNotes(given) && given.length > 0 ? { notes: given } : {}
}
