/** Files that were changed, cut, or are anything at all: a valid result or a refusal, soon, and nothing else. */

import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { checkElements } from '../../../core/contract/domain/result/check-elements.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import { measureResult } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { readDicomFiles, readKnownFiles, readSpecimen } from './files.ts'
import { readWasm } from './read-wasm.ts'
import { gltfSamples } from './tags/gltf.ts'
import { plySamples } from './tags/ply.ts'
import type { TagSamples } from './tags/sample.ts'

/** The same changes each time; others with `FUZZ_SEED=… FUZZ_RUNS=1000`. */
const { FUZZ_SEED = '11', FUZZ_RUNS = 60 } = process.env
const byteLimit = 2 ** 24

/** Decodes bytes of any sort: a result that holds, within the limit, or a refusal, and nothing else. */
async function decodeAny(bytes: Uint8Array, name: string): Promise<void> {
  try {
    const result = await decodeFile(bytes, name, { byteLimit, readWasm })
    checkElements(parseResult(result, result.type))
    expect(measureResult(result)).toBeLessThanOrEqual(byteLimit)
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    expect(['file.undecodable', 'format.unknown']).toContain(error.code)
    expect(error.message.length).toBeLessThan(1000)
  }
}

const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  // Headers are where sizes stand.
  isNearStart: fc.boolean(),
  bytes: fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.constantFrom(...edges())),
})

function edges(): Uint8Array[] {
  return [
    [0],
    [0xff],
    [0x7f],
    [0xff, 0xff, 0xff, 0xff],
    [0, 0, 0, 0x80],
    [0xff, 0xff, 0xff, 0x7f],
    [57, 57, 57],
  ].map((values) => Uint8Array.from(values))
}

/** Files by hand with what no other program's file has. */
const byHand: { readonly [name: string]: readonly [samples: TagSamples, tag: string] } = {
  'skin.glb': [gltfSamples, 'skin'],
  'morph.glb': [gltfSamples, 'mesh.weights'],
  'instances.glb': [gltfSamples, 'EXT_mesh_gpu_instancing'],
  'sparse.glb': [gltfSamples, 'accessor.sparse'],
  'strips.ply': [plySamples, 'tristrips'],
  'large.ply': [plySamples, 'x y z'],
}

describe('a file that was changed or cut is a valid result or is refused', () => {
  const samples = [
    ...readKnownFiles(),
    ...readDicomFiles(),
    { name: 'bunny.stl', bytes: readSpecimen('stanford-bunny/bunny.stl') },
  ].filter(({ name }) => !/^volume-(u?int(8|32)|float32)/.test(name))
  for (const { name, bytes } of samples) fuzz(name, async () => bytes)
  for (const [name, [known, tag]] of Object.entries(byHand))
    fuzz(name, async () => {
      const content = await known[tag]?.bytes()
      if (content instanceof Uint8Array) return content
      throw new Error(`${name} has no sample for ${tag} that is one file.`)
    })

  function fuzz(name: string, readBytes: () => Promise<Uint8Array>): void {
    it(name, async () => {
      const bytes = await readBytes()
      const changes = fc.asyncProperty(
        fc.array(mutation, { minLength: 1, maxLength: 6 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: 1 }),
        async (mutations, part) => {
          const changed = bytes.slice(0, Math.ceil(bytes.length * part))
          for (const { at, isNearStart, bytes: values } of mutations) {
            const reach = isNearStart ? Math.min(changed.length, 400) : changed.length
            changed.set(
              values.subarray(0, Math.max(0, changed.length - Math.floor(at * reach))),
              Math.floor(at * reach),
            )
          }
          await decodeAny(changed, name)
        },
      )
      await fc.assert(changes, { seed: Number(FUZZ_SEED), numRuns: Number(FUZZ_RUNS) })
    })
  }

  it('also when the bytes are anything at all, under each name', async () => {
    const names = [
      'a.stl',
      'a.obj',
      'a.ply',
      'a.glb',
      'a.nrrd',
      'a.nii',
      'a.npy',
      'a.mha',
      'a.mgh',
      'a.png',
      'a.jpg',
      'a.tif',
      'a.dcm',
      'a.webp',
      'a.bmp',
      'a.csv',
      'a.envelope',
    ]
    const property = fc.asyncProperty(
      fc.constantFrom(...names),
      fc.uint8Array({ maxLength: 400 }),
      async (name, bytes) => decodeAny(bytes, name),
    )
    await fc.assert(property, { seed: Number(FUZZ_SEED), numRuns: 10 * Number(FUZZ_RUNS) })
  })
})
