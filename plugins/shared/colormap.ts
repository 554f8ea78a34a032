/** Colours for numbers: each map is a row of sRGB stops, evenly spaced from 0 to 1, interpolated linearly. */

/** Names of the colour maps. */
export type ColormapName = 'viridis' | 'magma' | 'ice' | 'ember'

const stops: { readonly [name in ColormapName]: readonly number[] } = {
  // viridis and magma by S. van der Walt and N. Smith (CC0), every eighth of the map
  viridis: [0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725],
  magma: [0x000004, 0x1c1044, 0x4f127b, 0x812581, 0xb5367a, 0xe55964, 0xfb8761, 0xfec287, 0xfcfdbf],
  ice: [0x0b1026, 0x12305f, 0x1b5f9e, 0x3c94c7, 0x7fc3dd, 0xc3e5ea, 0xf6fbf7],
  ember: [0x16121f, 0x43213c, 0x8a2c47, 0xd0453f, 0xf28a3c, 0xfad074, 0xfffbe0],
}

/**
 * Returns a table of 256 colours, sRGB, three bytes each. Looking colours up costs a fraction of
 * interpolating each one.
 */
export function createColorTable(name: ColormapName): Uint8Array {
  const map = stops[name]
  const table = new Uint8Array(256 * 3)
  for (let i = 0; i < 256; i++) {
    const position = (i / 255) * (map.length - 1)
    const stop = Math.min(Math.floor(position), map.length - 2)
    const [low = 0, high = 0] = map.slice(stop, stop + 2)
    for (let channel = 0; channel < 3; channel++) {
      const shift = 16 - 8 * channel
      const [from, to] = [(low >> shift) & 255, (high >> shift) & 255]
      table[3 * i + channel] = Math.round(from + (to - from) * (position - stop))
    }
  }
  return table
}

/** Returns where the colour of `value` (0 to 1, cut to that) starts in a colour table. */
export function toColorOffset(value: number): number {
  return 3 * Math.round(Math.min(Math.max(value, 0), 1) * 255)
}
