import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes, toFolderFile } from '../files.ts'
import type { TagSample, TagSamples } from './sample.ts'

interface Fields {
  readonly [name: string]: string
}

const usual = { ObjectType: 'Image', NDims: '3', DimSize: '2 1 1', ElementType: 'MET_UCHAR' }

/** A MetaImage of 2×1×1 bytes, 1 and 2; then its fields. */
function meta(fields: Fields = {}, samples: string | ArrayBufferView = '\x01\x02'): Uint8Array {
  const { ElementDataFile = 'LOCAL', ...all }: Fields = { ...usual, ...fields }
  const lines = Object.entries({ ...all, ElementDataFile }).map(([name, value]) => `${name} = ${value}\n`)
  return toBytes(lines.join(''), samples)
}

const from = "MetaIO's documentation; the world and the order of the matrix are those of itkMetaImageIO.cxx"
const data = new Uint8Array([1, 2])
/** A matrix that spans no space. */
const flat = '1 0 0 1 0 0 0 0 1'
const placed = { Offset: '1 2 3' }

function sample(fields: Fields, members: object, samples?: string | ArrayBufferView): TagSample {
  const check = (result: Result): void => expect(result).toMatchObject(members)
  return { name: 'a.mha', from, bytes: () => meta(fields, samples), check, notes: listNotes(fields) }
}

function ignored(fields: Fields): TagSample {
  return { ...sample(fields, { data, shape: [1, 1, 2] }), without: () => meta() }
}

/** Beginnings of the notes of volumes that do not state their place or its world. */
function listNotes({ NDims, Offset, Position, TransformMatrix, AnatomicalOrientation }: Fields): string[] {
  if (NDims === '2' || TransformMatrix === flat) return []
  if (!Offset && !Position && !TransformMatrix) return ['It does not state its place and orientation']
  return AnatomicalOrientation ? [] : ['It does not say its AnatomicalOrientation']
}

/** By hand. */
export const metaImageSamples: TagSamples = {
  ObjectType: sample({}, { type: 'volume', data }),
  'ObjectType = other': sample({ ObjectType: 'Mesh' }, {}),
  NDims: sample({ NDims: '2', DimSize: '2 1' }, { type: 'image', width: 2, height: 1, data }),
  DimSize: sample(
    { NDims: '4', DimSize: '1 1 1 2' },
    { shape: [1, 1, 1], frames: 2, data: new Uint8Array([1]) },
  ),
  ElementType: sample(
    { ElementType: 'MET_FLOAT' },
    { data: new Float32Array([1.5, -2]) },
    new Float32Array([1.5, -2]),
  ),
  'ElementType of no number': sample({ ElementType: 'MET_STRING' }, {}),
  ElementNumberOfChannels: sample({ ElementNumberOfChannels: '3' }, {}, '123456'),
  BinaryDataByteOrderMSB: sample(
    { ElementType: 'MET_SHORT', BinaryDataByteOrderMSB: 'True' },
    { data: new Int16Array([1, -2]) },
    '\x00\x01\xff\xfe',
  ),
  ElementByteOrderMSB: sample(
    { ElementType: 'MET_USHORT', ElementByteOrderMSB: 'True' },
    { data: new Uint16Array([1, 512]) },
    '\x00\x01\x02\x00',
  ),
  'BinaryData = False': sample({ BinaryData: 'False' }, {}, '1 2'),
  CompressedData: sample({ CompressedData: 'True' }, { data }, new Uint8Array(deflateSync(data))),
  CompressedDataSize: {
    ...sample(
      { CompressedData: 'True', CompressedDataSize: '10' },
      { data },
      new Uint8Array(deflateSync(data)),
    ),
    without: () => meta({ CompressedData: 'True' }, new Uint8Array(deflateSync(data))),
  },
  HeaderSize: sample({ HeaderSize: '-1' }, { data }, 'left out\x01\x02'),
  ElementDataFile: {
    ...sample({}, { data }),
    bytes: () => [
      toFolderFile('a.mhd', meta({ ElementDataFile: 'a.raw', HeaderSize: '1' }, '')),
      toFolderFile('a.raw', toBytes('\x09\x01\x02')),
    ],
  },
  'ElementDataFile elsewhere': sample({ ElementDataFile: '../a.raw' }, {}),
  'ElementDataFile = LIST': sample({ ElementDataFile: 'LIST' }, {}),
  ElementSpacing: sample({ ElementSpacing: '2 3 4', ElementSize: '9 9 9' }, { spacing: [4, 3, 2] }),
  'ElementSpacing < 0': sample({ ElementSpacing: '-2 3 0' }, { spacing: [1, 3, 2] }),
  ElementSize: sample({ ElementSize: '2 3 4' }, { spacing: [4, 3, 2] }),
  Offset: sample({ Position: '1 2 3' }, { origin: [3, 2, 1], orientation: 'LPS' }),
  TransformMatrix: sample(
    { TransformMatrix: '0 1 0 0 0 -1 1 0 0', ElementSpacing: '2 3 4', Offset: '1 2 3', DistanceUnits: 'mm' },
    {
      orientation: 'PIL',
      spacing: [4, 3, 2],
      origin: [3, 2, 1],
      direction: [
        [0, -1, 0],
        [0, 0, 1],
        [1, 0, 0],
      ],
    },
  ),
  'TransformMatrix of no space': sample(
    { TransformMatrix: flat, ElementSpacing: '2 3 4' },
    { spacing: [4, 3, 2] },
  ),
  AnatomicalOrientation: {
    ...sample({ ...placed, AnatomicalOrientation: 'RAI' }, { data, orientation: 'LPS', origin: [3, 2, 1] }),
    without: () => meta(placed),
  },
  'no AnatomicalOrientation': {
    ...sample({ ...placed, AnatomicalOrientation: '???' }, { data, orientation: 'LPS', origin: [3, 2, 1] }),
    notes: [],
  },
  'no TransformMatrix, no Offset': { ...sample({ AnatomicalOrientation: 'RAI' }, { data }), notes: [] },
  CenterOfRotation: ignored({ CenterOfRotation: '1 2 3' }),
  DistanceUnits: sample({ DistanceUnits: 'um' }, { unit: 'µm' }),
  'no DistanceUnits': sample({ ElementSpacing: '2 3 4', Offset: '1 2 3' }, { unit: 'mm' }),
  ElementToIntensityFunctionSlope: sample({ ElementToIntensityFunctionSlope: '2' }, { data }),
  ElementMin: ignored({ ElementMin: '1' }),
  ElementMax: ignored({ ElementMax: '2' }),
  Modality: ignored({ Modality: 'MET_MOD_CT' }),
  Comment: ignored({ Comment: 'a text' }),
  Name: ignored({ Name: 'a text' }),
  ID: ignored({ ID: '1' }),
  Color: ignored({ Color: '1 1 1 1' }),
  SequenceID: ignored({ SequenceID: '1 2 3 4' }),
}
