/** Data among parameters: files that are brought, and results that stand for the calls that gave them. */
import type { DataRef, FileRef } from '../contract/domain/data-ref.ts'
import { SpecimenError } from '../contract/domain/errors.ts'
import type { Result, ScenePart } from '../contract/domain/result/result.ts'
import type { Params } from '../contract/domain/schema.ts'
import { describe } from '../contract/text/describe.ts'
import { isJsonObject, type Json } from '../contract/values/json.ts'
import type { FileBody } from '../contract/wire/file-body.ts'

/** A parameter's value: JSON, or in the place of a reference to data a file, or a result of this client. */
export type ParamValue =
  | Json
  | Blob
  | Result
  | ScenePart
  | readonly ParamValue[]
  | { readonly [name: string]: ParamValue }

/** Parameters by name. */
export interface CallParams {
  readonly [name: string]: ParamValue
}

/** Makes JSON of parameters, for one host. */
export interface DataValues {
  /**
   * Returns parameters with references in the places of data. A file is brought to the host once.
   * @throws as {@link UploadFile}; `request.invalid` for a result that this client did not get from a call
   */
  take(params: CallParams): Promise<Params>
  /**
   * Brings files again that a text, as of a request, refers to by their hash; returns false for none that
   * this client has brought and its program still has. @throws as {@link UploadFile}
   */
  restore(text: string): Promise<boolean>
  /** Makes a result of the host stand for its call, and each part of a scene for that part. */
  note(result: Result, call: { readonly process: string; readonly inputs: Params }): void
}

/** Brings a file to the host. @throws {ProblemError} */
export type UploadFile = (file: Blob, name: string) => Promise<FileBody>

/** Returns the data of one host; results and files are kept for no longer than their owner keeps them. */
export function createDataValues(upload: UploadFile): DataValues {
  const references = new WeakMap<object, DataRef>()
  const brought = new WeakMap<Blob, Promise<FileRef>>()
  /** The files by their hashes. */
  const known = new Map<string, WeakRef<Blob>>()

  const bring = async (file: Blob): Promise<FileRef> => {
    const name = file instanceof File ? file.name : ''
    const { file: hash } = await upload(file, name)
    for (const [other, own] of known) if (!own.deref()) known.delete(other)
    known.set(hash, new WeakRef(file))
    return { file: hash, ...(name !== '' && { name }) }
  }
  const take = async (value: ParamValue): Promise<Json> => {
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Blob) {
      const reference = brought.get(value) ?? bring(value)
      brought.set(value, reference)
      reference.catch(() => brought.delete(value)) // the next call tries it again
      return { ...(await reference) }
    }
    const reference = references.get(value)
    if (reference) return { ...reference }
    if (Array.isArray(value)) return await Promise.all(value.map(take))
    const members = Object.entries(value)
    if (members.some(([, member]) => ArrayBuffer.isView(member))) throw strangeDataError(value)
    return Object.fromEntries(await Promise.all(members.map(async ([name, own]) => [name, await take(own)])))
  }
  return {
    take: async (params) => {
      const taken = await take(params)
      return isJsonObject(taken) ? taken : {} // always the former, as `params` is no data itself
    },
    restore: async (text) => {
      const files = [...known].flatMap(([hash, file]) => {
        const own = file.deref()
        return own && text.includes(hash) ? [own] : []
      })
      await Promise.all(files.map(bring))
      return files.length > 0
    },
    note: (result, call) => {
      references.set(result, call)
      if (result.type !== 'scene') return
      for (const [part, own] of Object.entries(result.parts)) references.set(own, { ...call, part })
    },
  }
}

/** The values of pages that have no host, to which files could be brought. */
export const hostlessValues = createDataValues(async () => {
  throw new SpecimenError('request.invalid', 'There is no host here to which a file could be brought.')
})

function strangeDataError(value: object): SpecimenError {
  const detail =
    `${describe(value)} has arrays, and is no result that this client got by a call, as it is. Give that ` +
    'result, a reference, or a File of the data.'
  return new SpecimenError('request.invalid', detail)
}
