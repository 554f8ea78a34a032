import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { toBytes } from '../files.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'The PLY Polygon File Format, Greg Turk, 1994, by hand'

/** Text of one element: its properties by type and name, and its rows. */
function element(name: string, properties: readonly string[], rows: readonly string[]) {
  const head = [`element ${name} ${rows.length}`, ...properties.map((property) => `property ${property}`)]
  return { head, rows }
}

type Element = ReturnType<typeof element>

function toPly(elements: readonly Element[], lines: readonly string[] = []): Uint8Array {
  const heads = elements.flatMap(({ head }) => head)
  const rows = elements.flatMap((part) => part.rows)
  return toBytes([...['ply', 'format ascii 1.0', ...lines], ...heads, 'end_header', ...rows, ''].join('\n'))
}

const places = ['0 0 0', '1 0 0', '0 1 0']
const xyz = ['float x', 'float y', 'float z']

/** The vertices of one triangle, with more properties. */
function toVertices(properties: readonly string[] = [], values: readonly string[] = []): Element {
  return element(
    'vertex',
    [...xyz, ...properties],
    places.map((place, i) => [place, ...(values[i] === undefined ? [] : [values[i]])].join(' ')),
  )
}

const face = element('face', ['list uchar int vertex_indices'], ['3 0 1 2'])
const plain = {
  type: 'mesh',
  vertices: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  indices: new Uint32Array([0, 1, 2]),
}

function checkTriangle(result: Result): void {
  expect(result).toEqual(plain)
}

function toSample(bytes: () => Uint8Array, check: (result: Result) => void = checkTriangle): TagSample {
  return { name: 'a.ply', from, bytes, check, without: () => toPly([toVertices(), face]) }
}

function toPlain(more: object): (result: Result) => void {
  return (result) => expect(result).toEqual({ ...plain, ...more })
}

const gray = ['uchar red', 'uchar green', 'uchar blue']

/** By hand after the text. */
export const plySamples: TagSamples = {
  format: toSample(() => {
    const head = `format binary_big_endian 1.0\nelement vertex 3\nproperty short x\nproperty char y\nproperty uchar z\n`
    const corners = 'element face 1\nproperty list ushort uint vertex_index\nend_header\n'
    const rows = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
    return toBytes(
      'ply\n',
      head,
      corners,
      Uint8Array.from([...rows, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2]),
    )
  }),
  'comment SPACE=': {
    name: 'a.ply',
    from: "Slicer's vtkMRMLModelStorageNode, which writes and reads it",
    bytes: () => toPly([toVertices(), face], ['comment made by hand', 'comment SPACE=LPS']),
    check: (result) => expect(result).toEqual({ ...plain, orientation: 'LPS' }),
  },
  comment: toSample(() => toPly([toVertices(), face], ['comment end_header is below'])),
  obj_info: toSample(() => toPly([toVertices(), face], ['obj_info num_cols 3'])),
  'comment TextureFile': toSample(() => toPly([toVertices(), face], ['comment TextureFile a.png'])),
  'x y z': {
    name: 'a.ply',
    from: 'IEEE 754: 5400000.37 has no float32 nearer than 0.13, and 0.37 has one within 1e-8',
    bytes: () =>
      toPly([
        element(
          'vertex',
          ['double x', 'double y', 'double z'],
          ['500000.12 5400000.37 1', '500010.5 5400000.87 2'],
        ),
      ]),
    check: (result) =>
      expect(result).toEqual({
        type: 'point_cloud',
        offset: [500005, 5400001, 0],
        points: new Float32Array([-4.88, -0.63, 1, 5.5, -0.13, 2]),
      }),
  },
  'nx ny nz': toSample(
    () =>
      toPly([
        toVertices(
          ['float nx', 'float ny', 'float nz'],
          places.map(() => '0 0 1'),
        ),
        face,
      ]),
    toPlain({ normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]) }),
  ),
  'nx ny nz = nan': toSample(() =>
    toPly([
      toVertices(
        ['float nx', 'float ny', 'float nz'],
        places.map(() => 'nan -nan(ind) 1.#QNAN'),
      ),
      face,
    ]),
  ),
  'nx ny nz of points': toSample(
    () =>
      toPly([
        toVertices(
          ['float nx', 'float ny', 'float nz'],
          places.map(() => '0 0 1'),
        ),
      ]),
    (result) => expect(result).toEqual({ type: 'point_cloud', points: plain.vertices }),
  ),
  'red green blue': toSample(
    () =>
      toPly([
        toVertices(['float red', 'float green', 'float blue'], ['10 128 255', '200 0 30', '0 0 1']),
        face,
      ]),
    toPlain({ colors: new Uint8Array([10, 128, 255, 200, 0, 30, 0, 0, 1]) }),
  ),
  'red green blue = nan': toSample(() =>
    toPly([toVertices(['float red', 'float green', 'float blue'], ['nan 0 0', '1 0 0', '0 0 1']), face]),
  ),
  alpha: toSample(
    () =>
      toPly([
        toVertices(
          [...gray, 'uchar alpha'],
          places.map((_, i) => `${i} 2 3 9`),
        ),
        face,
      ]),
    toPlain({ colors: new Uint8Array([0, 2, 3, 1, 2, 3, 2, 2, 3]) }),
  ),
  's t': toSample(() =>
    toPly([
      toVertices(
        ['float s', 'float t'],
        places.map(() => '0.5 0.5'),
      ),
      face,
    ]),
  ),
  flags: toSample(() =>
    toPly([
      toVertices(
        ['int flags'],
        places.map(() => '7'),
      ),
      face,
    ]),
  ),
  'other property': toSample(
    () => toPly([toVertices(['double quality'], ['0.5', '-1', '2e3']), face]),
    toPlain({ scalars: new Float32Array([0.5, -1, 2000]), valueName: 'quality' }),
  ),
  'other properties': toSample(
    () => toPly([toVertices(['float heat', 'float age'], ['1 4', '2 5', '3 6']), face]),
    toPlain({ scalars: new Float32Array([1, 2, 3]), valueName: 'heat' }),
  ),
  'other property = inf': toSample(() => toPly([toVertices(['float heat'], ['1', 'inf', '-1.#INF']), face])),
  'list of vertex': toSample(() => toPly([toVertices(['list uchar int near'], ['2 1 2', '0', '1 0']), face])),
  vertex_indices: toSample(
    () =>
      toPly([
        element('vertex', xyz, [...places, '1 1 0']),
        element('face', ['list int int vertex_indices'], ['4 0 1 3 2']),
      ]),
    (result) => expect(result).toMatchObject({ indices: new Uint32Array([0, 1, 3, 0, 3, 2]) }),
  ),
  vertex_index: toSample(() =>
    toPly([toVertices(), element('face', ['list uchar int vertex_index'], ['3 0 1 2'])]),
  ),
  'face of two corners': toSample(() =>
    toPly([toVertices(), element('face', ['list uchar int vertex_indices'], ['2 0 1', '3 0 1 2'])]),
  ),
  'face red green blue': toSample(() =>
    toPly([toVertices(), element('face', ['list uchar int vertex_indices', ...gray], ['3 0 1 2 255 0 0'])]),
  ),
  'face texcoord': toSample(() =>
    toPly([
      toVertices(),
      element(
        'face',
        ['list uchar int vertex_indices', 'list uchar float texcoord'],
        ['3 0 1 2 6 0 0 1 0 0 1'],
      ),
    ]),
  ),
  'face property': toSample(() =>
    toPly([
      toVertices(),
      element('face', ['list uchar int vertex_indices', 'float quality'], ['3 0 1 2 0.5']),
    ]),
  ),
  tristrips: toSample(
    () =>
      toPly([
        element('vertex', xyz, [...places, '1 1 0', '0 2 0']),
        element('tristrips', ['list int int vertex_indices'], ['9 0 1 2 3 -1 4 2 3 1']),
      ]),
    (result) =>
      expect(result).toMatchObject({
        type: 'mesh',
        indices: new Uint32Array([0, 1, 2, 2, 1, 3, 4, 2, 3, 3, 2, 1]),
      }),
  ),
  edge: toSample(() => toPly([toVertices(), face, element('edge', ['int vertex1', 'int vertex2'], ['0 1'])])),
  'other element': toSample(() =>
    toPly([element('camera', ['list uchar float pose'], ['2 1 1']), toVertices(), face]),
  ),
  'bytes behind': toSample(() => {
    const head = `ply\r\nformat binary_little_endian 1.0\r\nelement vertex 3\r\n${xyz.map((name) => `property ${name}\r\n`).join('')}`
    const corners = 'element face 1\r\nproperty list uchar int vertex_indices\r\nend_header\r\n'
    return toBytes(head, corners, plain.vertices, Uint8Array.from([3]), plain.indices, '\n')
  }),
  'UTF-16': {
    name: 'a.ply',
    from: 'The Unicode Standard, 2.6',
    bytes: () =>
      new Uint8Array(Buffer.from(`\ufeff${Buffer.from(toPly([toVertices()])).toString()}`, 'utf16le')),
  },
}
