/** Files that are the parts of a scene, decoded one after the other within one limit. */
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { checkElements } from '../../../contract/domain/result/check-elements.ts'
import { boundNotes } from '../../../contract/domain/result/notes.ts'
import { parseResult } from '../../../contract/domain/result/parse-result.ts'
import type { Result, ScenePart } from '../../../contract/domain/result/result.ts'
import { unifyParts } from '../../../contract/domain/result/unify-parts.ts'
import { createDecodeContext, type DecodeOptions, type NotedContext } from '../decode-context.ts'
import { decodeTogether } from '../decode-file.ts'
import type { FolderFile } from '../format.ts'
import { refuse, toDamage } from '../refusal.ts'
import { listTar } from '../tar.ts'
import { sayAssumed, toSpace, withSaid } from './part-space.ts'
import { type PartOfFile, parsePartList, partListName } from './parts-archive.ts'
import { readNode } from './read-node.ts'

/**
 * Returns the scene of an archive of its files. Each part keeps its coordinates, and those in another unit or
 * other directions than the scene are placed in it. What a file does not state is said by `axes` of the part,
 * then by those of the scene; else that of the first part is assumed, with a note.
 * @throws `file.undecodable` and `format.unknown`, with the part and its file
 */
export async function decodeParts(bytes: Uint8Array, options: DecodeOptions): Promise<Result> {
  const [first, ...files] = listTar(bytes)
  if (first?.path !== partListName) throw refuse(`The archive must begin with ${partListName}.`)
  const { axes, parts, notes: found = [] } = parsePartList(await first.read())
  const whole = createDecodeContext(options)
  const named: (readonly [string, ScenePart])[] = []
  for (const [name, part] of parts)
    named.push([name, await ofPart(name, async () => await readPart(part, files, { options, whole }))])
  const said = toSpace(axes)
  const scene = unifyParts(Object.fromEntries(named), { said, refuse })
  const notes = [...found, ...(scene.notes ?? []), ...sayAssumed(named, said, scene)]
  const result = parseResult({ ...scene, ...(notes.length > 0 && { notes: boundNotes(notes) }) }, 'scene')
  checkElements(result)
  return result
}

/** The options of the decoding of a scene, and the context whose budgets all parts share. */
interface SceneDecoding {
  readonly options: DecodeOptions
  readonly whole: NotedContext
}

async function readPart(
  { file, node, axes, look, place }: PartOfFile,
  files: readonly FolderFile[],
  { options, whole }: SceneDecoding,
): Promise<ScenePart> {
  const { take, give, readHeld, step } = whole
  const context = { ...createDecodeContext(options), take, give, readHeld, step }
  const above = file.lastIndexOf('/') + 1
  const own = files
    .filter(({ path }) => path === file || path.startsWith(`${file}/`))
    .map((found) => ({ ...found, path: found.path.slice(above) }))
  const found = node === undefined ? await decodeTogether(own, context) : await readNode(own, node, context)
  const part: ScenePart = withSaid(requireSingle(found, file), axes, file)
  return { ...part, ...((look ?? part.look) && { look: { ...part.look, ...look } }), ...(place && { place }) }
}

function requireSingle(result: Result | ScenePart, file: string): ScenePart {
  if (result.type !== 'scene') return result
  throw refuse(`${JSON.stringify(file)} is a scene itself, and a part is none; name its parts one by one.`)
}

/** Adds the name of a part to any error of its file. */
async function ofPart<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = toDamage(error)
    throw new SpecimenError(code, `${name}: ${message}`, { cause: error })
  }
}
