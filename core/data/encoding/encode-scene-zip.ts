/** Scenes as archives: each part in a form that others read, and what these have no place for. */
import {
  listParts,
  type ScenePart,
  type SceneResult,
  toSmallMembers,
} from '../../contract/domain/result/result.ts'
import { defaultDisplay } from '../../contract/look/display.ts'
import type { Json, JsonObject } from '../../contract/values/json.ts'
import { encodeBlocks } from './encode-blocks.ts'
import { encodeCsv } from './encode-csv.ts'
import { encodeGlbScene } from './encode-glb-scene.ts'
import { encodeNrrd } from './encode-head.ts'
import { encodePng } from './encode-png.ts'
import type { FileWords } from './file-words.ts'
import { joinPieces } from './join-pieces.ts'
import { type PackedFile, zipStored } from './zip-stored.ts'

/** Readers of text keep such coordinates beside an offset. */
const largeCoordinate = 2 ** 16
/** The file of an archive that names the others. */
const indexName = 'scene.json'
const provenanceName = 'provenance.json'

/**
 * Returns the parts of a zip: `scene.json` and a file of each part, stored as they are. Its members stand in
 * `scene.json`, so that the files need to have no more than the arrays.
 */
export async function encodeSceneZip(scene: SceneResult, words: FileWords): Promise<readonly Uint8Array[]> {
  const { parts, ...own } = scene
  const files: PackedFile[] = []
  const entries: JsonObject[] = []
  for (const [name, part] of listParts(parts)) {
    const { ending, bytes } = await encodePart({ ...own, parts: { [name]: toShown(part) } }, name, words)
    const { type: kind, ...members } = toSmallMembers(part)
    const { look, place } = part
    files.push({ name: name + ending, parts: bytes })
    // Other programs read rows, and this one the whole.
    if (part.type === 'table')
      files.push({ name: `${name}.csv`, parts: joinPieces((piece) => encodeCsv(part, piece)) })
    const more: { readonly [name: string]: Json } = {
      ...(look && { look }),
      ...(place && { place }),
      members,
    }
    entries.push({ name, kind: kind ?? part.type, file: name + ending, ...more })
  }
  const text = JSON.stringify({ ...own, version: 1, parts: entries }, null, 2)
  const { provenance } = words
  const traced = provenance === undefined ? [] : [toTextFile(provenanceName, provenance)]
  return zipStored([toTextFile(indexName, text), ...traced, ...files], 1)
}

function toTextFile(name: string, text: string): PackedFile {
  return { name, parts: [new TextEncoder().encode(text)] }
}

/** A part as a file. */
interface PartFile {
  /** The ending of its name. */
  readonly ending: string
  readonly bytes: readonly Uint8Array[]
}

/** Returns the file of the one part of a scene: where no form of others holds its arrays whole, a scene. */
async function encodePart(scene: SceneResult, name: string, words: FileWords): Promise<PartFile> {
  const part = scene.parts[name]
  const { unit, orientation } = scene
  const ends = orientation === undefined ? {} : { orientation }
  switch (part?.type) {
    case 'volume':
      if (part.shape.length !== 3) break
      return {
        ending: part.labels ? '.seg.nrrd' : '.nrrd',
        // Axes that are tilted have ends of their own.
        bytes: encodeNrrd({ ...(unit && { unit }), ...(!part.direction && ends), ...part }),
      }
    case 'image':
      return { ending: '.png', bytes: await encodePng(part) }
    case 'labels':
      // A table adds the offset to its numbers, and has no place for control characters.
      if (part.offset || part.points.length === 0 || part.texts.some(hasControls)) break
      // Readers of tables take an offset off large ones.
      if (part.points.some((coordinate) => Math.abs(coordinate) >= largeCoordinate)) break
      return { ending: '.csv', bytes: joinPieces((piece) => encodeCsv(part, piece)) }
    case 'mesh':
    case 'point_cloud':
    case 'lines':
    case 'arrows':
      return { ending: '.glb', bytes: await encodeGlbScene(scene, name, words.display ?? defaultDisplay) }
  }
  return { ending: '.scene', bytes: encodeBlocks(scene) }
}

function hasControls(text: string): boolean {
  return /(?!\n)\p{Cc}/u.test(text)
}

/** Returns a part as its file shows it: in its own coordinates, and never hidden. */
function toShown({ look, place: _, ...part }: ScenePart): ScenePart {
  if (!look) return part
  const { hidden: _hidden, ...shown } = look
  return { ...part, look: shown }
}
