/** A reader names tags of its table: another name is an error of types, which `tsc` finds in this file. */
import { describe, expect, it } from 'vitest'
import { gltfTags } from '../../../../core/data/formats/mesh/gltf/gltf-tags.ts'
import { stlTags } from '../../../../core/data/formats/mesh/stl/stl-tags.ts'
import { createTagReader } from '../../../../core/data/formats/mesh/tag-reader.ts'
import {
  applyFoundTag,
  applyTag,
  refuseTag,
  sayTag,
  type TagTable,
} from '../../../../core/data/formats/tag-table.ts'
import { tiffTags } from '../../../../core/data/formats/tiff/tiff-tags.ts'
import { niftiTags } from '../../../../core/data/formats/volume/nifti/nifti-tags.ts'

describe('the name of a tag', () => {
  const notes: string[] = []
  const context = { onNote: (note: string) => notes.push(note) }
  const wide: TagTable = stlTags

  it('is one of its table where a reader names it, and else an error of types', () => {
    applyTag(stlTags, 'bytes behind', context)
    createTagReader(gltfTags, context).meet('KHR_gaussian_splatting')
    applyTag(niftiTags, 'intent_code = 1002', context)
    // @ts-expect-error: no row has this tag.
    applyTag(stlTags, 'bytes behnd', context)
    // @ts-expect-error: nor this one.
    createTagReader(gltfTags, context).meet('animation')
    // @ts-expect-error: nor this one, though other intents have rows by their number.
    applyTag(niftiTags, 'intent_code = label', context)
    // @ts-expect-error: a row of rows that are made from a list.
    applyTag(tiffTags, '259 Compression = LZW', context)
    // @ts-expect-error: a table that does not say its names.
    applyTag(wide, 'bytes behind', context)
    // @ts-expect-error: for refusals too.
    expect(refuseTag(stlTags, 'UTF-8').message).toBe('UTF-8')
    // @ts-expect-error: and for their sentences.
    expect(sayTag(gltfTags, 'buffer.url')).toBe('buffer.url')
  })

  it('may be any where it stands in the file', () => {
    notes.length = 0
    applyFoundTag(stlTags, 'mystery', context)
    createTagReader(gltfTags, context).meetFound('MYSTERY')
    expect(notes).toEqual([
      'mystery is unknown to this reader of STL and is left out.',
      'MYSTERY is unknown to this reader of glTF binary and is left out.',
    ])
  })
})
