/** Archives of a scene: `scene.json`, and a file of each part, which this program wrote. */
import {
  listBlocks,
  type PartResult,
  partTypes,
  type Result,
  type SceneResult,
} from '../../../contract/domain/result/result.ts'
import { partCount } from '../../../contract/domain/result/scene.ts'
import { describe } from '../../../contract/text/describe.ts'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../contract/values/json.ts'
import { envelopeFormat } from '../envelope-format.ts'
import type { FileContext, FormatReader, VolumeSeries } from '../format.ts'
import { pngFormat } from '../image/png/png-format.ts'
import { gltfFormat } from '../mesh/gltf/gltf-format.ts'
import { tableFormat } from '../mesh/table/table-format.ts'
import { refuse } from '../refusal.ts'
import { nrrdFormat } from '../volume/nrrd/nrrd-format.ts'
import { listZip, readZipEntry, type ZipEntry } from '../zip.ts'

const version = 1
const indexName = 'scene.json'
/** Formats of parts by the endings of their names. */
const readers: { readonly [ending: string]: () => Promise<FormatReader> } = {
  '.nrrd': nrrdFormat.load,
  '.png': pngFormat.load,
  '.csv': tableFormat.load,
  '.glb': gltfFormat.load,
  '.scene': envelopeFormat.load,
}

/** Returns the scene of an archive, unchecked. @throws `file.undecodable` for one whose index lies */
export async function decodeSceneZip(bytes: Uint8Array, context: FileContext): Promise<SceneResult> {
  const entries = new Map(listZip(bytes).map((entry) => [entry.path, entry]))
  const index = entries.get(indexName)
  if (!index) throw refuse(`There is no ${indexName} in its archive.`)
  const text = new TextDecoder().decode((await readZipEntry(index, context)).slice())
  const json = parseJson(text, `Its ${indexName}`)
  if (!isJsonObject(json)) throw refuse(`${indexName} must be an object (got ${describe(json)}).`)
  if (json.version !== version)
    throw refuse(`The version of ${indexName} must be ${version} (got ${describe(json.version)}).`)
  const { unit, orientation, notes, parts: listed } = json
  if (!isJsonArray(listed) || listed.length > partCount)
    throw refuse(`parts must be an array of at most ${partCount} parts (got ${describe(listed)}).`)
  const parts = new Map<string, object>()
  for (const [i, entry] of listed.entries()) {
    const part = readEntry(entry, i)
    if (parts.has(part.name)) throw refuse(`Each part must have a name of its own (got ${part.name} twice).`)
    parts.set(part.name, await decodePart(part, entries, context))
  }
  const scene: unknown = { type: 'scene', unit, orientation, notes, parts: Object.fromEntries(parts) }
  return scene as SceneResult // whoever decodes a file checks it
}

/** A part as the index names it. */
interface IndexedPart {
  readonly name: string
  readonly kind: Json | undefined
  readonly file: string
  /** Its members but the arrays, with look and place. */
  readonly members: JsonObject
}

function readEntry(entry: Json, i: number): IndexedPart {
  if (!isJsonObject(entry)) throw refuse(`parts[${i}] must be an object (got ${describe(entry)}).`)
  const { name, kind, file, look, place, members = {} } = entry
  if (typeof name !== 'string')
    throw refuse(`The name of parts[${i}] must be a text (got ${describe(name)}).`)
  if (typeof file !== 'string')
    throw refuse(`${name}: file must be the name of a file (got ${describe(file)}).`)
  if (!isJsonObject(members)) throw refuse(`${name}: members must be an object (got ${describe(members)}).`)
  const sight = { ...(look !== undefined && { look }), ...(place !== undefined && { place }) }
  return { name, kind, file, members: { ...members, ...sight } }
}

async function decodePart(
  { name, kind, file, members }: IndexedPart,
  entries: ReadonlyMap<string, ZipEntry>,
  context: FileContext,
): Promise<object> {
  const type = partTypes.find((known) => known === kind)
  if (type === undefined)
    throw refuse(`${name}: kind must be one of ${partTypes.join(', ')} (got ${describe(kind)}).`)
  const entry = entries.get(file)
  const ending = /[.]\w+$/.exec(file)?.[0] ?? ''
  const load = Object.hasOwn(readers, ending) ? readers[ending] : undefined
  if (!entry) throw refuse(`${name}: there is no file ${describe(file)} in its archive.`)
  if (!load)
    throw refuse(`${name}: a part is a file of ${Object.keys(readers).join(', ')} (got ${describe(file)}).`)
  const { decode } = await load()
  const content = await readZipEntry(entry, context)
  // What the file of a volume does not say of its place stands in the index.
  const onNote = ending === '.nrrd' ? () => {} : context.onNote
  const found = takePart(await decode(content, { ...context, onNote, name: file }), { name, file, ending })
  if (found.type !== type) throw refuse(`${name}: ${file} must hold ${type} (got ${found.type}).`)
  const arrays = listBlocks(found).flatMap((block) =>
    block.form === 'columns' ? [] : [[block.name, block.array] as const],
  )
  const columns = found.type === 'table' ? { columns: found.columns } : {}
  const offset = found.type === 'labels' && found.offset ? { offset: found.offset } : {}
  return { ...offset, ...members, type, ...columns, ...Object.fromEntries(arrays) }
}

/** A file of an archive. */
interface NamedFile {
  readonly name: string
  readonly file: string
  readonly ending: string
}

/** Returns the one part of a file. A scene that another program has saved again may have other lengths. */
function takePart(found: Result | VolumeSeries, { name, file, ending }: NamedFile): PartResult {
  if (!('type' in found)) throw refuse(`${name}: ${file} must hold one volume (got ${found.count}).`)
  const isOfScene = ending === '.glb' || ending === '.scene'
  if (found.type !== 'scene') {
    if (!isOfScene) return found
    throw refuse(`${name}: ${file} is not as it was written; open it by itself.`)
  }
  const [only, ...others] = Object.values(found.parts)
  if (only && others.length === 0 && isOfScene) return only
  throw refuse(`${name}: ${file} must hold one part (got ${Object.keys(found.parts).length}).`)
}
