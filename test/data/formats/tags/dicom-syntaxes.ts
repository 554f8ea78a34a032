import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { syntaxRows } from '../../../../core/data/formats/dicom/transfer-syntaxes.ts'
import { type DicomForm, picture, toDicom } from '../dicom/build-dicom.ts'
import { grey12, greys, lossyValues } from '../dicom/pictures.ts'
import type { TagSample, TagSamples } from './sample.ts'

const byHand = 'PS3.5, chapters 7 and A'
const loss = 'The picture was compressed with loss'

/** Samples of the transfer syntaxes: by hand, or compressed by dcmtk 3.6.7 and gdcm 3.0.21. */
export const dicomSyntaxSamples: TagSamples = {
  ...read('1.2.840.10008.1.2', plain({ isImplicit: true, syntax: '1.2.840.10008.1.2' })),
  ...read('1.2.840.10008.1.2.1', plain({})),
  ...read('1.2.840.10008.1.2.1.99', compressed('deflated.dcm', grey12, 'dcmconv +td of dcmtk 3.6.7')),
  ...read('1.2.840.10008.1.2.2', plain({ isBigEndian: true, syntax: '1.2.840.10008.1.2.2' })),
  ...read('1.2.840.10008.1.20', plain({ isImplicit: true, syntax: '1.2.840.10008.1.20' })),
  ...read('1.2.840.10008.1.2.5', compressed('grey12-rle.dcm', grey12, 'dcmcrle of dcmtk 3.6.7')),
  ...read('1.2.840.10008.1.2.4.50', lossy('bytes-baseline', 1)),
  ...read('1.2.840.10008.1.2.4.51', lossy('bytes-extended', 1)),
  ...read(
    '1.2.840.10008.1.2.4.57',
    compressed('predictor-5.dcm', grey12, 'dcmcjpeg +el +sv 5 of dcmtk 3.6.7'),
  ),
  ...read('1.2.840.10008.1.2.4.70', compressed('grey12-lossless.dcm', grey12, 'dcmcjpeg +e1 of dcmtk 3.6.7')),
  ...read('1.2.840.10008.1.2.4.80', compressed('grey12-jpegls.dcm', grey12, 'dcmcjpls of dcmtk 3.6.7')),
  ...read('1.2.840.10008.1.2.4.81', lossy('grey12-near', 0)),
  ...read('1.2.840.10008.1.2.4.90', compressed('grey12-j2k.dcm', grey12, 'gdcmconv --j2k of gdcm 3.0.21')),
  ...read('1.2.840.10008.1.2.4.91', { ...lossy('bytes-j2k-lossy', 0), notes: [] }),
  ...Object.fromEntries(
    syntaxRows
      .filter(({ treatment }) => treatment === 'refused')
      .map(({ tag }) => [
        tag,
        { name: 'a.dcm', from: byHand, bytes: () => toDicom(picture, { syntax: toUid(tag) }) },
      ]),
  ),
}

function read(uid: string, sample: TagSample): TagSamples {
  const row = syntaxRows.find(({ tag }) => toUid(tag) === uid)
  return { [row?.tag ?? uid]: sample }
}

function toUid(tag: string): string {
  return tag.slice(tag.lastIndexOf(' ') + 1)
}

function plain(form: DicomForm): TagSample {
  const check = (result: Result): void =>
    expect(result).toMatchObject({ data: new Uint16Array([1, 2, 3, 400]) })
  return { name: 'a.dcm', from: byHand, bytes: () => toDicom(picture, form), check }
}

function compressed(file: string, values: readonly number[], from: string): TagSample {
  const check = (result: Result): void => expect(greys(result)).toEqual(values)
  return { name: file, from, bytes: () => readFile(file), check }
}

function lossy(name: string, tolerance: number): TagSample {
  const check = (result: Result): void => {
    const wanted = lossyValues(name)
    const found = greys(result)
    expect(found).toHaveLength(wanted.length)
    expect(Math.max(...found.map((value, i) => Math.abs(value - (wanted[i] ?? 0))))).toBeLessThanOrEqual(
      tolerance,
    )
  }
  const from = 'dcmdjpeg and dcmdjpls of dcmtk 3.6.7, gdcmconv --raw of gdcm 3.0.21 (expected.json)'
  return { name: `${name}.dcm`, from, bytes: () => readFile(`${name}.dcm`), check, notes: [loss] }
}

function readFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`../dicom/${name}`, import.meta.url)))
}
