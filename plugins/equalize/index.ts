/** Images whose brightnesses are spread evenly, and a real one that needs it. */
import { gunzipSync } from 'node:zlib'
import type { Image, Integer, Range } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'
import cellFile from './cell.bin'
import { spreadTiles, spreadWhole } from './levels.ts'

/** Levels of 16 bits that a histogram tells apart: a tile has too few pixels for 65,536. */
const tileLevels = 4096

/**
 * A living cell in saline, by quantitative phase: brighter where light was held up more, by what the cell is
 * made of. 550×660 pixels of 0.107 µm, 8 bits. From a digital hologram, by P. Müller and others, 2018 (CC0).
 *
 * @displayName Cell, phase image
 * @tags biology, microscopy, cell, image
 * @thumbnail cell.png
 * @value phase
 * @story A cell in water is as clear as glass: hardly any light stays in it. But light goes through it more
 * slowly than beside it, and a hologram tells by how much.
 */
export function cellImage(): Image {
  return { width: 550, height: 660, channels: 1, data: new Uint8Array(gunzipSync(cellFile)) }
}

/**
 * Any image with its brightnesses spread evenly, so that what differs little can be seen: by the histogram of
 * the whole, or by those of tiles, with a limit to contrast (CLAHE). 8 bits and 16; of colours only the
 * brightness changes.
 *
 * @displayName Equalise
 * @tags image, contrast, histogram, tool
 * @thumbnail equalize.png
 * @story The [cell as it was taken](?specimen=cellImage) hides most of the picture in few shades of grey.
 * Spread them, and the rings of the hologram's background, the shadow around the cell and grains within it
 * stand out.
 * @story By the whole image, whatever is common gets most of the shades: here the background. By tiles each
 * place gets its own curve, and the limit keeps noise from growing with it.
 * @preset Whole image {"by":"whole"}
 * @preset No limit {"limit":40}
 * @preset Fine tiles {"tiles":16,"limit":4}
 * @param image - The picture. @default {"specimen":"cellImage"}
 * @param by - The histogram of tiles, each with its neighbours, or that of the whole image.
 * @param tiles - Tiles along each side.
 * @param limit - How much steeper than before brightness may grow in a tile, about.
 */
export function equalize(
  image: Image,
  by: 'tiles' | 'whole' = 'tiles',
  tiles: Integer & Range<2, 32> = 8,
  limit: Range<1, 40, 0.5> = 3,
): Image {
  const { width, height, channels, data, notes } = image
  const most = data instanceof Uint16Array ? 65_535 : 255
  const hasAlpha = channels % 2 === 0
  const hues = channels - Number(hasAlpha)
  const count = width * height
  const values = new Float32Array(count)
  const weights = new Uint8Array(count).fill(1)
  for (let i = 0; i < count; i++) {
    const at = (channel: number): number => (data[i * channels + channel] ?? 0) / most
    values[i] = hues === 1 ? at(0) : 0.2126 * at(0) + 0.7152 * at(1) + 0.0722 * at(2)
    if (hasAlpha && at(hues) === 0) weights[i] = 0
  }
  const plane = { width, height, values, weights }
  const spread =
    by === 'whole'
      ? spreadWhole(plane, most + 1)
      : spreadTiles(plane, Math.min(most + 1, tileLevels), tiles, limit)
  const result = data.slice()
  let cut = 0
  for (let i = 0; i < count; i++) {
    const step = (spread[i] ?? 0) - (values[i] ?? 0)
    for (let channel = i * channels; channel < i * channels + hues; channel++) {
      const value = Math.round(((data[channel] ?? 0) / most + step) * most)
      if (value < 0 || value > most) cut++
      result[channel] = Math.min(most, Math.max(0, value))
    }
  }
  const said = [
    'Brightness tells ranks here, and is no measure any more.',
    ...(cut > 0 ? [`${cut} parts of colours left the range and are cut to it.`] : []),
  ]
  return { width, height, channels, data: result, notes: addNotes(said, notes) }
}
