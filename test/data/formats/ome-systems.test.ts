/**
 * Images of OME-Zarr 0.6, whose axes stand in coordinate systems: the cases of the specification (ome/ngff-spec
 * at 0.6rc0, `tests` and `examples`), written here anew as what is told apart in each, with places by hand.
 */
import { describe, expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { openFiles } from '../../../core/data/formats/decode-file.ts'
import type { FolderFile } from '../../../core/data/formats/format.ts'
import { toFolderFile } from './files.ts'

type Step = { readonly [name: string]: unknown }

interface Written {
  readonly version?: string
  readonly systems?: unknown
  /** The transformations of the one level. */
  readonly level?: unknown
  readonly further?: readonly Step[]
  readonly shape?: readonly number[]
  readonly more?: object
  readonly array?: object
  readonly path?: unknown
}

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const toAxis = (name: string, unit = 'micrometer') => {
  const types: { readonly [name: string]: string } = { t: 'time', c: 'channel', angle: 'angle' }
  return types[name] ? { name, type: types[name] } : { name, type: 'space', ...(unit && { unit }) }
}
const toSystem = (name: string, axes: string, unit?: string) => {
  return { name, axes: axes.split(' ').map((axis) => toAxis(axis, unit)) }
}
const toOwn = { input: { path: 's0' }, output: { name: 'own' } }
const toWorld = { input: { name: 'own' }, output: { name: 'world' } }
const scale = (...factors: number[]): Step => ({ type: 'scale', scale: factors })
const translation = (...shifts: number[]): Step => ({ type: 'translation', translation: shifts })
const sequence = (...transformations: Step[]): Step => ({ type: 'sequence', transformations })

/** An image of one level of whole numbers from 0 on, z, y, x of 2, 3, 4 in micrometres unless it says otherwise. */
function toFiles(written: Written, folder = 'a.zarr'): FolderFile[] {
  const { version = '0.6rc0', systems = [toSystem('own', 'z y x')], further, shape = [2, 3, 4] } = written
  const { level = [{ ...scale(5, 2, 1), ...toOwn }], more, array, path = 's0' } = written
  const image = {
    coordinateSystems: systems,
    datasets: [{ path, coordinateTransformations: level }],
    ...(further && { coordinateTransformations: further }),
    ...more,
  }
  const attributes = { ome: { version, multiscales: [image] } }
  const length = shape.reduce((product, extent) => product * extent, 1)
  const samples = Uint16Array.from({ length }, (_, i) => i)
  return [
    toFolderFile(`${folder}/zarr.json`, encode({ zarr_format: 3, node_type: 'group', attributes })),
    toFolderFile(
      `${folder}/s0/zarr.json`,
      encode({
        zarr_format: 3,
        node_type: 'array',
        shape,
        data_type: 'uint16',
        chunk_grid: { name: 'regular', configuration: { chunk_shape: shape } },
        chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
        fill_value: 0,
        codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
        ...array,
      }),
    ),
    toFolderFile(`${folder}/s0/c/${shape.map(() => 0).join('/')}`, new Uint8Array(samples.buffer)),
  ]
}

async function open(files: readonly FolderFile[]) {
  const notes: string[] = []
  const { read, frames } = await openFiles(files, { onNote: (note) => notes.push(note) })
  const result = (await read(0)) as VolumeResult // none of these is a picture
  return { result, frames, notes }
}
const readWritten = async (written: Written) => await open(toFiles(written))

async function refuse(written: Written): Promise<string> {
  return await readWritten(written).then(
    ({ result }) => `It was read: ${JSON.stringify({ ...result, data: null })}`,
    (error: Error) => error.message,
  )
}

describe('an image of OME-Zarr 0.6', () => {
  it('has the axes of its coordinate system, whichever order they have', async () => {
    const found = await readWritten({
      systems: [toSystem('own', 'x y z')],
      level: [{ ...scale(1, 2, 5), ...toOwn }],
      shape: [4, 3, 2],
      array: { dimension_names: ['x', 'y', 'z'] },
    })
    const { shape, spacing, unit, data } = found.result
    expect({ shape, spacing, unit }).toEqual({ shape: [2, 3, 4], spacing: [5, 2, 1], unit: 'µm' })
    expect(Array.from(data).slice(0, 5)).toEqual([0, 6, 12, 18, 2])
    expect(found.notes).toEqual([])
  })

  it('has times and channels as volumes, typed or not', async () => {
    const level = [{ ...sequence(scale(0.5, 1, 2, 2), translation(7, 0, 10, 20)), ...toOwn }]
    const systems = [toSystem('own', 't c y x')]
    const { result, frames, notes } = await readWritten({ systems, level, shape: [2, 3, 2, 2] })
    const { shape, spacing, origin } = result
    expect({ shape, spacing, origin }).toEqual({ shape: [1, 2, 2], spacing: [2, 2, 2], origin: [0, 10, 20] })
    expect([frames, notes]).toEqual([6, ['Its volumes are those of 2 t × 3 c.']])
    const untyped = [{ name: 'own', axes: [{ name: 'q' }, toAxis('y'), toAxis('x')] }]
    const custom = await readWritten({ systems: untyped, level: [{ ...scale(1, 1, 1), ...toOwn }] })
    expect(custom.frames).toBe(2)
  })

  it.each<[string, Step, object]>([
    ['identity', { type: 'identity' }, { spacing: [1, 1, 1] }],
    ['scale', scale(4, 3, 2), { spacing: [4, 3, 2] }],
    ['translation', translation(10, 20, 30), { spacing: [1, 1, 1], origin: [10, 20, 30] }],
    [
      'sequence, in its order',
      sequence(translation(1, 2, 3), scale(4, 3, 2)),
      { spacing: [4, 3, 2], origin: [4, 6, 6] },
    ],
    [
      'sequence in a sequence',
      sequence(sequence(scale(4, 3, 2), translation(1, 2, 3)), scale(10, 10, 10)),
      { spacing: [40, 30, 20], origin: [10, 20, 30] },
    ],
    [
      'mapAxis: its i-th axis is that of the number at i',
      sequence(scale(4, 3, 2), { type: 'mapAxis', mapAxis: [1, 0, 2] }),
      { shape: [3, 2, 4], spacing: [3, 4, 2] },
    ],
    [
      'rotation by rows',
      sequence(scale(4, 3, 2), {
        type: 'rotation',
        rotation: [
          [1, 0, 0],
          [0, 0.8, -0.6],
          [0, 0.6, 0.8],
        ],
      }),
      {
        spacing: [4, 3, 2],
        direction: [
          [1, 0, 0],
          [0, expect.closeTo(0.8), expect.closeTo(-0.6)],
          [0, expect.closeTo(0.6), expect.closeTo(0.8)],
        ],
      },
    ],
    [
      'affine, its last column the shift',
      {
        type: 'affine',
        affine: [
          [0, 0, 2, 7],
          [0, 3, 0, 8],
          [-4, 0, 0, 9],
        ],
      },
      {
        shape: [4, 3, 2],
        spacing: [2, 3, 4],
        origin: [7, 8, 9],
        direction: [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, -1],
        ],
      },
    ],
    [
      'bijection',
      { type: 'bijection', forward: scale(4, 3, 2), inverse: scale(1, 1, 1) },
      { spacing: [4, 3, 2] },
    ],
  ])('is placed by %s', async (_, step, wanted) => {
    const { result, notes } = await readWritten({ level: [{ ...step, ...toOwn }] })
    expect(result).toMatchObject({ unit: 'µm', ...wanted })
    if (!('direction' in wanted)) expect(result).not.toHaveProperty('direction')
    expect(notes).toEqual([])
    // So it is in a further system of lengths, to which that of the levels leads.
    const systems = [toSystem('own', 'z y x', ''), toSystem('world', 'z y x', 'micrometer')]
    const level = [{ type: 'identity', ...toOwn }]
    const further = await readWritten({ systems, level, further: [{ ...step, ...toWorld }] })
    expect([further.result, further.notes]).toEqual([result, []])
  })

  it('is refused where a time is mixed into space, and has a scale and shift of its own otherwise', async () => {
    const toTimes = (affine: readonly (readonly number[])[]): Written => ({
      systems: [toSystem('own', 't y x')],
      level: [{ type: 'affine', affine, ...toOwn }],
    })
    const sheared = [
      [1, 0, 0, 0],
      [0.5, 1, 0, 0],
      [0, 0, 1, 0],
    ]
    expect(await refuse(toTimes(sheared))).toContain(
      'mixes an axis with others that are no times or channels',
    )
    const { frames } = await readWritten(toTimes(sheared.with(1, [0, 2, 0, 5])))
    expect(frames).toBe(2)
  })

  it.each<[string, readonly Step[], readonly object[], string]>([
    ['a system without lengths', [scale(2, 2, 2)], [toSystem('world', 'z y x', '')], 'world, scale'],
    [
      'two systems',
      [scale(2, 2, 2)],
      [toSystem('world', 'z y x'), toSystem('atlas', 'z y x')],
      'world, atlas, scale',
    ],
    ['a field', [{ type: 'displacements', path: 'f' }], [toSystem('world', 'z y x')], 'world, displacements'],
    [
      'byDimension',
      [{ type: 'byDimension', transformations: [] }],
      [toSystem('world', 'z y x')],
      'world, byDimension',
    ],
    [
      'numbers by a path',
      [{ type: 'rotation', path: 'r' }],
      [toSystem('world', 'z y x')],
      'world, rotation by path',
    ],
    ['a system that is not there', [scale(2, 2, 2)], [], 'scale'],
  ])('stays in the system of its levels, with a note, beside %s', async (_, steps, systems, named) => {
    const { result, notes } = await readWritten({
      systems: [toSystem('own', 'z y x'), ...systems],
      further: steps.map((step) => ({ ...step, ...toWorld })),
    })
    expect(result.spacing).toEqual([5, 2, 1])
    expect(notes).toEqual([expect.stringContaining(`those of the system of its levels (${named})`)])
  })

  it('passes over a way to the system of its labels, and reads the spelling of drafts', async () => {
    const label = { type: 'identity', input: { name: 'own' }, output: { name: 'own', path: 'labels/cells' } }
    expect((await readWritten({ further: [label] })).notes).toEqual([])
    const level = [{ ...scale(5, 2, 1), input: 's0', output: 'own' }]
    expect((await readWritten({ version: '0.6.dev3', level })).result.spacing).toEqual([5, 2, 1])
  })

  it('has other lengths in the unit of x, and none where units cannot be compared', async () => {
    const axes = [toAxis('z', 'millimeter'), toAxis('y'), toAxis('x')]
    const { result } = await readWritten({ systems: [{ name: 'own', axes }] })
    expect(result).toMatchObject({ spacing: [5000, 2, 1], unit: 'µm' })
  })

  it('says that the array names its axes in another order', async () => {
    const { notes } = await readWritten({ array: { dimension_names: ['x', 'y', 'z'] } })
    expect(notes).toEqual([
      'Its arrays name their axes in another order; that of the metadata of the image is used (x, y, z).',
    ])
    expect((await readWritten({ array: { dimension_names: ['z', 'y', 'x'] } })).notes).toEqual([])
    expect((await readWritten({ array: { dimension_names: ['dim_0', null, 'dim_2'] } })).notes).toEqual([])
  })
})

describe('an image of OME-Zarr 0.6 is refused', () => {
  const oneAxis = [{ name: 'own', axes: [toAxis('x')] }]
  const level = (...steps: unknown[]): Written => ({
    level: steps.map((step) => ({ ...Object(step), ...toOwn })),
  })
  it.each<[string, Written, string]>([
    [
      'without systems',
      { systems: undefined, more: { coordinateSystems: undefined } },
      'must have one at least',
    ],
    ['with a system without a name', { systems: [{ axes: toSystem('', 'z y x').axes }] }, 'must have a name'],
    ['with a system without axes', { systems: [{ name: 'own' }] }, 'must be objects, each with a name'],
    [
      'with an axis without a name',
      { systems: [{ name: 'own', axes: [{}, toAxis('y'), toAxis('x')] }] },
      'must have names',
    ],
    ['with two axes of one name', { systems: [toSystem('own', 'z y y')] }, 'each with a name of its own'],
    [
      'with two systems of one name',
      { systems: [toSystem('own', 'z y x'), toSystem('own', 'z y x')] },
      'name of its own',
    ],
    ['with fewer axes than the array', { systems: oneAxis }, 'axes must have 3 entries'],
    ['with one axis of space', { systems: [toSystem('own', 't c x')] }, '2 or 3 axes of space (got 1)'],
    [
      'with four axes of space',
      {
        systems: [toSystem('own', 'w z y x')],
        shape: [1, 1, 1, 1],
        level: [{ ...scale(1, 1, 1, 1), ...toOwn }],
      },
      '2 or 3 axes of space (got 4)',
    ],
    ['without a transformation', { level: [] }, 'must have one transformation, maybe a sequence (got 0)'],
    ['with two of them', level(scale(1, 1, 1), translation(1, 1, 1)), 'maybe a sequence (got 2)'],
    ['with one without a type', level({ scale: [1, 1, 1] }), 'must be a scale, translation'],
    [
      'with an unknown one',
      level({ type: 'warp' }),
      'with its numbers in the metadata; save it as one of these. It is warp.',
    ],
    ['with a field', level({ type: 'coordinates', path: 'f' }), 'It is coordinates.'],
    ['with a projection', level({ type: 'projectAxis', droppedInputs: [0] }), 'It is projectAxis.'],
    ['with a scale of two axes', level(scale(1, 1)), 'scale must have 3 finite numbers'],
    ['with a scale of 0', level(scale(0, 1, 1)), 'scale must be above 0'],
    [
      'with a scale in words',
      level({ type: 'scale', scale: ['1', 1, 1] }),
      'scale must have 3 finite numbers',
    ],
    [
      'with a translation without numbers',
      level({ type: 'translation' }),
      'translation must have 3 finite numbers',
    ],
    [
      'with a mapAxis of one axis twice',
      level({ type: 'mapAxis', mapAxis: [0, 0, 1] }),
      'each of its axes once',
    ],
    ['with a mapAxis from 1', level({ type: 'mapAxis', mapAxis: [1, 2, 3] }), 'each of its axes once'],
    ['with an affine of text', level({ type: 'affine', affine: 'a' }), 'An affine must be a matrix'],
    [
      'with an affine without shifts',
      level({ type: 'affine', affine: [[1, 0, 0]] }),
      'a row of an affine must have 4',
    ],
    [
      'with an affine of two rows',
      level({
        type: 'affine',
        affine: [
          [1, 0, 0, 0],
          [0, 1, 0, 0],
        ],
      }),
      'must have as many rows (got 2)',
    ],
    [
      'with an affine that is flat',
      level({
        type: 'affine',
        affine: [
          [1, 0, 0, 0],
          [1, 0, 0, 0],
          [0, 0, 1, 0],
        ],
      }),
      'must span a space',
    ],
    [
      'with a rotation of two rows',
      level({
        type: 'rotation',
        rotation: [
          [1, 0, 0],
          [0, 1, 0],
        ],
      }),
      'A rotation must have 3 rows',
    ],
    [
      'with a rotation that is a mirror',
      level({
        type: 'rotation',
        rotation: [
          [-1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
      'and no mirror',
    ],
    [
      'with a rotation that stretches',
      level({
        type: 'rotation',
        rotation: [
          [2, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      }),
      'rows of length 1',
    ],
    ['with a sequence of none', level(sequence()), 'A sequence must hold transformations'],
    [
      'with sequences in each other',
      level(Array.from({ length: 9 }).reduce<Step>((inner) => sequence(inner), scale(1, 1, 1))),
      'at most 8 deep',
    ],
    [
      'with a bijection of one way',
      level({ type: 'bijection', inverse: scale(1, 1, 1) }),
      'A bijection must hold transformations',
    ],
    [
      'to a system that is not there',
      { level: [{ ...scale(1, 1, 1), input: { path: 's0' }, output: { name: 'world' } }] },
      'must name a coordinate system of its image',
    ],
    ['to no system', { level: [scale(1, 1, 1)] }, 'must name a coordinate system of its image'],
    ['with a path that is a number', { path: 0 }, 'must lead into the folder of the image'],
    ['with a path that leads out', { path: '../s0' }, 'must lead into the folder of the image'],
  ])('%s', async (_, written, reason) => {
    expect(await refuse(written)).toContain(reason)
  })
})

it('a scene is its first image that is there, with a note', async () => {
  const link = (from: string, to: string) => {
    return { type: 'identity', input: { path: from, name: 'own' }, output: { path: to, name: 'own' } }
  }
  const scene = { coordinateTransformations: [link('gone', 'b'), link('a', 'b')] }
  const attributes = { ome: { version: '0.6rc0', scene } }
  const group = encode({ zarr_format: 3, node_type: 'group', attributes })
  const files = [
    toFolderFile('a.zarr/zarr.json', group),
    ...toFiles({}, 'a.zarr/a'),
    ...toFiles({ level: [{ ...scale(9, 9, 9), ...toOwn }] }, 'a.zarr/b'),
  ]
  const { result, notes } = await open(files)
  expect(result.spacing).toEqual([9, 9, 9])
  expect(notes).toEqual([
    'It is a scene of images: this is the first, without its place among the others (3 images).',
  ])
})
