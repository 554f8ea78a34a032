import { SpecimenError } from '../../contract/domain/errors.ts'
import { type ResultType, resultTypes } from '../../contract/domain/result/result.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import { type Asset, type FileScene, idRule, isId } from '../../contract/domain/specimen.ts'
import { parseWrittenSchema } from '../../contract/schema/compiled/written-schema.ts'
import { describe } from '../../contract/text/describe.ts'
import { pickWords, type Words, wordNames } from '../../contract/text/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../../contract/values/json.ts'
import type { Confinement } from '../files/open-inside.ts'
import { checkWords } from './check-words.ts'
import { type FoundFile, findData, findFile } from './data-file.ts'
import { findMisspelt } from './misspelt-members.ts'
import { type FoundParts, findParts } from './part-files.ts'

const listLength = 1000

/**
 * The metadata file of a specimen (`specimen.json`), parsed. A null member was not given and comes from the
 * function or the folder. Files it names lie inside the specimen's own folder, links followed.
 */
export interface SpecimenFile {
  readonly id: string
  readonly displayName: string | null
  readonly description: string | null
  readonly type: ResultType | null
  readonly tags: readonly string[] | null
  readonly storyText: readonly string[] | null
  readonly thumbnail: Asset | null
  readonly data: Asset | null
  /** Set where the data are several files, each a part of a scene. */
  readonly scene?: FileScene | undefined
  /** Sentences on what a look at the data found to be left out, or assumed. */
  readonly notes?: readonly string[]
  readonly functionName: string | null
  readonly schema: ParameterSchema | null
  readonly words?: Words
  /** As they were written: the schema that they must fit may be the function's. */
  readonly presets?: Json
  /** The reasons for what is left out: a thumbnail, an author's words, and members with misspelt names. */
  readonly omissions: readonly SpecimenError[]
}

/** Returns the metadata of a folder; an empty string is an absent value. @throws naming the field */
export async function parseSpecimenFile(
  given: Json,
  confinement: Confinement,
  folderName: string,
): Promise<SpecimenFile> {
  if (!isJsonObject(given)) throw fieldError('specimen.json', given, 'an object')
  const value: JsonObject = Object.fromEntries(
    Object.entries(given).filter(([, member]) => member !== '' && member !== null),
  )
  const { id = folderName, data_file: dataFile, parts, schema, story_text: story } = value
  if (!isId(id)) throw fieldError('id', id, idRule)
  const misspelt = findMisspelt(value)
  const functionName = readText(value, 'function_name')
  if ([functionName ?? undefined, dataFile, parts].filter((source) => source !== undefined).length !== 1) {
    const wanted = 'an object with one of data_file or parts (static), or function_name (dynamic)'
    const { message } = fieldError('specimen.json', value, wanted)
    throw new SpecimenError('metadata.invalid', [message, ...misspelt.map((each) => each.message)].join(' '))
  }
  const type = readType(value) ?? (parts === undefined ? null : 'scene')
  if (parts !== undefined && type !== 'scene') throw fieldError('type', type, 'scene, as parts are one')
  if (functionName === null && type === null)
    throw fieldError('type', undefined, `one of ${resultTypes.join(', ')}`)
  const { thumbnail, omission } = await readThumbnail(value, confinement)
  const { words, faults } = checkWords(pickWords(value), 'specimen.json')
  const found: FoundData =
    parts !== undefined
      ? await findParts(parts, { confinement, id, axes: words.axes })
      : dataFile !== undefined
        ? await findData(confinement, dataFile, type)
        : noData
  const { data, notes, scene } = found
  return {
    id,
    displayName: readText(value, 'display_name'),
    description: readText(value, 'description'),
    type,
    tags: readTexts(value, 'tags'),
    storyText: typeof story === 'string' ? [story] : readTexts(value, 'story_text'),
    thumbnail,
    data,
    scene,
    notes,
    functionName,
    schema: schema === undefined ? null : parseWrittenSchema(schema, 'The schema'),
    words,
    ...(value.presets !== undefined && { presets: value.presets }),
    omissions: [
      ...(omission ? [omission] : []),
      ...faults,
      ...listNoTexts(value),
      ...(found.faults ?? []),
      ...misspelt,
    ],
  }
}

/** Returns the faults of an author's words that are no texts. */
function listNoTexts(value: JsonObject): readonly SpecimenError[] {
  return wordNames.flatMap((name) => {
    const word = value[name]
    if (word === undefined || typeof word === 'string') return []
    const detail = `${name} must be a text (got ${describe(word)}). The specimen is served without it.`
    return [new SpecimenError('metadata.invalid', detail)]
  })
}

/** The data of a specimen with what was noted of them; null for a dynamic one. */
type FoundData = Pick<SpecimenFile, 'data'> & Pick<FoundFile, 'notes'> & Partial<Omit<FoundParts, 'data'>>

const noData: FoundData = { data: null, notes: [] }

/** A specimen is worth showing without its picture. */
async function readThumbnail(
  { thumbnail_file: file }: JsonObject,
  confinement: Confinement,
): Promise<{
  readonly thumbnail: Asset | null
  readonly omission: SpecimenError | null
}> {
  if (file === undefined) return { thumbnail: null, omission: null }
  try {
    return { thumbnail: await findFile(confinement, file, 'thumbnail_file'), omission: null }
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    if (error.code === 'system.failed')
      return { thumbnail: { kind: 'file', ...confinement, name: String(file) }, omission: error }
    if (error.code !== 'file.missing') throw error
    const detail = `${error.message} The specimen is served without its thumbnail.`
    return { thumbnail: null, omission: new SpecimenError('file.missing', detail, { cause: error.cause }) }
  }
}

function readType(value: JsonObject): ResultType | null {
  const { type } = value
  if (type === undefined) return null
  const known = resultTypes.find((name) => name === type)
  if (known === undefined) throw fieldError('type', type, `one of ${resultTypes.join(', ')}`)
  return known
}

function readText(value: JsonObject, field: string): string | null {
  const text = value[field]
  if (text === undefined) return null
  if (typeof text !== 'string') throw fieldError(field, text, 'a string')
  return text
}

function readTexts(value: JsonObject, field: string): string[] | null {
  const texts = value[field]
  if (texts === undefined) return null
  if (!Array.isArray(texts)) throw fieldError(field, texts, 'an array of strings')
  if (texts.length > listLength) {
    const detail = `${field} must have at most ${listLength} entries (got ${texts.length}); take some out.`
    throw new SpecimenError('metadata.invalid', detail)
  }
  return texts.map((text: Json) => {
    if (typeof text !== 'string') throw fieldError(field, text, 'an array of strings')
    return text
  })
}

function fieldError(field: string, found: unknown, wanted: string): SpecimenError {
  return new SpecimenError('metadata.invalid', `${field} must be ${wanted} (got ${describe(found)}).`)
}
