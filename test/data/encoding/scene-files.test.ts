/** Scenes as files: what is written comes back. */
import { describe, expect, it, vi } from 'vitest'
import type { DataForm } from '../../../core/contract/domain/result/forms.ts'
import {
  type MeshResult,
  mapArrays,
  type PartType,
  type Result,
  type ScenePart,
  type SceneParts,
  type SceneResult,
  type VolumeResult,
} from '../../../core/contract/domain/result/result.ts'
import { decodeResultJson } from '../../../core/contract/wire/parse-result-json.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { anyScene } from '../../contract/wire/samples.ts'
import { isAtLength } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const runs = isAtLength ? 10_000 : 300
vi.setConfig({ testTimeout: 600_000 })
const anyPart: readonly PartType[] = ['mesh', 'point_cloud', 'lines', 'arrows', 'labels', 'image', 'volume']

async function write(scene: SceneResult, form: DataForm): Promise<Uint8Array> {
  const blob = await encodeForm(scene, { form, name: 'scene', axes: undefined })
  return new Uint8Array(await blob.arrayBuffer())
}

/** Returns a scene of the parts that a function can return, of some kinds. */
function pick(
  scene: SceneResult,
  types: readonly PartType[],
  fits: (mesh: MeshResult) => boolean = () => true,
): SceneResult {
  const parts = Object.entries(scene.parts).flatMap(([name, part]): [string, ScenePart][] => {
    if (!types.includes(part.type) || (part.type === 'volume' && part.shape.length !== 3)) return []
    if (part.type === 'volume') return [[name, toReturned(part)]]
    if (part.type !== 'mesh') return [[name, part]]
    if (!fits(part)) return []
    // The samples of the wire have indices beyond their vertices.
    const count = part.vertices.length / 3
    const indices = count === 0 ? new Uint32Array(0) : part.indices.map((index) => index % count)
    return [[name, { ...part, indices }]]
  })
  return { ...scene, parts: Object.fromEntries(parts) }
}

/** The samples of the wire have places that no function can return. */
function toReturned(part: VolumeResult): VolumeResult {
  const spacing = part.spacing?.map((length) => Math.abs(length) || 1)
  return { ...part, ...(spacing && { spacing }) }
}

describe('every random scene comes back whole', () => {
  it.each([
    ['glb', anyPart.slice(0, 5)],
    ['zip', anyPart],
    ['scene', anyPart],
  ] as const)('as %s', async (form, types) => {
    await fc.assert(
      fc.asyncProperty(anyScene, async (sample) => {
        const scene = pick(sample, types)
        const read = await decodeFile(await write(scene, form), `scene.${form}`)
        expect(read).toEqual(scene)
        if (read.type === 'scene') expect(Object.keys(read.parts)).toEqual(Object.keys(scene.parts))
      }),
      { numRuns: runs },
    )
  })
})

it('every random scene comes back whole as JSON, but for minus zeros', async () => {
  // They are 0 in JSON.
  const positive = (scene: Result): Result =>
    mapArrays(scene, (array) => (array instanceof Float32Array ? array.map((x) => x + 0) : array))
  await fc.assert(
    fc.asyncProperty(anyScene, async (sample) => {
      const scene = pick(sample, anyPart)
      const read = decodeResultJson(JSON.parse(new TextDecoder().decode(await write(scene, 'json'))))
      expect(positive(read)).toEqual(positive(scene))
    }),
    { numRuns: runs },
  )
})

/** Returns the corners of a mesh with their colours, but for triangles without three places. */
function listCorners({ vertices, indices, colors }: MeshResult): readonly (readonly number[])[] {
  const at = (corner: number): readonly number[] =>
    [...vertices.subarray(3 * corner, 3 * corner + 3)].map((x) => x + 0)
  const corners = Array.from({ length: indices.length / 3 }, (_, i) => [
    ...indices.subarray(3 * i, 3 * i + 3),
  ])
  return corners
    .filter((triangle) => new Set(triangle.map((corner) => at(corner).join())).size === 3)
    .flatMap((triangle) =>
      triangle.map((corner) => [...at(corner), ...(colors?.subarray(3 * corner, 3 * corner + 3) ?? [])]),
    )
}

function withoutColors({ colors: _, ...mesh }: MeshResult): MeshResult {
  return mesh
}

/** Returns what a 3MF holds of a part: its triangles, and all that is small. */
function toHeld(part: ScenePart): object {
  if (part.type !== 'mesh') return part
  const { vertices: _, indices: _indices, normals: _normals, scalars: _scalars, colors, ...small } = part
  const { valueName: _name, valueUnit: _unit, labels: _labels, ...kept } = small
  const isOfLook = part.look?.color !== undefined || colors === undefined
  const corners = listCorners(isOfLook ? withoutColors(part) : part)
  return { ...kept, corners }
}

it('every random scene of meshes comes back as 3MF: its triangles, colours, names, looks and places', async () => {
  await fc.assert(
    fc.asyncProperty(anyScene, async (sample) => {
      // An offset is multiplied by a place, whose numbers would have no end.
      const scene = pick(sample, ['mesh'], ({ offset = [0, 0, 0] }) =>
        offset.every((x) => Math.abs(x) < 1e200),
      )
      const read = await decodeFile(await write(scene, '3mf'), 'scene.3mf')
      if (read.type !== 'scene') throw new Error('It is no scene.')
      const { notes: _, parts, ...own } = read
      const { notes: _notes, parts: given, ...wanted } = scene
      expect(own).toEqual(wanted)
      const toAllHeld = (all: SceneParts) => Object.entries(all).map(([name, part]) => [name, toHeld(part)])
      expect(toAllHeld(parts)).toEqual(toAllHeld(given))
    }),
    { numRuns: runs },
  )
})
