/**
 * The metadata file of a specimen (`specimen.json`): parsed strictly where the host uses a field, tolerant of fields it
 * does not know. Files it names must lie inside the specimen's own folder, also after symbolic links are followed.
 */
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { SpecimenError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { describe, type ResultType, resultTypes } from '../domain/result.ts'
import type { ParameterSchema } from '../domain/schema.ts'
import { type Asset, idRule, isId } from '../domain/specimen.ts'
import { parseSchema } from '../functions/check-schema.ts'

/** A parsed metadata file. What is null was not given and is taken from the function or the folder. */
export interface SpecimenFile {
  readonly id: string
  readonly displayName: string | null
  readonly description: string | null
  readonly type: ResultType | null
  readonly tags: readonly string[] | null
  readonly storyText: readonly string[] | null
  readonly thumbnail: Asset | null
  readonly data: Asset | null
  readonly functionName: string | null
  readonly schema: ParameterSchema | null
}

/** Returns the metadata of the specimen in `folder`. @throws `metadata.invalid` or `schema.invalid`, naming the field */
export async function parseSpecimenFile(value: Json, folder: string, folderName: string): Promise<SpecimenFile> {
  if (!isJsonObject(value)) throw refuse('specimen.json', value, 'an object')
  const { id = folderName, data_file: dataFile, schema, story_text: story } = value
  if (!isId(id)) throw refuse('id', id, idRule)
  const functionName = readText(value, 'function_name')
  if ((functionName === null) === (dataFile === undefined || dataFile === null)) {
    throw refuse('specimen.json', value, 'either data_file (static) or function_name (dynamic)')
  }
  const type = readType(value)
  if (functionName === null && type === null) throw refuse('type', undefined, resultTypes.join(', '))
  return {
    id,
    displayName: readText(value, 'display_name'),
    description: readText(value, 'description'),
    type,
    tags: readTexts(value, 'tags'),
    storyText: typeof story === 'string' ? [story] : readTexts(value, 'story_text'),
    thumbnail: await readThumbnail(value, folder),
    data: functionName === null ? await findFile(folder, dataFile, 'data_file') : null,
    functionName,
    schema: schema === undefined || schema === null ? null : parseSchema(schema, 'schema'),
  }
}

/**
 * Returns the real path of a regular file that lies inside `folder`.
 * @throws `file.missing` when it does not exist or leads outside
 */
export async function resolveInside(folder: string, name: string): Promise<string> {
  const missing = (cause?: unknown): SpecimenError =>
    new SpecimenError('file.missing', `There is no file ${JSON.stringify(name)} inside the specimen's folder.`, { cause })
  if (isAbsolute(name) || name.includes('\0')) throw missing()
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, name))])
    if (path.startsWith(root + sep) && (await stat(path)).isFile()) return path
  } catch (cause) {
    throw missing(cause)
  }
  throw missing()
}

async function readThumbnail(value: JsonObject, folder: string): Promise<Asset | null> {
  const { thumbnail_file: file } = value
  return file === undefined || file === null ? null : await findFile(folder, file, 'thumbnail_file')
}

async function findFile(folder: string, name: Json | undefined, field: string): Promise<Asset> {
  if (typeof name !== 'string' || name === '') throw refuse(field, name, 'the name of a file in the folder of specimen.json')
  await resolveInside(folder, name)
  return { kind: 'file', folder, name }
}

function readType(value: JsonObject): ResultType | null {
  const { type } = value
  if (type === undefined || type === null) return null
  const known = resultTypes.find((name) => name === type)
  if (known === undefined) throw refuse('type', type, resultTypes.join(', '))
  return known
}

function readText(value: JsonObject, field: string): string | null {
  const text = value[field]
  if (text === undefined || text === null) return null
  if (typeof text !== 'string') throw refuse(field, text, 'a string')
  return text
}

function readTexts(value: JsonObject, field: string): string[] | null {
  const texts = value[field]
  if (texts === undefined || texts === null) return null
  if (!Array.isArray(texts)) throw refuse(field, texts, 'an array of strings')
  return texts.map((text: Json) => {
    if (typeof text !== 'string') throw refuse(field, text, 'an array of strings')
    return text
  })
}

function refuse(field: string, found: unknown, wanted: string): SpecimenError {
  return new SpecimenError('metadata.invalid', `${field}: found ${describe(found)}, wanted ${wanted}.`)
}
