/** The examples that `specimen new --takes` writes: a function that takes data of each kind, and its test. */
import type { ResultType } from '../../core/contract/domain/result/result.ts'
import type { PluginExample } from './plugin-bodies.ts'

/** The data that a new function may take. */
export const takenTypes = ['mesh', 'volume', 'point_cloud', 'image', 'file'] as const
/** One of them. */
export type TakenType = (typeof takenTypes)[number]

/** The sources of such data, for the text of a parameter. */
const from = 'a specimen or result of the host, or a file of its caller'

/** A function that takes data of each kind; it returns the same kind, and a point cloud of a file. */
export const takingBodies: {
  readonly [takes in TakenType]: PluginExample & { readonly returns: ResultType; readonly test: string }
} = {
  mesh: {
    returns: 'mesh',
    summary: 'A mesh that is stretched along z.',
    parameters: [
      ['mesh', 'Mesh', from],
      ['factor', 'Range<0.1, 10> = 2', 'how much longer it gets along z'],
    ],
    lines: [
      'const { vertices, indices, unit, orientation, offset } = mesh',
      'const stretched = vertices.map((value, i) => (i % 3 === 2 ? factor * value : value))',
      '// Normals and colours are left out here: those of the mesh stand in mesh.normals and mesh.colors.',
      'return { vertices: stretched, indices, unit, orientation, offset }',
    ],
    test: `test('stretches along z alone', () => {
  const mesh = { vertices: Float32Array.of(0, 0, 1, 1, 0, 1, 0, 1, 1), indices: Uint32Array.of(0, 1, 2) }
  assert.deepEqual([...make(mesh, 3).vertices], [0, 0, 3, 1, 0, 3, 0, 1, 3])
  assert.equal(mesh.vertices[2], 1) // what it was given stays as it is
})`,
  },
  volume: {
    returns: 'volume',
    summary: 'A volume in which only values from a level on are kept.',
    parameters: [
      ['volume', 'Volume', from],
      ['level', 'number = 0', 'the least value that is kept; all below are 0'],
    ],
    lines: [
      'const data = volume.data.map((value) => (value < level ? 0 : value))',
      '// Its places, unit and names go with the values.',
      'return { ...volume, data }',
    ],
    test: `test('keeps values from the level on', () => {
  const volume = { shape: [1, 1, 3], data: Float32Array.of(1, 2, 3), spacing: [1, 1, 2] }
  const { data, spacing } = make(volume, 2)
  assert.deepEqual([...data], [0, 2, 3])
  assert.deepEqual(spacing, [1, 1, 2])
})`,
  },
  point_cloud: {
    returns: 'point_cloud',
    summary: 'Every second point of a cloud, or fewer.',
    parameters: [
      ['cloud', 'PointCloud', from],
      ['step', 'Integer & Range<1, 1000> = 2', 'one of so many points is kept'],
    ],
    lines: [
      'const { points, colors, scalars, ...texts } = cloud',
      'const keep = <A extends Float32Array | Uint8Array>(list: A | undefined, width: number) =>',
      '  list?.filter((_, i) => Math.floor(i / width) % step === 0)',
      'return {',
      '  ...texts,',
      '  points: points.filter((_, i) => Math.floor(i / 3) % step === 0),',
      '  colors: keep(colors, 3) as Uint8Array | undefined,',
      '  scalars: keep(scalars, 1) as Float32Array | undefined,',
      '}',
    ],
    test: `test('keeps every second point with its value', () => {
  const cloud = { points: Float32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2), scalars: Float32Array.of(7, 8, 9) }
  const { points, scalars } = make(cloud)
  assert.deepEqual([...points], [0, 0, 0, 2, 2, 2])
  assert.deepEqual([...scalars], [7, 9])
})`,
  },
  image: {
    returns: 'image',
    summary: 'An image with its light and dark turned round.',
    parameters: [
      ['image', 'Image', from],
      ['share', 'Range<0, 1> = 1', '0 leaves it as it is, 1 turns it round'],
    ],
    lines: [
      'const hasAlpha = image.channels === 4',
      'const data = image.data.map((value, i) =>',
      '  hasAlpha && i % 4 === 3 ? value : value + share * (255 - 2 * value),',
      ')',
      'return { ...image, data }',
    ],
    test: `test('turns light and dark round', () => {
  const image = { width: 2, height: 1, channels: 1, data: Uint8Array.of(0, 200) }
  assert.deepEqual([...make(image).data], [255, 55])
})`,
  },
  file: {
    returns: 'point_cloud',
    summary: 'The points of a table: three numbers a line.',
    parameters: [
      ['file', "File<'.csv' | '.txt'>", 'a table of x, y, z without a head, of its caller or of the host'],
      ['scale', 'Range<0.001, 1000> = 1', 'by which each number is multiplied'],
    ],
    lines: [
      "const rows = new TextDecoder().decode(file.bytes).trim().split('\\n')",
      'const points = rows.flatMap((row, i) => {',
      "  const numbers = row.split(',').map(Number)",
      '  if (numbers.length !== 3 || !numbers.every(Number.isFinite))',
      "    throw new Error('Line ' + (i + 1) + ' of ' + file.name + ' has to be three numbers.')",
      '  return numbers.map((number) => number * scale)',
      '})',
      'return { points: Float32Array.from(points) }',
    ],
    test: `test('reads a table, and says which line is none', () => {
  const toFile = (text) => ({ name: 'a.csv', bytes: new TextEncoder().encode(text) })
  assert.deepEqual([...make(toFile('1,2,3\\n4,5,6'), 2).points], [2, 4, 6, 8, 10, 12])
  assert.throws(() => make(toFile('1,2,3\\nx')), /Line 2 of a.csv/)
})`,
  },
}
