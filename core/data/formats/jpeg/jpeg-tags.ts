import { profileNote } from '../image/color-profile.ts'
import { otherOrientationNote } from '../image/orientation.ts'
import type { TagTable } from '../tag-table.ts'

const wayOut = 'which is not read; save it as baseline JPEG or as PNG.'

/** The segments of a JPEG, and their values. */
export const jpegTags = {
  format: 'JPEG',
  source: 'ISO/IEC 10918-1 (T.81) and -5 (JFIF); Adobe technical note 5116; Exif 2.32',
  rows: [
    { tag: 'SOF0', treatment: 'read', says: 'baseline' },
    { tag: 'SOF1', treatment: 'read', says: 'extended sequential, of 8 bits' },
    {
      tag: 'SOF1 of 12 bits',
      treatment: 'refused',
      says: 'A JPEG must have 8 bits a sample (got 12); save it as PNG or TIFF of 16 bits.',
    },
    { tag: 'SOF2', treatment: 'read', says: 'progressive' },
    { tag: 'SOF3', treatment: 'refused', says: `It is lossless JPEG, ${wayOut}` },
    { tag: 'SOF5 to SOF7', treatment: 'refused', says: `It is hierarchical JPEG, ${wayOut}` },
    { tag: 'SOF9 to SOF15', treatment: 'refused', says: `It is JPEG of arithmetic coding, ${wayOut}` },
    { tag: 'SOF55', treatment: 'refused', says: `It is JPEG-LS, ${wayOut}` },
    {
      tag: 'SOF sampling',
      treatment: 'read',
      says: 'halves are interpolated, others repeated, as by libjpeg',
    },
    { tag: 'SOF of 1 component', treatment: 'read', says: 'grey' },
    {
      tag: 'SOF of 2 components',
      treatment: 'refused',
      says: 'A JPEG must have 1, 3 or 4 components (got 2); save it as PNG.',
    },
    { tag: 'SOF components R, G, B', treatment: 'read', says: 'red, green and blue, without JFIF and Adobe' },
    {
      tag: 'SOF of 4 components',
      treatment: 'noted',
      says: 'Its four inks (CMYK) are shown as red, green and blue: 255 - ink - black + ink × black / 255.',
    },
    { tag: 'DHT', treatment: 'read', says: 'tables of codes' },
    { tag: 'without DHT', treatment: 'read', says: 'the tables of annex K.3, as in frames of films' },
    { tag: 'DQT', treatment: 'read', says: 'quantizers of 8 and 16 bits' },
    { tag: 'DRI', treatment: 'read', says: 'restarts' },
    {
      tag: 'DNL',
      treatment: 'refused',
      says: 'An image must have its height in its head (got 0, with a segment DNL behind); save it anew.',
    },
    { tag: 'APP0 JFIF', treatment: 'read', says: 'three components are YCbCr, whatever Adobe says' },
    {
      tag: 'APP0 JFIF density',
      treatment: 'ignored',
      says: 'for printing; the picture is no measure of length',
    },
    { tag: 'APP1 Exif Orientation', treatment: 'read', says: 'the picture is turned upright' },
    { tag: 'APP1 XMP Orientation', treatment: 'noted', says: otherOrientationNote },
    { tag: 'APP1 of another kind', treatment: 'ignored', says: 'XMP: texts on the picture' },
    { tag: 'APP2 ICC_PROFILE', treatment: 'noted', says: profileNote },
    { tag: 'APP2 ICC_PROFILE of sRGB', treatment: 'ignored', says: 'colors are those of sRGB in any case' },
    {
      tag: 'APP2 MPF',
      treatment: 'noted',
      says: 'Further pictures in the file (MPF) are left out.',
    },
    { tag: 'APP13', treatment: 'ignored', says: "Photoshop's and the press's texts (IPTC) on the picture" },
    { tag: 'APP14 Adobe transform 0', treatment: 'read', says: 'three components are red, green and blue' },
    { tag: 'APP14 Adobe transform 1', treatment: 'read', says: 'three components are YCbCr' },
    {
      tag: 'APP14 Adobe transform 2',
      treatment: 'noted',
      says: 'Its four inks (YCCK) are shown as red, green and blue: 255 - ink - black + ink × black / 255.',
    },
    {
      tag: 'APPn of other programs',
      treatment: 'ignored',
      says: 'of a program, for itself (B.2.4.6); pixels do without',
    },
    { tag: 'COM', treatment: 'ignored', says: 'a comment' },
  ],
} as const satisfies TagTable
