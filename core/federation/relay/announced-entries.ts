/**
 * The entries of one worker's catalog at the relay, each parsed by itself, so that an invalid one is refused
 * by name and the others are served.
 *
 * The relay prefixes a worker's names with its id and a colon, and refuses names with a colon: no entry can
 * impersonate one of the relay or of another worker.
 */

import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import { type FunctionManifest, listsParameters, parametersRule } from '../../contract/domain/manifest.ts'
import { readPresets } from '../../contract/domain/preset.ts'
import { type ResultType, resultTypes } from '../../contract/domain/result/result.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import type { SourceError } from '../../contract/domain/source-error.ts'
import {
  type Asset,
  type FileAddress,
  idRule,
  isId,
  readFileNotes,
  type Specimen,
  type StaticSpecimen,
} from '../../contract/domain/specimen.ts'
import { describe } from '../../contract/text/describe.ts'
import type { Json, JsonObject } from '../../contract/values/json.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'
import { nameDefaults, nameReferences } from './own-references.ts'
import { parseEntrySchema, readPartFiles, readReturns, readWords } from './parse-entry.ts'
import { toFederatedName } from './worker-errors.ts'

/** The kind of a catalog entry. */
export type EntryKind = 'specimen' | 'function'

/** A function as the relay serves it. */
export interface RemoteFunction {
  readonly manifest: FunctionManifest
  readonly revision: string
}

/** A refused entry, as it is sent to its worker. */
export interface RefusedEntry {
  readonly kind: EntryKind
  readonly id: string
  readonly detail: string
}

interface MeasuredEntry {
  readonly kind: EntryKind
  readonly id: string
  /** Its characters, as JSON text. */
  readonly length: number
}

/** Returns the opener of a specimen's file at the relay. */
export type OpenWorkerFile = (
  specimen: string,
  part: FileAddress,
) => Extract<Asset, { kind: 'remote' }>['open']

/** One state of a worker's catalog; a change is made on a copy. */
export class AnnouncedEntries {
  readonly functions: Map<string, RemoteFunction>
  readonly specimens: Map<string, Specimen>
  bundles: number
  errors: readonly SourceError[]
  readonly #workerId: string
  readonly #openFile: OpenWorkerFile
  readonly #lengths: Map<string, number>
  #length: number
  readonly #seen = new Set<string>()

  constructor(workerId: string, openFile: OpenWorkerFile, before?: AnnouncedEntries) {
    this.#workerId = workerId
    this.#openFile = openFile
    this.functions = new Map(before?.functions)
    this.specimens = new Map(before?.specimens)
    this.bundles = before?.bundles ?? 0
    this.errors = before?.errors ?? []
    this.#lengths = new Map(before === undefined ? [] : before.#lengths)
    this.#length = before === undefined ? 0 : before.#length
  }

  copy(): AnnouncedEntries {
    return new AnnouncedEntries(this.#workerId, this.#openFile, this)
  }

  begin(part: WorkerFrameOf<'catalog'>): void {
    if (part.reset) this.#forgetAll()
    this.bundles = Math.min(part.bundles, limits.entries)
    this.errors = part.errors.slice(0, limits.errors).map((error) => this.#toSourceError(error))
  }

  remove(kind: EntryKind, id: string): void {
    this.#forget(kind, id)
  }

  /** Adds an entry of so many characters; returns its refusal. */
  add(kind: EntryKind, entry: JsonObject, length: number): RefusedEntry | undefined {
    const member = kind === 'function' ? 'name' : 'id'
    const given = entry[member]
    const id = typeof given === 'string' ? given.slice(0, limits.textLength) : ''
    const key = toKey(kind, id)
    try {
      if (!isId(given)) throw entryError(member, given, idRule)
      if (this.#seen.has(key))
        throw new SpecimenError('name.taken', `The ${kind} ${id} is announced twice; the first is served.`)
      this.#seen.add(key)
      this.#replace({ kind, id: given, length }, entry)
      return undefined
    } catch (error) {
      return { kind, id, detail: toSpecimenError(error).message }
    }
  }

  /** Replaces the entry of the same name, which goes even when the new one is refused. */
  #replace({ kind, id, length }: MeasuredEntry, entry: JsonObject): void {
    const key = toKey(kind, id)
    this.#forget(kind, id)
    this.#count(key, length)
    try {
      if (kind === 'function') this.#addFunction(entry)
      else this.#addSpecimen(entry)
    } catch (error) {
      this.#uncount(key)
      throw error
    }
  }

  #count(key: string, length: number): void {
    if (this.#lengths.size >= limits.entries) {
      throw new SpecimenError(
        'metadata.invalid',
        `A worker may announce ${limits.entries} specimens and functions in all; this is one more.`,
      )
    }
    if (this.#length + length > limits.entriesLength) {
      throw new SpecimenError(
        'metadata.invalid',
        `A worker's catalog may have ${limits.entriesLength} characters; with this entry it has more.`,
      )
    }
    this.#lengths.set(key, length)
    this.#length += length
  }

  #uncount(key: string): void {
    this.#length -= this.#lengths.get(key) ?? 0
    this.#lengths.delete(key)
  }

  #forget(kind: EntryKind, id: string): void {
    this.#uncount(toKey(kind, id))
    if (kind === 'function') this.functions.delete(id)
    else this.specimens.delete(id)
  }

  #forgetAll(): void {
    this.functions.clear()
    this.specimens.clear()
    this.#lengths.clear()
    this.#length = 0
  }

  #addFunction(entry: JsonObject): void {
    const own = readText(entry, 'name')
    const name = toFederatedName(this.#workerId, own)
    const schema = this.#readSchema(entry, name)
    const parameters = readTexts(entry, 'parameters')
    const progress = entry.progress === null ? null : readText(entry, 'progress')
    if (!listsParameters(parameters, schema, progress))
      throw entryError('parameters', entry.parameters, parametersRule)
    const manifest: FunctionManifest = {
      name,
      description: readText(entry, 'description'),
      return_type: readType(entry, 'return_type'),
      ...readReturns(entry, entryError),
      parameters,
      progress,
      schema,
    }
    this.functions.set(own, {
      manifest,
      revision: toFederatedName(this.#workerId, readText(entry, 'revision', limits.textLength)),
    })
  }

  #addSpecimen(entry: JsonObject): void {
    const own = readText(entry, 'id')
    const thumbnailName = entry.thumbnail_file === null ? null : readText(entry, 'thumbnail_file')
    const base = {
      id: toFederatedName(this.#workerId, own),
      origin: { workerId: this.#workerId, isAvailable: true },
      displayName: readText(entry, 'display_name'),
      description: readText(entry, 'description'),
      type: readType(entry, 'type'),
      tags: readTexts(entry, 'tags'),
      storyText: readTexts(entry, 'story_text'),
      words: readWords(entry.words),
      thumbnail: entry.has_thumbnail === true ? this.#toAsset(own, 'thumbnail', thumbnailName) : null,
    }
    if (entry.is_dynamic !== true) {
      this.specimens.set(own, {
        ...base,
        kind: 'static',
        data: this.#toAsset(own, 'data', readText(entry, 'data_file')),
        ...this.#readScene(own, entry),
        ...readFileNotes(entry.notes),
        isDecodedThere: entry.decodes === true,
      })
      return
    }
    const registered = this.functions.get(readText(entry, 'function_name'))
    if (!registered)
      throw entryError('function_name', entry.function_name, 'a function that this worker announces')
    if (base.type !== registered.manifest.return_type)
      throw entryError('type', entry.type, registered.manifest.return_type)
    const schema = this.#readSchema(entry, base.id)
    // The worker has checked them by the schema; a preset that does not fit is refused when it is sent.
    const presets = readPresets(entry.presets).presets.map((preset) => ({
      ...preset,
      params: nameReferences(this.#workerId, schema, preset.params),
    }))
    const functionName = registered.manifest.name
    const { returns } = registered.manifest
    const shown = { functionName, schema, presets, ...(returns && { returns }) }
    this.specimens.set(own, { ...base, kind: 'dynamic', ...shown })
  }

  #readSchema(entry: JsonObject, name: string): ParameterSchema {
    return nameDefaults(this.#workerId, parseEntrySchema(readText(entry, 'schema'), name))
  }

  /** Returns what a worker says of a scene of several files; nothing for a single file. */
  #readScene(own: string, { part_files: files, returns, type }: JsonObject): Pick<StaticSpecimen, 'scene'> {
    if (files === undefined) return {}
    const named = readPartFiles(files, entryError)
    const assets = named.map(([part, name]) => [part, this.#toAsset(own, `data/${part}`, name)] as const)
    const shape = returns && readReturns({ return_type: type ?? null, returns }, entryError)
    return { scene: { ...shape, files: new Map(assets) } }
  }

  #toAsset(specimen: string, part: FileAddress, name: string | null): Asset {
    return { kind: 'remote', name, open: this.#openFile(specimen, part) }
  }

  #toSourceError({ source, code, detail }: JsonObject): SourceError {
    const toText = (value: Json | undefined) =>
      typeof value === 'string' ? value.slice(0, limits.errorLength) : ''
    return {
      source: toFederatedName(this.#workerId, toText(source)),
      code: toText(code),
      detail: toText(detail),
    }
  }
}

function toKey(kind: EntryKind, id: string): string {
  return `${kind} ${id}`
}

function readText(entry: JsonObject, name: string, length = 2 ** 20): string {
  const text = entry[name]
  if (typeof text === 'string' && text.length <= length && text.isWellFormed()) return text
  throw entryError(name, text, `a string of at most ${length} characters`)
}

function readTexts(entry: JsonObject, name: string): string[] {
  const texts = entry[name]
  if (Array.isArray(texts) && texts.every((text: Json) => typeof text === 'string' && text.isWellFormed()))
    return texts
  throw entryError(name, texts, 'an array of strings')
}

function readType(entry: JsonObject, name: string): ResultType {
  const type = resultTypes.find((known) => known === entry[name])
  if (type) return type
  throw entryError(name, entry[name], `one of ${resultTypes.join(', ')}`)
}

function entryError(name: string, found: unknown, wanted: string): SpecimenError {
  return new SpecimenError('metadata.invalid', `${name} must be ${wanted} (got ${describe(found)}).`)
}
