/**
 * The stores of OME-Zarr that a host serves: read by zarrita, which is not ours, and held to the rules of Zarr
 * 3 and OME-Zarr 0.5 as their documents have them, written here anew.
 */
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as zarr from 'zarrita'
import {
  type Dtype,
  type ElementArray,
  elementArrays,
} from '../../../core/contract/domain/result/elements.ts'
import { keysOf } from '../../../core/contract/values/keys-of.ts'
import { type Body, expectProblem } from '../../support/api.ts'
import { expectArray, expectOmeImage } from '../../support/ome-rules.ts'

let host: Host
let url: string
const runs = new Map<string, number>()
const count = (name: string): void => void runs.set(name, (runs.get(name) ?? 0) + 1)

const [depth, height, width] = [5, 70, 130] as const
const place = { spacing: [2, 1, 0.5], origin: [10, 20, 30], unit: 'mm' }
const ramp = (i: number): number => (i * 7) % 251
function makeRamp(dtype: Dtype): ElementArray {
  const samples = new elementArrays[dtype](depth * height * width)
  for (let i = 0; i < samples.length; i++) samples[i] = ramp(i)
  return samples
}
const named = [
  { value: 1, name: 'bone', color: [255, 0, 0] },
  { value: 7, name: 'skin' },
] as const
const small = { shape: [2, 3, 4], spacing: [1, 1, 1] }
/** A quarter turn about z, and a tilt about x of which sine and cosine are 0.6 and 0.8. */
const turned = [
  [0.8, 0.6, 0],
  [0, 0, 1],
  [-0.6, 0.8, 0],
]

beforeAll(async () => {
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', port: 0, logLevel: 'silent' })
  for (const dtype of keysOf(elementArrays))
    host.registerSpecimen(
      { id: dtype },
      () => {
        count(dtype)
        const data = makeRamp(dtype)
        return { shape: [depth, height, width], data, ...place }
      },
      { returns: 'volume' },
    )
  const stripes = Uint8Array.from({ length: 2080 }, (_, i) => (i % 5 < 3 ? 1 : 7))
  host.registerSpecimen(
    { id: 'parted', displayName: 'Parts of it' },
    () => ({ shape: [4, 4, 130], data: stripes, labels: named }),
    { returns: 'volume' },
  )
  host.registerSpecimen(
    { id: 'gap' },
    () => ({
      shape: [1, 1, 130],
      data: Float32Array.from({ length: 130 }, (_, i) => (i < 3 ? Number.NaN : i)),
    }),
    { returns: 'volume' },
  )
  host.registerSpecimen(
    { id: 'picture' },
    () => ({
      width: 130,
      height: 3,
      channels: 3,
      data: Uint8Array.from({ length: 1170 }, (_, i) => i % 256),
    }),
    { returns: 'image' },
  )
  host.registerSpecimen(
    { id: 'grey' },
    () => ({ width: 4, height: 3, channels: 1, data: Uint16Array.from({ length: 12 }, (_, i) => i * 5000) }),
    { returns: 'image' },
  )
  host.registerSpecimen(
    { id: 'turned' },
    () => ({ ...small, data: new Uint8Array(24), origin: [1, 2, 3], direction: turned, unit: 'furlong' }),
    { returns: 'volume' },
  )
  const kinds = { scan: 'volume', dose: 'volume', organs: 'volume', other: 'volume', skin: 'mesh' } as const
  const scene = () => ({
    scan: { ...small, data: Float32Array.from({ length: 24 }, (_, i) => i) },
    dose: {
      ...small,
      data: Float32Array.from({ length: 24 }, (_, i) => 100 + i),
      look: { title: 'The dose' },
    },
    organs: { ...small, data: Uint8Array.from({ length: 24 }, (_, i) => i % 2), labels: named },
    other: { ...small, spacing: [2, 2, 2], data: new Float32Array(24) },
    skin: { vertices: new Float32Array(9), indices: new Uint32Array(3) },
  })
  // The types of functions in code know no scenes.
  const returns = { type: 'scene', parts: kinds } as const
  host.registerSpecimen({ id: 'both' }, scene as () => never, { returns })
  host.registerSpecimen(
    { id: 'surface' },
    () => {
      count('surface')
      return { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
    },
    { returns: 'mesh' },
  )
  url = await host.listen()
})
afterAll(async () => await host.close())

const storeOf = (id: string, path = ''): string => `${url}/api/specimens/${id}/zarr/${path}`

async function readArray(id: string, path: string, prefix = '') {
  const root = zarr.root(new zarr.FetchStore(storeOf(id, prefix)))
  const array = await zarr.open.v3(root.resolve(path), { kind: 'array' })
  const { data, shape } = await zarr.get(array)
  return { dtype: array.dtype, shape, data: Array.from(data as ArrayLike<number>) }
}

async function readGroup(id: string, path = '', prefix = ''): Promise<Body> {
  const root = zarr.root(new zarr.FetchStore(storeOf(id, prefix)))
  return (await zarr.open.v3(root.resolve(path), { kind: 'group' })).attrs
}

async function readDocument(id: string, path: string): Promise<Body> {
  const answer = await fetch(storeOf(id, path))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  return await answer.json()
}

/** Returns the samples of which one of a coarser level is made. */
function listBelow(
  data: readonly number[],
  shape: readonly number[],
  place: readonly number[],
  factor: number,
) {
  const [deep = 1, high = 1, wide = 1] = shape
  const below: number[] = []
  const [z0 = 0, y0 = 0, x0 = 0] = place.map((at) => at * factor)
  for (let z = z0; z < Math.min(deep, z0 + factor); z++)
    for (let y = y0; y < Math.min(high, y0 + factor); y++)
      for (let x = x0; x < Math.min(wide, x0 + factor); x++) below.push(data[(z * high + y) * wide + x] ?? 0)
  return below
}

describe('a volume as zarrita reads it', () => {
  it.each(keysOf(elementArrays))('has the samples and the place of %s, at every level', async (dtype) => {
    const data = Array.from(makeRamp(dtype))
    expect(await readArray(dtype, '0')).toEqual({ dtype, shape: [depth, height, width], data })
    const shapes = [
      [5, 70, 130],
      [3, 35, 65],
      [2, 18, 33],
    ]
    const attributes = await readGroup(dtype)
    expectOmeImage(attributes, shapes)
    for (const [level, shape] of shapes.entries()) {
      expectArray(await readDocument(dtype, `${level}/zarr.json`), elementArrays[dtype].BYTES_PER_ELEMENT)
      const found = await readArray(dtype, String(level))
      expect(found.shape).toEqual(shape)
      const [, high = 0, wide = 0] = shape
      for (const place of [[0, 0, 0], [1, 7, 12], shape.map((extent) => extent - 1)]) {
        const below = listBelow(data, [depth, height, width], place, 2 ** level)
        const mean = below.reduce((sum, value) => sum + value, 0) / below.length
        const sample = found.data[((place[0] ?? 0) * high + (place[1] ?? 0)) * wide + (place[2] ?? 0)]
        expect(sample).toBeCloseTo(dtype.includes('int') ? Math.round(mean) : mean, 4)
      }
    }
    const [{ axes, datasets }] = attributes.ome.multiscales
    expect(axes.map(({ name, unit }: Body) => `${name} ${unit}`)).toEqual([
      'z millimeter',
      'y millimeter',
      'x millimeter',
    ])
    expect(datasets.map((level: Body) => level.coordinateTransformations)).toEqual([
      [
        { type: 'scale', scale: [2, 1, 0.5] },
        { type: 'translation', translation: [10, 20, 30] },
      ],
      [
        { type: 'scale', scale: [4, 2, 1] },
        { type: 'translation', translation: [11, 20.5, 30.25] },
      ],
      [
        { type: 'scale', scale: [8, 4, 2] },
        { type: 'translation', translation: [13, 21.5, 30.75] },
      ],
    ])
  })

  it('has labels as an image and below labels/, and coarser ones as the most frequent', async () => {
    const finest = Array.from({ length: 2080 }, (_, i) => (i % 5 < 3 ? 1 : 7))
    expect((await readArray('parted', '0')).data).toEqual(finest)
    expect((await readArray('parted', 'labels/labels/0')).data).toEqual(finest)
    const { data, shape } = await readArray('parted', 'labels/labels/1')
    expect(shape).toEqual([2, 2, 65])
    for (const at of [0, 11, 64]) {
      const below = listBelow(finest, [4, 4, 130], [1, 0, at], 2)
      const ones = below.filter((value) => value === 1).length
      expect(data[2 * 65 + at]).toBe(ones >= below.length - ones ? 1 : 7) // of two as frequent the least
    }
    expect((await readGroup('parted', 'labels')).ome).toEqual({ version: '0.5', labels: ['labels'] })
    const image = await readGroup('parted', 'labels/labels')
    expectOmeImage(image, [[4, 4, 130], shape, [1, 1, 33]])
    expect(image.ome['image-label']).toEqual({
      colors: [{ 'label-value': 1, rgba: [255, 0, 0, 255] }],
      properties: [
        { 'label-value': 1, name: 'bone' },
        { 'label-value': 7, name: 'skin' },
      ],
      source: { image: '../../' },
    })
    expect((await readGroup('parted')).ome.multiscales[0]).toMatchObject({
      name: 'Parts of it',
      type: 'mode',
    })
  })

  it('leaves NaN out of a mean, which is NaN where there is nothing else', async () => {
    const { data } = await readArray('gap', '1')
    expect(data.slice(0, 4)).toEqual([Number.NaN, 3, 4.5, 6.5])
  })

  it('is along its own axes where it is turned, and has the way to its world and a note', async () => {
    const { ome, specimen } = await readGroup('turned')
    expectOmeImage({ ome }, [[2, 3, 4]])
    const [{ translation }] = ome.multiscales[0].datasets[0].coordinateTransformations.slice(1)
    for (const [axis, wanted] of [-1, 3, 2].entries()) expect(translation[axis]).toBeCloseTo(wanted)
    expect(specimen.affine).toEqual([
      [0.8, 0.6, 0, 1],
      [0, 0, 1, 2],
      [-0.6, 0.8, 0, 3],
    ])
    expect(specimen.notes).toEqual([
      'The unit furlong of its lengths is none of OME-Zarr, and left out.',
      'Its axes are turned in their world, which OME-Zarr 0.5 cannot say: places are along its own axes; ' +
        'specimen.affine leads to the world.',
    ])
    const answer = await fetch(storeOf('turned', 'zarr.json'))
    expect(answer.headers.get('specimen-notes')).toContain('specimen.affine leads to the world.')
  })
})

it('a picture has its colours as channels, and a grey one none', async () => {
  const { data, shape } = await readArray('picture', '0')
  expect(shape).toEqual([3, 3, 130])
  const interleaved = Array.from({ length: 1170 }, (_, i) => i % 256)
  const planes = [0, 1, 2].flatMap((channel) => interleaved.filter((_, i) => i % 3 === channel))
  expect(data).toEqual(planes)
  const attributes = await readGroup('picture')
  expectOmeImage(attributes, [shape, [3, 2, 65], [3, 1, 33]])
  expect(attributes.ome.omero.channels.map(({ label }: Body) => label)).toEqual(['red', 'green', 'blue'])
  const coarse = await readArray('picture', '1')
  const green = [1, 4, 391, 394].map((at) => interleaved[at] ?? 0)
  expect(coarse.data[2 * 65]).toBe(Math.round(green.reduce((sum, value) => sum + value) / 4))
  const grey = await readArray('grey', '0')
  expect(grey).toEqual({
    dtype: 'uint16',
    shape: [3, 4],
    data: Array.from({ length: 12 }, (_, i) => i * 5000),
  })
})

describe('a scene', () => {
  it('has the volumes of one grid as channels, its labels below labels/, and a note on all others', async () => {
    const { data, shape } = await readArray('both', '0')
    expect(shape).toEqual([2, 2, 3, 4])
    expect(data).toEqual([...Array(24).keys(), ...Array.from({ length: 24 }, (_, i) => 100 + i)])
    const attributes = await readGroup('both')
    expectOmeImage(attributes, [shape])
    expect(attributes.specimen.notes).toEqual([
      'The store leaves out other (volume), skin (mesh); a volume or an image has one of its own by part=NAME.',
    ])
    expect((await readGroup('both', 'labels')).ome.labels).toEqual(['organs'])
    expect((await readArray('both', 'labels/organs/0')).data).toEqual(
      Array.from({ length: 24 }, (_, i) => i % 2),
    )
  })

  it('has stores of its parts, and none of a mesh', async () => {
    const { data } = await readArray('both', '0', 'part=dose/')
    expect(data[0]).toBe(100)
    expect((await fetch(`${storeOf('both', 'zarr.json')}?part=other`)).status).toBe(200)
    await expectProblem(await fetch(storeOf('both', 'part=skin/zarr.json')), 406, 'form.unavailable')
    await expectProblem(await fetch(storeOf('both', 'part=scam/zarr.json')), 404, 'part.unknown')
  })
})
