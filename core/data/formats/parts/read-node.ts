import { boundNotes } from '../../../contract/domain/result/notes.ts'
import type { ScenePart } from '../../../contract/domain/result/result.ts'
import type { NotedContext } from '../decode-context.ts'
import { findFormat } from '../find-format.ts'
import { readFile } from '../find-together.ts'
import type { FolderFile } from '../format.ts'
import { openGltfNodes } from '../mesh/gltf/gltf-nodes.ts'
import { refuse } from '../refusal.ts'

/** Returns what the nodes of a name in a binary glTF show. @throws `file.undecodable` */
export async function readNode(
  files: readonly FolderFile[],
  node: string,
  context: NotedContext,
): Promise<ScenePart> {
  const [file] = files
  const bytes = file ? await readFile(file, context.byteLimit) : new Uint8Array(0)
  if (findFormat(bytes, '')?.name !== 'glTF binary')
    throw refuse('node is a name in a binary glTF (.glb), and the file is none; leave it out.')
  const part = openGltfNodes(bytes, context).read(node)
  const { notes } = context
  return notes.size > 0 ? { ...part, notes: boundNotes([...(part.notes ?? []), ...notes]) } : part
}
