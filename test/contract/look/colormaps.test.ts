/** Colormaps against entries of the published tables: matplotlib 3.11 and seaborn 0.13 printed them. */
import { describe, expect, it } from 'vitest'
import { type ColormapName, colormapNames, sampleColormap } from '../../../core/contract/look/colormaps.ts'

/** Colours at 0, 1, 63, 128, 192, 254, 255 of 255. */
const published: { readonly [name in ColormapName]: string } = {
  viridis: '440154 440256 3b518b 21918c 5ec962 fbe723 fde725',
  magma: '000004 010005 4f127b b73779 fc8961 fcfbbd fcfdbf',
  inferno: '000004 010005 550f6d bc3754 f98e09 fafda1 fcffa4',
  plasma: '0d0887 100788 7d03a8 cc4778 f89540 f0f724 f0f921',
  cividis: '00224e 00234f 424e6c 7d7c78 bcae6c fee636 fee838',
  grey: '000000 010101 3f3f3f 808080 c0c0c0 fefefe ffffff',
  turbo: '30123b 321543 2ab9ee a4fc3c fb7e21 7e0502 7a0403',
  coolwarm: '3b4cc0 3c4ec2 8caffe dddcdc f4987a b50927 b40426',
  icefire: 'bde7db bae5da 3f69c9 1f1e1e b93540 fed1a9 ffd4ac',
  twilight: 'e2d9e2 e1d9e2 6277bb 301437 b35953 e2d9e1 e2d9e2',
}
const places = [0, 1, 63, 128, 192, 254, 255]
const toBytes = (hex: string): number[] => hex.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
const colorAt = (colors: Uint8Array, i: number): number[] => [...colors.subarray(4 * i, 4 * i + 3)]

describe('colormaps', () => {
  it.each(colormapNames)('%s is the published one, its ends exactly', (name) => {
    const colors = sampleColormap(name, false)
    const wanted = published[name].split(' ').map(toBytes)
    const differences = places.flatMap((place, i) =>
      colorAt(colors, place).map((channel, c) => Math.abs(channel - (wanted[i]?.[c] ?? Number.NaN))),
    )
    expect(Math.max(...differences)).toBeLessThanOrEqual(4)
    expect(colorAt(colors, 0)).toEqual(wanted[0])
    expect(colorAt(colors, 255)).toEqual(wanted.at(-1))
  })

  it('have 256 opaque colours', () => {
    const colors = sampleColormap('turbo', false)
    expect(colors).toHaveLength(1024)
    expect(colors.filter((_, i) => i % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
  })

  it('can be turned round', () => {
    const there = sampleColormap('cividis', false)
    const back = sampleColormap('cividis', true)
    for (const i of places) expect(colorAt(back, 255 - i)).toEqual(colorAt(there, i))
  })
})
