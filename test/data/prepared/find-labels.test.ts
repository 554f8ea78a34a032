/** Volumes of labels: which are, their colours, and what is drawn. Counts and places are worked out by hand. */
import { expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { defaultDisplay } from '../../../core/contract/look/display.ts'
import { nameLabels } from '../../../core/contract/look/labels.ts'
import { chooseTransfer, sampleTransfer } from '../../../core/contract/look/volume-transfer.ts'
import { usualLimits } from '../../../core/data/prepared/grid.ts'
import { prepareVolume } from '../../../core/data/prepared/prepare-volume.ts'
import { createReading } from '../../../core/data/prepared/volume-grid.ts'
import { drawSlice } from '../../../core/viewer/slices/slice.ts'
import { listPlanes } from '../../../core/viewer/slices/slice-plane.ts'

const parts = [0, 1, 3, 7]
/** 8 × 8 × 8 samples, in slabs of two layers along x of 0, 1, 3 and 7. */
const slabs = Uint8Array.from({ length: 512 }, (_, i) => parts[(i % 8) >> 1] ?? 0)

function prepareOf(values: Partial<VolumeResult>) {
  const volume = { type: 'volume', shape: [8, 8, 8], dtype: 'uint8', data: slabs, ...values } as const
  return prepareVolume(volume, usualLimits)
}

it('few small integers are labels, with their counts and a colour each', () => {
  const { labels } = prepareOf({})
  expect(labels?.list.map(({ value, count }) => [value, count])).toEqual([
    [1, 128],
    [3, 128],
    [7, 128],
  ])
  const colors = labels?.list.map(({ color }) => color) ?? []
  for (const [i, one] of colors.entries())
    for (const other of colors.slice(i + 1)) {
      const away = Math.hypot(...one.map((part, channel) => part - (other[channel] ?? 0)))
      expect(away).toBeGreaterThan(60)
    }
})

it.each<[string, Partial<VolumeResult>]>([
  ['floats', { dtype: 'float32', data: Float32Array.from(slabs) }],
  [
    'values far apart, as a head of 100 with a mark of 200',
    { data: slabs.map((value) => (value > 2 ? 200 : 100 * value)) },
  ],
  ['many values', { dtype: 'int16', data: Int16Array.from(slabs, (_, i) => i % 100) }],
  ['negative ones', { dtype: 'int8', data: Int8Array.from(slabs, (value) => value - 1) }],
  ['one value', { data: new Uint8Array(512).fill(3) }],
  ['few samples of each', { shape: [2, 2, 4], data: Uint8Array.from({ length: 16 }, (_, i) => i % 8) }],
])('%s are measures', (_, values) => {
  expect(prepareOf(values).labels).toBeUndefined()
})

it('what a file marks as labels is that, with its names and colours, whatever the values', () => {
  const { labels } = prepareOf({
    dtype: 'float32',
    data: Float32Array.from(slabs, (value) => 1000 * value),
    labels: [{ value: 3000, name: 'left kidney', color: [10, 20, 30] }],
  })
  expect(labels?.list.map(({ value }) => value)).toEqual([1000, 3000, 7000])
  expect(labels?.list[1]).toMatchObject({ name: 'left kidney', color: [10, 20, 30], count: 128 })
})

it('nothing lies between two labels: a place has the rank and the colour of its sample', () => {
  const prepared = prepareOf({})
  const read = createReading(prepared)
  expect([0.1, 0.26, 0.49, 0.51, 0.99].map((x) => read([x, 0.5, 0.5]))).toEqual([0, 1, 1, 2, 3])
  const colors = sampleTransfer(chooseTransfer(prepared, defaultDisplay), false)
  for (const { rank, color } of prepared.labels?.list ?? [])
    expect([...colors.subarray(4 * rank, 4 * rank + 4)]).toEqual([...color, 255])
})

it('a slice has no colours but those of the labels, and none where there is no label', () => {
  const prepared = prepareOf({})
  const [xy] = listPlanes('', 'neurological')
  const [width, height] = [53, 41]
  const pixels = new Uint8ClampedArray(4 * width * height)
  const colormap = sampleTransfer(chooseTransfer(prepared, defaultDisplay), false)
  const colors = { colormap, window: [0, 255], isLogarithmic: false, isNearest: true } as const
  const samples = { data: prepared.labels?.ranks ?? [], shape: [8, 8, 8] }
  if (xy) drawSlice(samples, xy, 4, { ...colors, zoom: null, width, height, pixels })
  const found = new Set(
    Array.from({ length: width * height }, (_, i) => pixels.slice(4 * i, 4 * i + 4).join()),
  )
  expect([...found].sort()).toEqual(
    ['0,0,0,0', ...(prepared.labels?.list ?? []).map(({ color }) => [...color, 255].join())].sort(),
  )
})

it('an author names them by value, or in their order', () => {
  const list = prepareOf({}).labels?.list ?? []
  expect([...nameLabels(list, '7 brain; 1 skull')]).toEqual([
    [1, 'skull'],
    [3, ''],
    [7, 'brain'],
  ])
  expect([...nameLabels(list, 'skull, skin, brain').values()]).toEqual(['skull', 'skin', 'brain'])
  expect([...nameLabels(list, 'flat … strongly curved').values()]).toEqual(['', '', ''])
})
