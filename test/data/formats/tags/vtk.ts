/** Samples of VTK, written by hand after "VTK File Formats". */
import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import type { TagSamples } from './sample.ts'
import { swapBytes, toBase64, toDeflated } from './xml-arrays.ts'

const corners = new Float32Array([0, 0, 0, 2, 0, 0, 0, 3, 0])
const triangle = { type: 'mesh', vertices: corners, indices: new Uint32Array([0, 1, 2]) }
const has = (members: object) => (result: Result) => expect(result).toMatchObject(members)

const legacy = 'VTK File Formats, "Simple Legacy Formats"; VTKLoader of three 0.18x for the meshes'
const head = (form = 'ASCII', kind = 'POLYDATA', version = '3.0') =>
  `# vtk DataFile Version ${version}\na test\n${form}\nDATASET ${kind}\n`
const points = 'POINTS 3 float\n0 0 0 2 0 0\n0 3 0\n'
const faces = 'POLYGONS 1 4\n3 0 1 2\n'
const surface =
  (more: string, cells = faces) =>
  () =>
    toBytes(head(), points, cells, more)
const slicer = "Slicer's vtkMRMLModelStorageNode, which writes and reads it"
const grid = 'DIMENSIONS 2 1 3\nORIGIN 10 20 30\nSPACING 1 2 4\nPOINT_DATA 6\n'

const xml = 'VTK File Formats, "XML File Formats": header of each block, offsets at the end of each cell'
const tag = (attributes: string, content: string, more = '') =>
  `<?xml version="1.0"?>\n<VTKFile ${attributes}>${content}${more}</VTKFile>\n`
const dataArray = (type: string, more: string, data = '') =>
  `<DataArray type="${type}" ${more}>${data}</DataArray>`
const polys =
  `<Polys>${dataArray('Int32', 'Name="connectivity" format="ascii"', '0 1 2')}` +
  `${dataArray('Int32', 'Name="offsets" format="ascii"', '3')}</Polys>`
const piece = (place: string, more = '') =>
  `<PolyData><Piece NumberOfPoints="3" NumberOfPolys="1">${more}<Points>${place}</Points>${polys}</Piece></PolyData>`
const textPlace = dataArray('Float32', 'NumberOfComponents="3" format="ascii"', '0 0 0 2 0 0 0 3 0')
const packed = toDeflated(corners)
const lengths = new Uint32Array([1, corners.byteLength, 0, packed.length])

export const vtkSamples: TagSamples = {
  POLYDATA: { name: 'a.vtk', from: legacy, bytes: surface(''), check: has(triangle) },
  STRUCTURED_POINTS: {
    name: 'a.vtk',
    from: legacy,
    bytes: () =>
      toBytes(
        head('ASCII', 'STRUCTURED_POINTS'),
        grid,
        'SCALARS t short 1\nLOOKUP_TABLE default\n0 1 2 3 4 5\n',
      ),
    check: has({
      type: 'volume',
      shape: [3, 1, 2],
      spacing: [4, 2, 1],
      origin: [30, 20, 10],
      data: new Int16Array([0, 1, 2, 3, 4, 5]),
      valueName: 't',
    }),
  },
  'title SPACE=': {
    name: 'a.vtk',
    from: slicer,
    bytes: () => toBytes(head().replace('a test', '3D Slicer output. SPACE=RAS'), points, faces),
    check: has({ ...triangle, orientation: 'RAS' }),
  },
  BINARY: {
    name: 'a.vtk',
    from: legacy,
    bytes: () =>
      toBytes(
        head('BINARY'),
        'POINTS 3 float\n',
        swapBytes(corners, 4),
        '\nPOLYGONS 1 4\n',
        swapBytes(new Int32Array([3, 0, 1, 2]), 4),
        '\n',
      ),
    check: has(triangle),
  },
  'OFFSETS, CONNECTIVITY': {
    name: 'a.vtk',
    from: legacy,
    bytes: () =>
      toBytes(
        head('BINARY', 'POLYDATA', '5.1'),
        'POINTS 3 float\n',
        swapBytes(corners, 4),
        '\nPOLYGONS 2 3\nOFFSETS vtktypeint64\n',
        swapBytes(new BigInt64Array([0n, 3n]), 8),
        '\nCONNECTIVITY vtktypeint64\n',
        swapBytes(new BigInt64Array([0n, 1n, 2n]), 8),
        '\n',
      ),
    check: has(triangle),
  },
  SCALARS: {
    name: 'a.vtk',
    from: legacy,
    bytes: surface('POINT_DATA 3\nSCALARS heat float\nLOOKUP_TABLE default\n1 2 3.5\n'),
    check: has({ ...triangle, scalars: new Float32Array([1, 2, 3.5]), valueName: 'heat' }),
  },
  NORMALS: {
    name: 'a.vtk',
    from: legacy,
    bytes: surface('POINT_DATA 3\nNORMALS n float\n0 0 1 0 0 1 0 0 1\n'),
    check: has({ ...triangle, normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]) }),
  },
  COLOR_SCALARS: {
    name: 'a.vtk',
    from: legacy,
    bytes: surface('POINT_DATA 3\nCOLOR_SCALARS c 3\n1 0 0 0 0.5 0 0 0 1\n'),
    check: has({ ...triangle, colors: new Uint8Array([255, 0, 0, 0, 128, 0, 0, 0, 255]) }),
  },
  'COLOR_SCALARS of other counts': {
    name: 'a.vtk',
    from: legacy,
    bytes: surface(`POINT_DATA 3\nCOLOR_SCALARS c 5\n${'0 '.repeat(15)}\n`),
  },
  'COLOR_SCALARS above 1': {
    name: 'a.vtk',
    from: 'VTK File Formats: from 0 to 1 in text; VTK 9.1 shows the remainder of 256 and no colour of the file',
    bytes: surface('POINT_DATA 3\nCOLOR_SCALARS c 3\n255 0 0 0 128 0 0 1 255\n'),
    check: has({ ...triangle, colors: new Uint8Array([255, 0, 0, 0, 128, 0, 0, 1, 255]) }),
  },
  'opacity of colours': {
    name: 'a.vtk',
    from: 'vtkPolyDataReader and vtkPolyDataMapper of VTK 9.1 have the same colours',
    bytes: surface('POINT_DATA 3\nCOLOR_SCALARS c 4\n1 0 0 1 0 0.5 0 0.5 0 0.25 1 0\n'),
    check: has({ ...triangle, colors: new Uint8Array([255, 0, 0, 0, 128, 0, 0, 64, 255]) }),
  },
  LINES: { name: 'a.vtk', from: legacy, bytes: surface('LINES 1 3\n2 0 1\n'), check: has(triangle) },
  VERTICES: {
    name: 'a.vtk',
    from: legacy,
    bytes: surface('', `VERTICES 1 2\n1 0\n${faces}`),
    without: surface(''),
    check: has(triangle),
  },
  'further arrays': {
    name: 'a.vtk',
    from: legacy,
    bytes: surface('POINT_DATA 3\nFIELD FieldData 2\na 1 3 double\n1 2 3\nb 1 3 double\n4 5 6\n'),
    check: has({ ...triangle, valueName: 'a' }),
  },
  CELL_DATA: {
    name: 'a.vtk',
    from: legacy,
    bytes: surface('CELL_DATA 1\nSCALARS c int\nLOOKUP_TABLE default\n7\n'),
    check: has(triangle),
  },
  UNSTRUCTURED_GRID: {
    name: 'a.vtk',
    from: legacy,
    bytes: () => toBytes(head('ASCII', 'UNSTRUCTURED_GRID'), points),
  },
  'VTKFile type = PolyData': {
    name: 'a.vtp',
    from: xml,
    bytes: () => toBytes(tag('type="PolyData" byte_order="LittleEndian"', piece(textPlace))),
    check: has(triangle),
  },
  'FieldData SPACE': {
    name: 'a.vtp',
    from: slicer,
    bytes: () => {
      const field =
        '<FieldData><Array type="String" Name="SPACE" NumberOfTuples="1" format="ascii">76 80 83 0</Array></FieldData>'
      const content = piece(textPlace).replace('<PolyData>', `<PolyData>${field}`)
      return toBytes(tag('type="PolyData" byte_order="LittleEndian"', content))
    },
    check: has({ ...triangle, orientation: 'LPS' }),
  },
  'VTKFile type = ImageData': {
    name: 'a.vti',
    from: `${xml}; the origin is that of index 0`,
    bytes: () =>
      toBytes(
        tag(
          'type="ImageData"',
          '<ImageData WholeExtent="1 2 0 0 0 2" Origin="10 20 30" Spacing="1 2 4"><Piece Extent="1 2 0 0 0 2"><PointData Scalars="t">' +
            `${dataArray('UInt8', 'Name="t" format="ascii"', '0 1 2 3 4 5')}</PointData></Piece></ImageData>`,
        ),
      ),
    check: has({
      type: 'volume',
      shape: [3, 1, 2],
      spacing: [4, 2, 1],
      origin: [30, 20, 11],
      data: new Uint8Array([0, 1, 2, 3, 4, 5]),
    }),
  },
  'byte_order, header_type': {
    name: 'a.vtp',
    from: xml,
    bytes: () => {
      const length = swapBytes(new BigUint64Array([BigInt(corners.byteLength)]), 8)
      const data = toBase64(length) + toBase64(swapBytes(corners, 4)) // two runs of base64
      return toBytes(
        tag(
          'type="PolyData" byte_order="BigEndian" header_type="UInt64"',
          piece(dataArray('Float32', 'format="binary"', data)),
        ),
      )
    },
    check: has(triangle),
  },
  'compressor = vtkZLibDataCompressor': {
    name: 'a.vtp',
    from: xml,
    bytes: () => {
      const place = dataArray('Float32', 'format="binary"', toBase64(lengths) + toBase64(packed))
      return toBytes(
        tag('type="PolyData" byte_order="LittleEndian" compressor="vtkZLibDataCompressor"', piece(place)),
      )
    },
    check: has(triangle),
  },
  AppendedData: {
    name: 'a.vtp',
    from: xml,
    bytes: () =>
      toBytes(
        '<VTKFile type="PolyData" byte_order="LittleEndian">',
        piece(dataArray('Float32', 'format="appended" offset="4"')),
        '<AppendedData encoding="raw">\n_<<<<',
        new Uint32Array([corners.byteLength]),
        corners,
        '\n</AppendedData></VTKFile>',
      ),
    check: has(triangle),
  },
  compressor: {
    name: 'a.vtp',
    from: xml,
    bytes: () => toBytes(tag('type="PolyData" compressor="vtkLZ4DataCompressor"', piece(textPlace))),
  },
  'ImageData Direction': {
    name: 'a.vti',
    from: xml,
    bytes: () =>
      toBytes(
        tag(
          'type="ImageData"',
          '<ImageData WholeExtent="0 1 0 0 0 0" Direction="-1 0 0 0 1 0 0 0 1"><Piece Extent="0 1 0 0 0 0"/></ImageData>',
        ),
      ),
  },
}
