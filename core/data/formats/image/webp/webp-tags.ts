import type { TagTable } from '../../tag-table.ts'
import { profileNote } from '../color-profile.ts'
import { otherOrientationNote } from '../orientation.ts'

/** The chunks of a WebP. */
export const webpTags = {
  format: 'WebP',
  source: 'RFC 9649',
  rows: [
    { tag: 'VP8 ', treatment: 'read', says: 'lossy' },
    { tag: 'VP8L', treatment: 'read', says: 'lossless, with alpha' },
    { tag: 'VP8X', treatment: 'read', says: 'the size of the picture' },
    { tag: 'ALPH', treatment: 'read', says: 'alpha of a lossy picture' },
    {
      tag: 'ANIM',
      treatment: 'noted',
      says: 'This is the first picture of an animation; the others are left out.',
    },
    { tag: 'ICCP', treatment: 'noted', says: profileNote },
    { tag: 'ICCP of sRGB', treatment: 'ignored', says: 'colors are those of sRGB in any case' },
    { tag: 'EXIF', treatment: 'read', says: 'its orientation: the picture is turned upright' },
    { tag: 'XMP Orientation', treatment: 'noted', says: otherOrientationNote },
    { tag: 'XMP ', treatment: 'ignored', says: 'a text on the picture' },
  ],
} as const satisfies TagTable
