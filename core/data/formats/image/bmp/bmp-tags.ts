import type { TagTable } from '../../tag-table.ts'
import { profileNote } from '../color-profile.ts'

const wayOut = 'which is not read; save it as PNG.'

/** The fields of a BMP's head, and their values. */
export const bmpTags = {
  format: 'BMP',
  source: 'BITMAPINFOHEADER, BITMAPV4HEADER and BITMAPV5HEADER (Windows SDK); BITMAPINFOHEADER2 (OS/2 2.0)',
  rows: [
    { tag: 'biSize = 12', treatment: 'read', says: 'OS/2 1: sizes of 16 bits, palettes of three bytes' },
    { tag: 'biSize = 40', treatment: 'read', says: 'Windows 3' },
    { tag: 'biSize = 64', treatment: 'read', says: 'OS/2 2, of which what follows 40 bytes is for printing' },
    { tag: 'biSize = 108', treatment: 'read', says: 'Windows 4, with masks' },
    { tag: 'biSize = 124', treatment: 'read', says: 'Windows 5, with masks' },
    { tag: 'biHeight < 0', treatment: 'read', says: 'rows from the top' },
    { tag: 'biBitCount = 1', treatment: 'read', says: 'a palette of two colors; grey where all colors are' },
    { tag: 'biBitCount = 4', treatment: 'read', says: 'a palette of 16 colors' },
    { tag: 'biBitCount = 8', treatment: 'read', says: 'a palette of 256 colors' },
    { tag: 'biBitCount = 16', treatment: 'read', says: 'five bits a color, or masks' },
    { tag: 'biBitCount = 24', treatment: 'read', says: 'eight bits a color' },
    { tag: 'biBitCount = 32', treatment: 'read', says: 'eight bits a color; alpha where a mask names it' },
    { tag: 'biCompression = 1', treatment: 'read', says: 'RLE8' },
    { tag: 'biCompression = 2', treatment: 'read', says: 'RLE4' },
    {
      tag: 'pixels of no run',
      treatment: 'noted',
      says: 'Its runs leave out pixels, or end early: these have the first color of the palette.',
    },
    { tag: 'biCompression = 3', treatment: 'read', says: 'masks of the colors' },
    { tag: 'biCompression = 6', treatment: 'read', says: 'masks of the colors and of alpha' },
    {
      tag: 'biCompression = 4',
      treatment: 'refused',
      says: `It is a JPEG for printers within a BMP, ${wayOut}`,
    },
    {
      tag: 'biCompression = 5',
      treatment: 'refused',
      says: `It is a PNG for printers within a BMP, ${wayOut}`,
    },
    { tag: 'biCompression = 11', treatment: 'refused', says: `Its pixels are CMYK for printers, ${wayOut}` },
    {
      tag: 'biXPelsPerMeter',
      treatment: 'ignored',
      says: 'for printing; the picture is no measure of length',
    },
    { tag: 'biClrUsed', treatment: 'read', says: 'the colors of the palette' },
    { tag: 'bV5CSType = sRGB', treatment: 'ignored', says: 'colors are those of sRGB in any case' },
    { tag: 'bV5CSType = MBED', treatment: 'noted', says: profileNote },
  ],
} as const satisfies TagTable
