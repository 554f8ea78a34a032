/** The nodes of a binary glTF as parts of a scene. */
import { requirePartNames } from '../../contract/domain/result/read-parts.ts'
import type { PartType } from '../../contract/domain/result/result.ts'
import { isPartName, titleLength } from '../../contract/domain/result/scene.ts'
import { listShortly } from '../../contract/schema/issue-words.ts'
import { describe } from '../../contract/text/describe.ts'
import { suggestName } from '../../contract/text/suggest.ts'
import type { GltfOutline } from '../../data/formats/mesh/gltf/gltf-outline.ts'
import type { PartList } from '../../data/formats/parts/parts-archive.ts'
import { closeFile, readAt } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { invalidError, prefixed } from './part-errors.ts'

/** Nodes of a file as parts, and what is said of others. */
export interface ListedNodes {
  readonly parts: PartList['parts']
  readonly notes: readonly string[]
}

/** Returns the nodes of a file as parts, each under a name that is one, with its own as the title. */
export async function listNodes(confinement: Confinement, file: string): Promise<ListedNodes> {
  const wanted = 'parts must be an object of files by part, or the name of a .glb whose nodes are the parts'
  if (!/[.]glb$/i.test(file)) throw invalidError(`${wanted} (got ${describe(file)}).`)
  const { names, empty } = await openOutline(confinement, file).catch((error: unknown) => {
    throw prefixed('parts', error)
  })
  if (names.length === 0) throw invalidError(`parts: no node of ${describe(file)} shows anything.`)
  const taken = new Set<string>()
  const parts = names.map((node): PartList['parts'][number] => {
    const name = toPartName(node, taken)
    taken.add(name.toLowerCase())
    return [
      name,
      { file, node, ...(name !== node && { look: { title: node.slice(0, titleLength).toWellFormed() } }) },
    ]
  })
  requirePartNames(
    parts.map(([name]) => name),
    (detail) => invalidError(`parts: ${detail} Name those to be shown, each with its file and node.`),
  )
  const quoted = listShortly(empty, (name) => describe(name))
  return { parts, notes: empty.length > 0 ? [`Nodes that show nothing are left out: ${quoted}.`] : [] }
}

const longestName = 64

/** Returns the name of a part for that of a node, which may be any text; none of those that are taken. */
function toPartName(node: string, taken: ReadonlySet<string>): string {
  const plain = node.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^[_-]+|_+$/g, '') || 'node'
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : `-${count}`
    const name = plain.slice(0, longestName - ending.length) + ending
    if (isPartName(name) && !taken.has(name.toLowerCase())) return name
  }
}

/**
 * Returns the kind of what a node shows.
 * @throws `metadata.invalid` for one that is none, or shows nothing
 */
export async function findNodeType(confinement: Confinement, file: string, node: string): Promise<PartType> {
  const { all, typeOf } = await openOutline(confinement, file)
  const type = typeOf(node)
  if (type) return type
  if (all.includes(node))
    throw invalidError(
      `node ${describe(node)} of ${JSON.stringify(file)} shows nothing; name one with a mesh.`,
    )
  const near = suggestName(node, all)
  const remedy = near === null ? `it has ${listShortly(all, String)}.` : `did you mean ${describe(near)}?`
  throw invalidError(`node must be one of ${JSON.stringify(file)} (got ${describe(node)}); ${remedy}`)
}

async function openOutline(confinement: Confinement, file: string): Promise<GltfOutline> {
  const opened = await openInside(confinement, file)
  try {
    const { readGltfOutline } = await import('../../data/formats/mesh/gltf/gltf-outline.ts')
    return await readGltfOutline(
      async (start, byteLength) => await readAt(opened, file, { start, byteLength }),
    )
  } catch (error) {
    throw prefixed(JSON.stringify(file), error)
  } finally {
    closeFile(opened)
  }
}
