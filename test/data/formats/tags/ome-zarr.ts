import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import type { FolderFile } from '../../../../core/data/formats/format.ts'
import { toFolderFile } from '../files.ts'
import type { TagSample, TagSamples } from './sample.ts'

interface Folder {
  /** Axes, slowest first; `space` and µm for x, y and z. */
  readonly axes?: unknown
  readonly image?: object
  readonly dataset?: object
  /** Beside multiscales. */
  readonly attributes?: object
  readonly array?: object
  readonly data?: ArrayBufferView
  readonly chunk?: string
}

const from = 'OME-NGFF 0.4, and Zarr 2: https://ngff.openmicroscopy.org/0.4'
const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const inSpace = (name: string, unit = 'micrometer') => ({ name, type: 'space', unit })
const zyx = ['z', 'y', 'x'].map((name) => inSpace(name))
const data = new Int16Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])

/** An image of Zarr 2, 2×2×3 int16 in one plain chunk, 0 to 11; then its members. */
function files(folder: Folder = {}, place = 'a.zarr/'): FolderFile[] {
  const { axes = zyx, image, dataset, attributes, array, data: samples = data, chunk = '0.0.0' } = folder
  const datasets = [{ path: '0', ...dataset }]
  const multiscales = [{ version: '0.4', axes, datasets, ...image }]
  const shape = { shape: [2, 2, 3], chunks: [2, 2, 3], dtype: '<i2', fill_value: 9, order: 'C' }
  const bytes = new Uint8Array(samples.buffer as ArrayBuffer, samples.byteOffset, samples.byteLength)
  return [
    toFolderFile(`${place}.zattrs`, encode({ multiscales, ...attributes })),
    toFolderFile(
      `${place}0/.zarray`,
      encode({ zarr_format: 2, compressor: null, filters: null, ...shape, ...array }),
    ),
    toFolderFile(`${place}0/${chunk}`, bytes),
  ]
}

const metadata = (path: string, value: unknown): FolderFile => toFolderFile(path, encode(value))

function sample(folder: Folder, members: object): TagSample {
  const check = (result: Result): void => expect(result).toMatchObject(members)
  return { name: 'a.zarr', from, bytes: () => files(folder), check }
}

function ofFiles(bytes: () => FolderFile[], members: object): TagSample {
  return { ...sample({}, members), bytes }
}

const scale = (...values: number[]) => ({ type: 'scale', scale: values })
const translation = (...values: number[]) => ({ type: 'translation', translation: values })

/** An image of Zarr 3 after https://zarr-specs.readthedocs.io, 2×2×3 int16, big-endian, with the last axis slowest. */
function filesOfThree(more: object = {}): FolderFile[] {
  const multiscales = [{ axes: zyx, datasets: [{ path: '0', coordinateTransformations: [scale(4, 3, 2)] }] }]
  const attributes = { ome: { version: '0.5', multiscales } }
  const regular = (shape: number[]) => ({ name: 'regular', configuration: { chunk_shape: shape } })
  // x is the slowest in the chunk: 0 3 6 9, 1 4 7 10, 2 5 8 11.
  const chunk = new DataView(new ArrayBuffer(24))
  for (const [i, value] of [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11].entries()) chunk.setInt16(2 * i, value)
  return [
    metadata('a.zarr/zarr.json', { zarr_format: 3, node_type: 'group', attributes }),
    metadata('a.zarr/0/zarr.json', {
      zarr_format: 3,
      node_type: 'array',
      shape: [2, 2, 3],
      data_type: 'int16',
      chunk_grid: regular([2, 2, 3]),
      chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
      fill_value: 0,
      codecs: [
        { name: 'transpose', configuration: { order: [2, 0, 1] } },
        { name: 'bytes', configuration: { endian: 'big' } },
      ],
      ...more,
    }),
    toFolderFile('a.zarr/0/c/0/0/0', new Uint8Array(chunk.buffer)),
  ]
}

interface SystemImage {
  readonly axes?: readonly string[]
  /** From the samples to the first system. */
  readonly step: object
  /** A further system. */
  readonly world?: string
  readonly unit?: string
  readonly more?: readonly object[]
}

/** An image of 0.6 by https://ngff.openmicroscopy.org/0.6, which may as well stand on Zarr 2 here. */
function ofSystem({ axes = ['z', 'y', 'x'], step, world, unit = 'micrometer', more }: SystemImage): Folder {
  const named = (of: string) =>
    axes.map((name) =>
      name === 't' ? { name, type: 'time' } : { name, type: 'space', ...(of && { unit: of }) },
    )
  const further = world === undefined ? [] : [{ name: world, axes: named(unit) }]
  const coordinateSystems = [{ name: 'own', axes: named('micrometer') }, ...further]
  const ends = { input: { path: '0' }, output: { name: 'own' } }
  return {
    axes: undefined,
    image: { axes: undefined, coordinateSystems, ...(more && { coordinateTransformations: more }) },
    dataset: { coordinateTransformations: [{ ...step, ...ends }] },
    attributes: { version: '0.6rc0' },
  }
}

const toWorld = (step: object, world = 'world') => ({
  ...step,
  input: { name: 'own' },
  output: { name: world },
})
const sheared = [
  [1, 0, 0, 0],
  [1, 1, 0, 0],
  [0, 0, 1, 0],
]

/** By hand after the texts of both formats. */
export const omeSamples: TagSamples = {
  multiscales: sample({}, { type: 'volume', shape: [2, 2, 3], data, unit: 'µm' }),
  'several multiscales': ofFiles(
    () => {
      const image = { axes: zyx, datasets: [{ path: '0' }] }
      return files({ attributes: { multiscales: [image, { ...image, datasets: [{ path: '1' }] }] } })
    },
    { data },
  ),
  datasets: sample({ image: { datasets: [{ path: '0' }, { path: '1' }] } }, { data }),
  axes: sample(
    {
      axes: ['x', 'y', 'z'].map((name) => inSpace(name)),
      dataset: { coordinateTransformations: [scale(1, 2, 5), translation(10, 20, 30)] },
    },
    {
      shape: [3, 2, 2],
      spacing: [5, 2, 1],
      origin: [30, 20, 10],
      data: new Int16Array([0, 6, 3, 9, 1, 7, 4, 10, 2, 8, 5, 11]),
    },
  ),
  'axes without types': sample(
    { axes: ['y', 'z', 'x'] },
    {
      shape: [2, 2, 3],
      data: new Int16Array([0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11]),
    },
  ),
  'axes of other names': sample({ axes: ['a', 'b', 'c'].map((name) => inSpace(name)) }, { data }),
  'axes.type': sample(
    { axes: [{ name: 'c', type: 'channel' }, inSpace('y'), inSpace('x')] },
    { shape: [1, 2, 3], frames: 2, data: data.slice(0, 6) },
  ),
  'axes.unit': sample(
    {
      axes: [inSpace('z', 'micrometer'), inSpace('y', 'nanometer'), inSpace('x', 'nanometer')],
      dataset: { coordinateTransformations: [scale(0.04, 4, 4), translation(1, 10, 20)] },
    },
    { spacing: [40, 4, 4], origin: [1000, 10, 20], unit: 'nm' },
  ),
  'axes.unit that is no length': sample(
    {
      axes: [inSpace('z', 'second'), inSpace('y'), inSpace('x')],
      dataset: { coordinateTransformations: [scale(2, 4, 4)] },
    },
    { spacing: [2, 4, 4] },
  ),
  coordinateTransformations: sample(
    {
      dataset: { coordinateTransformations: [scale(4, 2, 1), translation(1, 2, 3)] },
      image: { coordinateTransformations: [scale(10, 10, 10), translation(0, 0, 5)] },
    },
    { spacing: [40, 20, 10], origin: [10, 20, 35] },
  ),
  identity: {
    ...sample(
      { dataset: { coordinateTransformations: [{ type: 'identity' }] } },
      { data, spacing: [1, 1, 1] },
    ),
    without: () => files(),
  },
  'other transformations': sample(
    { dataset: { coordinateTransformations: [{ type: 'affine', affine: [[0]] }] } },
    { data, spacing: [1, 1, 1] },
  ),
  omero: {
    ...sample(
      { attributes: { omero: { channels: [{ color: 'ff0000', window: { start: 0, end: 1 } }] } } },
      { data },
    ),
    without: () => files(),
  },
  labels: ofFiles(() => [...files(), metadata('a.zarr/labels/.zattrs', { labels: ['cells'] })], { data }),
  'image-label': sample(
    {
      attributes: {
        'image-label': {
          colors: [
            { 'label-value': 1, rgba: [255, 0, 0, 255] },
            { 'label-value': 99, rgba: [0, 0, 255, 255] },
          ],
          properties: [{ 'label-value': 2, class: 'nucleus' }],
        },
      },
    },
    {
      type: 'volume',
      data,
      valueName: 'label',
      labels: [
        { value: 2, name: 'nucleus' },
        { value: 1, name: '1', color: [255, 0, 0] },
      ],
    },
  ),
  plate: ofFiles(
    () => [
      metadata('a.zarr/.zattrs', { plate: { wells: [{ path: 'B/2' }, { path: 'A/1' }] } }),
      metadata('a.zarr/A/1/.zattrs', { well: { images: [{ path: '0' }] } }),
      ...files({ data: new Int16Array(12) }, 'a.zarr/A/1/0/'),
      metadata('a.zarr/B/2/.zattrs', { well: { images: [{ path: '0' }] } }),
      ...files({}, 'a.zarr/B/2/0/'),
    ],
    { data },
  ),
  well: ofFiles(
    () => [
      metadata('a.zarr/.zattrs', { well: { images: [{ path: '1' }, { path: '0' }] } }),
      ...files({ data: new Int16Array(12) }, 'a.zarr/0/'),
      ...files({}, 'a.zarr/1/'),
    ],
    { data },
  ),
  'bioformats2raw.layout': ofFiles(
    () => [
      metadata('a.zarr/.zattrs', { 'bioformats2raw.layout': 3 }),
      ...files({}, 'a.zarr/0/'),
      ...files({ data: new Int16Array(12) }, 'a.zarr/1/'),
    ],
    { data },
  ),
  dtype: sample(
    { array: { dtype: '>u2' }, data: new Uint8Array(24).map((_, i) => (i % 2 === 0 ? 1 : i)) },
    { dtype: 'uint16', data: Uint16Array.from({ length: 12 }, (_, i) => 256 + 2 * i + 1) },
  ),
  coordinateSystems: sample(ofSystem({ axes: ['x', 'y', 'z'], step: scale(1, 2, 5) }), {
    shape: [3, 2, 2],
    spacing: [5, 2, 1],
    unit: 'µm',
    data: new Int16Array([0, 6, 3, 9, 1, 7, 4, 10, 2, 8, 5, 11]),
  }),
  'further coordinateSystems': sample(
    ofSystem({ step: scale(1, 2, 5), world: 'pixels', unit: '', more: [toWorld(scale(2, 2, 2), 'pixels')] }),
    { spacing: [1, 2, 5], unit: 'µm' },
  ),
  'other transformations of a level': sample(
    ofSystem({ step: { type: 'displacements', path: 'field' } }),
    {},
  ),
  'affine of times or channels': sample(
    ofSystem({ axes: ['t', 'y', 'x'], step: { type: 'affine', affine: sheared } }),
    {},
  ),
  'rotation, affine, mapAxis, sequence': sample(
    ofSystem({
      step: scale(1, 2, 5),
      world: 'world',
      more: [toWorld({ type: 'mapAxis', mapAxis: [0, 2, 1] })],
    }),
    { shape: [2, 3, 2], spacing: [1, 5, 2], data: new Int16Array([0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11]) },
  ),
  bijection: sample(
    ofSystem({ step: { type: 'bijection', forward: scale(1, 2, 5), inverse: scale(1, 0.5, 0.2) } }),
    { spacing: [1, 2, 5], data },
  ),
  scene: ofFiles(
    () => {
      const ends = { input: { path: 'b', name: 'own' }, output: { path: 'a', name: 'own' } }
      const scene = { coordinateTransformations: [{ type: 'identity', ...ends }] }
      const attributes = { ome: { version: '0.6rc0', scene } }
      return [
        metadata('a.zarr/zarr.json', { zarr_format: 3, node_type: 'group', attributes }),
        ...files({ data: new Int16Array(12) }, 'a.zarr/a/'),
        ...files({}, 'a.zarr/b/'),
      ]
    },
    { data },
  ),
  'later versions': sample({ image: { version: '0.7' } }, {}),
  'dtype of no number': sample({ array: { dtype: '|S2' } }, {}),
  'filters and codecs that count with floats of 16 bits': sample(
    { array: { dtype: '<f2', filters: [{ id: 'delta', dtype: '<f2' }] } },
    {},
  ),
  'fill_value that is no float of 16 bits': sample({ array: { dtype: '<f2', fill_value: 'none' } }, {}),
  order: sample({ array: { order: 'F' } }, { data: new Int16Array([0, 4, 8, 2, 6, 10, 1, 5, 9, 3, 7, 11]) }),
  dimension_separator: sample({ array: { dimension_separator: '/' }, chunk: '0/0/0' }, { data }),
  fill_value: sample({ chunk: 'elsewhere' }, { data: new Int16Array(12).fill(9) }),
  filters: sample(
    { array: { filters: [{ id: 'delta', dtype: '<i2' }] }, data: new Int16Array([5, ...Array(11).fill(1)]) },
    { data: data.map((value) => value + 5) },
  ),
  data_type: ofFiles(() => filesOfThree(), { dtype: 'int16', spacing: [4, 3, 2] }),
  codecs: ofFiles(() => filesOfThree(), { data }),
  dimension_names: {
    ...ofFiles(() => filesOfThree({ dimension_names: ['z', 'y', 'x'] }), { data }),
    without: () => filesOfThree(),
  },
  'dimension_names in another order': ofFiles(() => filesOfThree({ dimension_names: ['x', 'y', 'z'] }), {
    data,
  }),
}
