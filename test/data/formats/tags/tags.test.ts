/** Walks the table of tags of every format: a file for each row, with the right values and where they come from. */
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { decodeFile, openFiles } from '../../../../core/data/formats/decode-file.ts'
import type { FolderFile } from '../../../../core/data/formats/format.ts'
import { tagTables } from '../../../../core/data/formats/tag-tables.ts'
import { toFolderFile } from '../files.ts'
import { readWasm } from '../read-wasm.ts'
import { bmpSamples } from './bmp.ts'
import { dicomSamples } from './dicom.ts'
import { gltfSamples } from './gltf.ts'
import { jpegSamples } from './jpeg.ts'
import { metaImageSamples } from './metaimage.ts'
import { mghSamples } from './mgh.ts'
import { pdbSamples, xyzSamples } from './molecules.ts'
import { niftiSamples } from './nifti.ts'
import { npySamples } from './npy.ts'
import { nrrdSamples } from './nrrd.ts'
import { objSamples } from './obj.ts'
import { omeSamples } from './ome-zarr.ts'
import { plySamples } from './ply.ts'
import { pngSamples } from './png.ts'
import type { SampleContent, TagSamples } from './sample.ts'
import { stlSamples } from './stl.ts'
import { freesurferSurfaceSamples, giftiSamples, offSamples, threeMfSamples } from './surfaces.ts'
import { tableSamples } from './table.ts'
import { tiffSamples } from './tiff.ts'
import { vtkSamples } from './vtk.ts'
import { webpSamples } from './webp.ts'

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
  DICOM: dicomSamples,
  NPY: npySamples,
  'OME-Zarr': omeSamples,
  PNG: pngSamples,
  TIFF: tiffSamples,
  JPEG: jpegSamples,
  WebP: webpSamples,
  BMP: bmpSamples,
  OFF: offSamples,
  XYZ: xyzSamples,
  PDB: pdbSamples,
  VTK: vtkSamples,
  GIFTI: giftiSamples,
  'FreeSurfer surface': freesurferSurfaceSamples,
  '3MF': threeMfSamples,
}

async function decode(content: SampleContent, name: string, notes: string[] = []): Promise<Result> {
  const options = { onNote: (note: string) => notes.push(note), readWasm }
  if (content instanceof Uint8Array) return await decodeFile(content, name, options)
  const files = isFileList(content)
    ? content
    : Object.entries(content).map(([path, bytes]) => toFolderFile(path, bytes))
  return await (await openFiles(files, options)).read(0)
}

function isFileList(content: SampleContent): content is readonly FolderFile[] {
  return Array.isArray(content)
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
    const sentence = says.replace('…', sample.value ?? '…')
    const decoding = decode(await sample.bytes(), sample.name, notes)
    if (treatment === 'refused') return await expect(decoding).rejects.toThrow(sentence)
    const { notes: said = [], ...result } = await decoding
    if (!sample.check) throw new Error(`The sample for ${tag} checks no values.`)
    sample.check(result)
    // Each file with several volumes says so; and what was found may follow a sentence in brackets.
    const found = notes.filter((note) => !note.startsWith('This is the first of')).map(cutBrackets)
    const others = (sample.notes ?? []).map((beginning) => expect.stringContaining(beginning))
    expect(found).toEqual(treatment === 'noted' ? [cutBrackets(sentence), ...others] : others)
    expect(said).toEqual(notes)
    if (treatment !== 'ignored') return
    if (!sample.without) throw new Error(`The sample for ${tag} has no file without it.`)
    const { notes: _same, ...plain } = await decode(await sample.without(), sample.name)
    expect(plain).toEqual(result)
  })
})

function cutBrackets(note: string): string {
  return note.replace(/ [(][^()]*[)][.]$/, '.')
}
