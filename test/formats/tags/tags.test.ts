/** Walks the table of tags of every format: a file for each row, with the right values and where they come from. */
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/domain/result/result.ts'
import type { DecodeOptions } from '../../../core/formats/decode-context.ts'
import { decodeFile, openFiles } from '../../../core/formats/decode-file.ts'
import { tagTables } from '../../../core/formats/tag-tables.ts'
import { gltfSamples } from './gltf.ts'
import { metaImageSamples } from './metaimage.ts'
import { mghSamples } from './mgh.ts'
import { niftiSamples } from './nifti.ts'
import { npySamples } from './npy.ts'
import { nrrdSamples } from './nrrd.ts'
import { objSamples } from './obj.ts'
import { omeSamples } from './ome-zarr.ts'
import { plySamples } from './ply.ts'
import type { SampleContent, TagSamples } from './sample.ts'
import { stlSamples } from './stl.ts'
import { freesurferSurfaceSamples, giftiSamples, offSamples, threeMfSamples } from './surfaces.ts'
import { tableSamples } from './table.ts'
import { vtkSamples } from './vtk.ts'

const samples: { readonly [format: string]: TagSamples } = {
  'glTF binary': gltfSamples,
  PLY: plySamples,
  STL: stlSamples,
  OBJ: objSamples,
  CSV: tableSamples,
  NRRD: nrrdSamples,
  NIfTI: niftiSamples,
  MetaImage: metaImageSamples,
  MGH: mghSamples,
  NPY: npySamples,
  'OME-Zarr': omeSamples,
  OFF: offSamples,
  VTK: vtkSamples,
  GIFTI: giftiSamples,
  'FreeSurfer surface': freesurferSurfaceSamples,
  '3MF': threeMfSamples,
}

async function decode(content: SampleContent, name: string, options: DecodeOptions = {}): Promise<Result> {
  if (content instanceof Uint8Array) return await decodeFile(content, name, options)
  const { read } = await openFiles(content, options)
  return await read(0)
}

describe.each(tagTables)('the tags of $format', ({ format, rows }) => {
  const known = samples[format] ?? {}

  it('have a sample each, and no tag stands twice', () => {
    expect(Object.keys(known).sort()).toEqual(rows.map(({ tag }) => tag).sort())
  })

  it.each(rows)('$tag is $treatment', async ({ tag, treatment, says }) => {
    expect.hasAssertions()
    const sample = known[tag]
    if (!sample) throw new Error(`There is no sample for ${tag}.`)
    const notes: string[] = []
    const decoding = decode(await sample.bytes(), sample.name, {
      // Said of any file with several volumes.
      onNote: (note) => note.startsWith('This is the first of') || notes.push(note),
    })
    if (treatment === 'refused') return await expect(decoding).rejects.toThrow(says)
    const { notes: said = [], ...result } = await decoding
    if (!sample.check) throw new Error(`The sample for ${tag} checks no values.`)
    sample.check(result)
    expect(notes).toEqual(treatment === 'noted' ? [says] : [])
    expect(said).toEqual(notes)
    // What was found may follow in brackets.
    expect(notes.map((note) => note.replace(/ [(][^()]*[)][.]$/, '.'))).toEqual(
      treatment === 'noted' ? [says.replace(/ [(][^()]*[)][.]$/, '.')] : [],
    )
    if (treatment !== 'ignored') return
    if (!sample.without) throw new Error(`The sample for ${tag} has no file without it.`)
    expect(await decode(await sample.without(), sample.name)).toEqual(result)
  })
})
