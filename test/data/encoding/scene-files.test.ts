/** Scenes as files: what is written comes back. */
import { describe, expect, it } from 'vitest'
import type { DataForm } from '../../../core/contract/domain/result/forms.ts'
import type { PartType, SceneResult, VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { anyScene } from '../../contract/wire/samples.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const anyPart: readonly PartType[] = ['mesh', 'point_cloud', 'lines', 'arrows', 'labels', 'image', 'volume']

async function write(scene: SceneResult, form: DataForm): Promise<Uint8Array> {
  const blob = await encodeForm(scene, { form, name: 'scene', axes: undefined })
  return new Uint8Array(await blob.arrayBuffer())
}

/** Returns a scene of the parts that a function can return, of some kinds. */
function pick(scene: SceneResult, types: readonly PartType[]): SceneResult {
  const parts = Object.entries(scene.parts).flatMap(([name, part]) => {
    if (!types.includes(part.type) || (part.type === 'volume' && part.shape.length !== 3)) return []
    if (part.type === 'volume') return [[name, toReturned(part)] as const]
    if (part.type !== 'mesh') return [[name, part] as const]
    // The samples of the wire have indices beyond their vertices.
    const count = part.vertices.length / 3
    const indices = count === 0 ? new Uint32Array(0) : part.indices.map((index) => index % count)
    return [[name, { ...part, indices }] as const]
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
      { numRuns: countRuns(3000) },
    )
  })
})
