/** Binary glTF 2.0 (Khronos). Own code: three's loader needs a page, and fetches addresses in the file. */
import type { SceneResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { type GltfContent, openGltf, readContent } from './gltf-content.ts'
import { listGltfNodes, meetNamedNodes } from './gltf-nodes.ts'
import { readOwnGltf } from './gltf-own.ts'
import { readOwnScene } from './gltf-own-scene.ts'
import { readScene } from './gltf-scene.ts'
import { gltfTags } from './gltf-tags.ts'

/** Its decoder, and the tags by which it works. */
export const gltfReader: FormatReader = { decode: decodeGlb, tags: gltfTags }

function decodeGlb(bytes: Uint8Array, context: DecodeContext): GltfContent | SceneResult {
  const open = openGltf(bytes, context)
  const scene = readOwnScene(open)
  if (scene) return scene
  meetNamedNodes(listGltfNodes(open), open)
  const own = readOwnGltf(open.json)
  return readContent(readScene(open.json, open.meet, own?.still), open, own)
}
