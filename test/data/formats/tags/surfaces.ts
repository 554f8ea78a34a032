/** Samples of OFF, GIFTI, FreeSurfer surfaces and 3MF, written by hand. */
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import type { TagSamples } from './sample.ts'
import { swapBytes, toBase64, toDeflated, toZip } from './xml-arrays.ts'

const corners = new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0])
const triangle = { type: 'mesh', vertices: corners, indices: new Uint32Array([0, 1, 2]) }
const has = (members: object) => (result: Result) => expect(result).toMatchObject(members)

const geomview = 'Geomview, "OFF Files": the grammar of each first word'
const off = (text: string) => () => toBytes(text)

export const offSamples: TagSamples = {
  OFF: {
    name: 'a.off',
    from: geomview,
    bytes: off('OFF\n# a square\n4 1 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n\n4 0 1 2 3\n'),
    check: has({ type: 'mesh', indices: new Uint32Array([0, 1, 2, 0, 2, 3]) }),
  },
  COFF: {
    name: 'a.off',
    from: geomview,
    bytes: off('COFF 3 1 3\n0 0 0 255 0 0 255\n2 0 0 0 128 0 255\n0 3 0 0 0 1 255\n3 0 1 2\n'),
    check: has({ ...triangle, colors: new Uint8Array([255, 0, 0, 0, 128, 0, 0, 0, 1]) }),
  },
  'COFF of missing colours': {
    name: 'a.off',
    from: geomview,
    bytes: off('COFF\n3 1 3\n0 0 0 255 0 0\n2 0 0\n0 3 0 0 0 1\n3 0 1 2\n'),
    check: has(triangle),
  },
  'numbers behind a vertex': {
    name: 'a.off',
    from: geomview,
    bytes: off('OFF\n3 1 3\n0 0 0 255 0 0\n2 0 0 0 128 0\n0 3 0 0 0 1\n3 0 1 2\n'),
    check: has(triangle),
  },
  NOFF: {
    name: 'a.off',
    from: geomview,
    bytes: off('NOFF\n3 1 3\n0 0 0 0 0 1\n2 0 0 0 0 1\n0 3 0 0 0 1\n3 0 1 2\n'),
    check: has({ ...triangle, normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]) }),
  },
  NCOFF: {
    name: 'a.off',
    from: "vcglib's export_off.h, by which MeshLab writes: place, colour with alpha, normal",
    bytes: off(
      'NCOFF\n3 1 3\n0 0 0 255 0 0 255 0 0 1\n2 0 0 0 128 0 255 0 1 0\n0 3 0 0 0 1 255 1 0 0\n3 0 1 2\n',
    ),
    check: has({
      ...triangle,
      colors: new Uint8Array([255, 0, 0, 0, 128, 0, 0, 0, 1]),
      normals: new Float32Array([0, 0, 1, 0, 1, 0, 1, 0, 0]),
    }),
  },
  OFF4: {
    name: 'a.off',
    from: 'ModelNet40, of which some files begin so; trimesh 4 reads them',
    bytes: off('OFF3 1 0\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2\n'),
    check: has(triangle),
  },
  STOFF: {
    name: 'a.off',
    from: geomview,
    bytes: off('STOFF\n3 1 3\n0 0 0 0 0\n2 0 0 1 0\n0 3 0 0 1\n3 0 1 2\n'),
    check: has(triangle),
  },
  '4OFF, nOFF': { name: 'a.off', from: geomview, bytes: off('4OFF\n1 0 0\n0 0 0 1\n') },
  'OFF BINARY': { name: 'a.off', from: geomview, bytes: off('OFF BINARY\n\0\0\0\x01') },
  'colours of faces': {
    name: 'a.off',
    from: geomview,
    bytes: off('OFF\n3 1 3\n0 0 0\n2 0 0\n0 3 0\n3 0 1 2 255 0 0\n'),
    check: has(triangle),
  },
  'faces of one or two corners': {
    name: 'a.off',
    from: geomview,
    bytes: off('OFF\n3 2 3\n0 0 0\n2 0 0\n0 3 0\n2 0 1\n3 0 1 2\n'),
    check: has(triangle),
  },
}

const gifti = 'GIFTI 1.0, section 2.3; nibabel 5.0 reads the same arrays'

interface GiftiParts {
  readonly points?: string
  readonly matrix?: string
  readonly faces?: string
  readonly more?: string
}

const array = (intent: string, type: string, more: string, data: string, matrix = ''): string =>
  `<DataArray Intent="NIFTI_INTENT_${intent}" DataType="NIFTI_TYPE_${type}" ${more}>${matrix}<Data>${data}</Data></DataArray>`
const places = 'Dimensionality="2" Dim0="3" Dim1="3" ArrayIndexingOrder="RowMajorOrder"'
const faceList = `Dimensionality="2" Dim0="1" Dim1="3" Encoding="ASCII"`
const asciiPoints = (matrix = '') =>
  array('POINTSET', 'FLOAT32', `${places} Encoding="ASCII"`, '0 0 0 2 0 0 0 3 0', matrix)

function toGifti({
  matrix,
  points = asciiPoints(matrix),
  faces = array('TRIANGLE', 'INT32', faceList, '0 1 2'),
  more = '',
}: GiftiParts) {
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE GIFTI SYSTEM "http://www.nitrc.org/gifti.dtd">\n'
  return () =>
    toBytes(`${head}<GIFTI Version="1.0" NumberOfDataArrays="2">\n${points}${faces}${more}</GIFTI>`)
}
const toMetadata = (entries: { readonly [name: string]: string }): string =>
  `<MetaData>${Object.entries(entries)
    .map(([name, value]) => `<MD><Name><![CDATA[${name}]]></Name><Value><![CDATA[${value}]]></Value></MD>`)
    .join('')}</MetaData>`
const surface = { ...triangle, unit: 'mm' }
const thickness = (name: string, data = '1 2.5 4') =>
  `<DataArray Intent="NIFTI_INTENT_SHAPE" DataType="NIFTI_TYPE_FLOAT32" Dimensionality="1" Dim0="3" Encoding="ASCII">` +
  `<MetaData><MD><Name><![CDATA[Name]]></Name><Value><![CDATA[${name}]]></Value></MD></MetaData><Data>${data}</Data></DataArray>`

export const giftiSamples: TagSamples = {
  NIFTI_INTENT_POINTSET: { name: 'a.gii', from: gifti, bytes: toGifti({}), check: has(surface) },
  NIFTI_INTENT_TRIANGLE: {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({ faces: array('TRIANGLE', 'INT32', faceList, '2 1 0') }),
    check: has({ ...surface, indices: new Uint32Array([2, 1, 0]) }),
  },
  'values of vertices': {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({ more: thickness('thickness') }),
    check: has({ ...surface, scalars: new Float32Array([1, 2.5, 4]), valueName: 'thickness' }),
  },
  Encoding: {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({
      points: array(
        'POINTSET',
        'FLOAT32',
        `${places} Encoding="GZipBase64Binary" Endian="LittleEndian"`,
        toBase64(toDeflated(corners)),
      ),
    }),
    check: has(surface),
  },
  Endian: {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({
      points: array(
        'POINTSET',
        'FLOAT32',
        `${places} Encoding="GIFTI_ENCODING_B64BIN" Endian="GIFTI_ENDIAN_BIG"`,
        toBase64(swapBytes(corners, 4)),
      ),
    }),
    check: has(surface),
  },
  ArrayIndexingOrder: {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({
      points: array(
        'POINTSET',
        'FLOAT32',
        'Dim0="3" Dim1="3" ArrayIndexingOrder="ColumnMajorOrder" Encoding="ASCII"',
        '0 2 0 0 0 3 0 0 0',
      ),
    }),
    check: has(surface),
  },
  'Encoding = ExternalFileBinary': {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({
      points: array('POINTSET', 'FLOAT32', `${places} Encoding="ExternalFileBinary"`, ''),
    }),
  },
  'values alone': { name: 'a.gii', from: gifti, bytes: toGifti({ points: thickness('t'), faces: '' }) },
  'values of vertices beside the surface': {
    name: 'subject',
    from: gifti,
    bytes: () => ({
      'lh.myelin.shape.gii': toGifti({ points: thickness('', '1 2 3'), faces: '' })(),
      'lh.surf.gii': toGifti({ more: thickness('own') })(),
    }),
    check: has({ ...surface, scalars: new Float32Array([1, 2, 3]), valueName: 'myelin' }),
    notes: ['Its further arrays'],
  },
  NIFTI_INTENT_NODE_INDEX: {
    name: 'a.gii',
    from: 'GIFTI 1.0, section 3: the values of the other arrays belong to these vertices, in this order',
    bytes: toGifti({
      more:
        array('NODE_INDEX', 'INT32', 'Dim0="3" Encoding="ASCII" Dimensionality="1"', '2 1 0') +
        thickness('t'),
    }),
    check: (result) => expect(result).not.toHaveProperty('scalars'),
  },
  CoordinateSystemTransformMatrix: {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({
      matrix:
        '<CoordinateSystemTransformMatrix><MatrixData>1 0 0 5 0 1 0 0 0 0 1 0 0 0 0 1</MatrixData></CoordinateSystemTransformMatrix>',
    }),
    check: has(surface),
  },
  VolGeom: {
    name: 'a.gii',
    from: 'mris_convert of FreeSurfer writes the volume of a surface so; its own read_geometry shifts by it',
    bytes: toGifti({
      matrix: toMetadata({ VolGeomC_R: '5.5', VolGeomC_A: '-17', VolGeomC_S: '19' }),
    }),
    check: has({ ...surface, orientation: 'RAS' }),
  },
  DataSpace: {
    name: 'a.gii',
    from: 'GIFTI 1.0, section 9: the spaces of NIfTI, whose axes grow to the right, forward and up',
    bytes: toGifti({
      matrix:
        '<CoordinateSystemTransformMatrix><DataSpace><![CDATA[NIFTI_XFORM_MNI_152]]></DataSpace></CoordinateSystemTransformMatrix>',
    }),
    check: has({ ...surface, orientation: 'RAS' }),
  },
  LabelTable: {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({
      more:
        '<LabelTable><Label Key="0" Red="1" Green="1" Blue="1" Alpha="0">none</Label>' +
        '<Label Key="8" Red="0" Green="0" Blue="1" Alpha="1">no vertex</Label><Label Key="3" Red="1" Green="0" Blue="0" Alpha="1">V1</Label></LabelTable>' +
        thickness('areas', '0 3 3').replace('SHAPE', 'LABEL'),
    }),
    check: has({
      ...surface,
      scalars: new Float32Array([0, 3, 3]),
      valueName: 'areas',
      labels: [
        { value: 0, name: 'none', color: [180, 180, 180] },
        { value: 3, name: 'V1', color: [255, 0, 0] },
      ],
      colors: new Uint8Array([180, 180, 180, 255, 0, 0, 255, 0, 0]),
    }),
  },
  'further DataArrays': {
    name: 'a.gii',
    from: gifti,
    bytes: toGifti({ more: thickness('a') + thickness('b') }),
    check: has({ ...surface, valueName: 'a' }),
  },
}

const freesurfer = 'nibabel.freesurfer.io.read_geometry (nibabel 5.0), which reads these bytes alike'
const big = (numbers: Float32Array | Int32Array): Uint8Array => swapBytes(numbers, 4)
const fsFile = (mark: string, more = '') =>
  toBytes(
    mark,
    'created by test\n\n',
    big(new Int32Array([3, 1])),
    big(corners),
    big(new Int32Array([0, 1, 2])),
    more,
  )

const curv = (...values: number[]) =>
  toBytes('\xff\xff\xff', big(new Int32Array([values.length, 1, 1])), big(new Float32Array(values)))
/** Two names of colours, in the newer form of the table. */
const annot = toBytes(
  big(new Int32Array([3, 0, 0x0000ff, 2, 0x00ff00, 1, 0x123456, 1, -2, 9, 2])),
  't\0',
  big(new Int32Array([2])),
  big(new Int32Array([0, 5])),
  'cuneu',
  big(new Int32Array([255, 0, 0, 0, 7, 3])),
  'V1\0',
  big(new Int32Array([0, 255, 0, 0])),
)

export const freesurferSurfaceSamples: TagSamples = {
  'triangles (ff ff fe)': {
    name: 'lh.pial',
    from: freesurfer,
    bytes: () => fsFile('\xff\xff\xfe'),
    check: has(surface),
  },
  'quadrangles (ff ff ff, ff ff fd)': {
    name: 'lh.orig',
    from: freesurfer,
    bytes: () => fsFile('\xff\xff\xff'),
  },
  'values of vertices (curv, sulc, thickness)': {
    name: 'lh.curv',
    from: 'nibabel.freesurfer.io.read_morph_data (nibabel 5.0)',
    bytes: () => curv(1, 2, 3),
  },
  'values of vertices beside the surface': {
    name: 'subject',
    from: 'nibabel.freesurfer.io.read_morph_data (nibabel 5.0)',
    bytes: () => ({ 'lh.thickness': curv(1, 2.5, -3), 'lh.pial': fsFile('\xff\xff\xfe') }),
    check: has({
      ...surface,
      scalars: new Float32Array([1, 2.5, -3]),
      valueName: 'thickness',
      valueUnit: 'mm',
    }),
  },
  'further frames of values': {
    name: 'subject',
    from: 'nibabel.freesurfer.mghformat (nibabel 5.0), which reads the same row',
    bytes: () => ({
      'lh.thickness.mgh': toBytes(
        big(new Int32Array([1, 3, 1, 1, 2, 3, 0])),
        new Uint8Array(284 - 28),
        big(new Float32Array([1, 2.5, -3, 7, 7, 7])),
      ),
      'lh.pial': fsFile('\xff\xff\xfe'),
    }),
    check: has({
      ...surface,
      scalars: new Float32Array([1, 2.5, -3]),
      valueName: 'thickness',
      valueUnit: 'mm',
    }),
  },
  'annotation beside the surface (.annot)': {
    name: 'subject',
    from: 'read_annot of nibabel 5.0, which reads these but for the colour of no entry, on which it fails',
    bytes: () => ({ 'lh.areas.annot': annot, 'lh.pial': fsFile('\xff\xff\xfe') }),
    check: has({
      ...surface,
      scalars: new Float32Array([0, -1, 7]),
      valueName: 'areas',
      labels: [
        { value: 0, name: 'cuneu', color: [255, 0, 0] },
        { value: 7, name: 'V1', color: [0, 255, 0] },
      ],
    }),
  },
  'further values': {
    name: 'subject',
    from: 'nibabel.freesurfer.io.read_morph_data (nibabel 5.0)',
    bytes: () => ({
      'lh.sulc': curv(4, 5, 6),
      'lh.pial': fsFile('\xff\xff\xfe'),
      'lh.curv': curv(1, 2, 3),
    }),
    check: has({ ...surface, scalars: new Float32Array([1, 2, 3]), valueName: 'curv', valueUnit: '1/mm' }),
  },
  'volume geometry (xras, yras, zras)': {
    name: 'lh.pial',
    from: 'the turn of FreeSurfer from surface to scanner coordinates: x, y, z against xras, along zras, against yras',
    bytes: () =>
      fsFile(
        '\xff\xff\xfe',
        'valid = 1  # volume info valid\nxras   = 1 0 0\nyras   = 0 0 -1\nzras   = 0 1 0\ncras   = 0 0 0\n',
      ),
    check: has({ ...surface, orientation: 'LAS' }),
    notes: ["Coordinates are those of FreeSurfer's surface space"],
  },
  'volume geometry (cras)': {
    name: 'lh.pial',
    from: freesurfer,
    bytes: () => fsFile('\xff\xff\xfe', '\0\0\0\x02\0\0\0\0\0\0\0\x14valid = 1\ncras = 1 2 3\n'),
    check: has(surface),
  },
}

const core = '3MF Core Specification 1.3, sections 3 and 4'
const mesh = (more = '', triangleMore = ''): string =>
  `<object id="1" type="model" ${more}><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="2" y="0" z="0"/><vertex x="0" y="3" z="0"/>` +
  `</vertices><triangles><triangle v1="0" v2="1" v3="2" ${triangleMore}/></triangles></mesh></object>`

interface ModelParts {
  readonly attributes?: string
  readonly before?: string
  readonly objects?: string
  readonly items?: string
}

function to3mf({
  attributes = '',
  before = '',
  objects = mesh(),
  items = '<item objectid="1"/>',
}: ModelParts) {
  const model =
    `<?xml version="1.0"?><model ${attributes} xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">` +
    `<metadata name="Title">t</metadata><resources>${before}${objects}</resources><build>${items}</build></model>`
  return () => toZip({ '[Content_Types].xml': '<Types/>', '3D/3dmodel.model': model })
}
const other =
  '<object id="7"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 10 20 30"/></components></object>'
const shifted = new Float32Array([10, 20, 30, 12, 20, 30, 10, 23, 30])
const printed = { ...triangle, unit: 'mm' }
const reds = new Uint8Array([255, 0, 0, 255, 0, 0, 255, 0, 0])

export const threeMfSamples: TagSamples = {
  'model unit': {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({ attributes: 'unit="inch"' }),
    check: has({ ...triangle, unit: 'in' }),
  },
  'item transform': {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({ items: '<item objectid="1" transform="0 1 0 -1 0 0 0 0 1 10 0 0"/>' }),
    // x becomes y and y becomes -x, then 10 along x.
    check: has({ ...printed, vertices: new Float32Array([10, 0, 0, 10, 2, 0, 7, 0, 0]) }),
  },
  'component transform': {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({ objects: mesh() + other, items: '<item objectid="7"/>' }),
    check: has({ ...printed, vertices: shifted }),
  },
  'a mirroring transform': {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({ items: '<item objectid="1" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>' }),
    check: has({
      vertices: new Float32Array([0, 0, 0, -2, 0, 0, 0, 3, 0]),
      indices: new Uint32Array([0, 2, 1]),
    }),
  },
  basematerials: {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({
      before:
        '<basematerials id="5"><base name="a" displaycolor="#00FF00"/><base name="b" displaycolor="#FF0000FF"/></basematerials>',
      objects: mesh('pid="5" pindex="1"'),
    }),
    check: has({ ...printed, colors: reds }),
  },
  colorgroup: {
    name: 'a.3mf',
    from: '3MF Materials and Properties Extension 1.2, section 2',
    bytes: to3mf({
      before: '<m:colorgroup id="5"><m:color color="#FF0000"/><m:color color="#0000FF80"/></m:colorgroup>',
      objects: mesh('', 'pid="5" p1="0" p2="1" p3="0"'),
    }),
    check: has({ ...printed, colors: new Uint8Array([255, 0, 0, 0, 0, 255, 255, 0, 0]) }),
  },
  'objects without an item': {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({ objects: mesh() + mesh().replace('id="1"', 'id="2"') }),
    without: to3mf({}),
    check: has(printed),
  },
  metadata: {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({ attributes: 'xml:lang="en-US"' }),
    without: to3mf({}),
    check: has(printed),
  },
  'object type = support, solidsupport, surface, other': {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({
      objects: mesh() + mesh().replace('id="1" type="model"', 'id="2" type="support"'),
      items: '<item objectid="1"/><item objectid="2"/>',
    }),
    check: has(printed),
  },
  'textures, composite materials': {
    name: 'a.3mf',
    from: '3MF Materials and Properties Extension 1.2, section 3',
    bytes: to3mf({ before: '<m:texture2dgroup id="9" texid="8"/>' }),
    check: has(printed),
  },
  'another unit': {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({ attributes: 'unit="mm"' }),
    check: (result) => expect(result).toEqual(triangle),
  },
  requiredextensions: {
    name: 'a.3mf',
    from: core,
    bytes: to3mf({
      attributes:
        'requiredextensions="m" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02"',
    }),
  },
  'requiredextensions that are read': {
    name: 'a.3mf',
    from: `${core}; 2.1.1 binds prefixes to addresses`,
    bytes: to3mf({
      attributes:
        'requiredextensions="b p" xmlns:b="http://schemas.microsoft.com/3dmanufacturing/material/2015/02" ' +
        'xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" p:UUID="1"',
      before: '<b:colorgroup id="5"><b:color color="#FF0000"/></b:colorgroup>',
      objects: mesh('pid="5" pindex="0" p:UUID="2"'),
    }),
    check: has({ ...printed, colors: reds }),
  },
  'component path': {
    name: 'a.3mf',
    from: '3MF Production Extension 1.1, section 2',
    bytes: to3mf({ items: '<item objectid="1" p:path="/3D/other.model"/>' }),
  },
}
