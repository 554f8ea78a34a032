import type { DecodeContext } from '../../format.ts'
import { inflateInto } from '../../inflate-into.ts'
import { toView } from '../../number-readers.ts'
import { applyFoundTag, applyTag, type TagTable } from '../../tag-table.ts'
import {
  areNear,
  isStandardProfile,
  profileNote,
  standardPrimaries,
  standardWhite,
} from '../color-profile.ts'
import { otherOrientationNote } from '../orientation.ts'

const standard = 'colors are those of sRGB in any case'
const printing = 'for printing; the picture is no measure of length'
const text = 'a text on the picture'

/** The chunks of a PNG. */
export const pngTags = {
  format: 'PNG',
  source: 'Portable Network Graphics, third edition (W3C, 2025)',
  rows: [
    { tag: 'IHDR', treatment: 'read', says: 'every color type and depth, interlaced or not' },
    { tag: 'PLTE', treatment: 'read', says: 'colors of a palette' },
    { tag: 'IDAT', treatment: 'read', says: 'pixels; what follows the last row is left out' },
    { tag: 'IEND', treatment: 'read', says: 'the end; bytes behind it are no part of the picture' },
    { tag: 'tRNS', treatment: 'read', says: 'alpha of a palette, or a transparent color' },
    {
      tag: 'acTL',
      treatment: 'noted',
      says: 'This is the first picture of an animation; the others are left out.',
    },
    { tag: 'fcTL', treatment: 'ignored', says: 'of an animation, which is noted' },
    { tag: 'fdAT', treatment: 'ignored', says: 'of an animation, which is noted' },
    {
      tag: 'cHRM',
      treatment: 'noted',
      says: 'Its colors are as they are stored: their primaries and white (cHRM) are not applied.',
    },
    {
      tag: 'cHRM of sRGB',
      treatment: 'ignored',
      says: `${standard}; so of grey, or beside iCCP, sRGB or cICP`,
    },
    {
      tag: 'gAMA',
      treatment: 'noted',
      says: 'Its samples are as they are stored and shown as sRGB: their gamma (gAMA) is not applied.',
    },
    { tag: 'gAMA of sRGB', treatment: 'ignored', says: `${standard}; so beside iCCP, sRGB or cICP` },
    { tag: 'iCCP', treatment: 'noted', says: profileNote },
    { tag: 'iCCP of sRGB', treatment: 'ignored', says: standard },
    { tag: 'sRGB', treatment: 'ignored', says: standard },
    {
      tag: 'cICP',
      treatment: 'noted',
      says: 'Its colors are as they are stored: their space (cICP) is not applied.',
    },
    { tag: 'cICP of sRGB', treatment: 'ignored', says: standard },
    { tag: 'mDCV', treatment: 'ignored', says: 'of a display' },
    { tag: 'cLLI', treatment: 'ignored', says: 'of a display' },
    { tag: 'sBIT', treatment: 'ignored', says: 'samples have their full range, whatever they were made of' },
    { tag: 'bKGD', treatment: 'ignored', says: 'alpha stays alpha' },
    { tag: 'hIST', treatment: 'ignored', says: 'how often a color occurs' },
    { tag: 'pHYs', treatment: 'ignored', says: printing },
    { tag: 'sPLT', treatment: 'ignored', says: 'a palette for displays of few colors' },
    { tag: 'eXIf', treatment: 'read', says: 'its orientation: the picture is turned upright' },
    { tag: 'orientation in a text', treatment: 'noted', says: otherOrientationNote },
    { tag: 'tIME', treatment: 'ignored', says: text },
    { tag: 'tEXt', treatment: 'ignored', says: text },
    { tag: 'zTXt', treatment: 'ignored', says: text },
    { tag: 'iTXt', treatment: 'ignored', says: text },
    {
      tag: 'CgBI',
      treatment: 'refused',
      says: "It is the PNG of Apple's phones (CgBI), which is not read; save it as PNG.",
    },
    { tag: 'private chunk', treatment: 'ignored', says: 'of a program, for itself (4.7.2)' },
    {
      tag: 'unknown chunk that is needed',
      treatment: 'refused',
      says: 'It has a chunk that is needed for its picture and that is not known; save it anew.',
    },
  ],
} as const satisfies TagTable

const profileHeadBytes = 4096

/** Applies the row of a chunk. Of unknown ones those of programs say nothing of the picture. */
export function applyPngTag(type: string, content: Uint8Array, context: DecodeContext): void {
  const isKnown = pngTags.rows.some(({ tag }) => tag === type)
  if (type === 'iCCP') applyTag(pngTags, isStandard(content) ? 'iCCP of sRGB' : 'iCCP', context)
  else if (type === 'cICP') applyTag(pngTags, isStandardCode(content) ? 'cICP of sRGB' : 'cICP', context)
  else if (type === 'gAMA' || type === 'cHRM')
    return // others may go before them
  else if (!isKnown && /^[A-Z]/.test(type)) applyTag(pngTags, 'unknown chunk that is needed', context)
  else if (isKnown || /^[a-z][A-Z]/.test(type)) applyFoundTag(pngTags, type, context)
}

const whole = 100_000
const standardGamma = 45_455

/**
 * Applies the rows of gamma and primaries, which hold where no other chunk says the colours (section 4.3).
 * Grey has no primaries. As libpng does, a gamma within a part of 20 of that of sRGB is taken for it.
 */
export function applyPngColors(
  chunks: ReadonlyMap<string, Uint8Array>,
  isGrey: boolean,
  context: DecodeContext,
): void {
  if (['iCCP', 'sRGB', 'cICP'].some((type) => chunks.has(type))) return
  const [gamma = 0] = readLongs(chunks.get('gAMA'), 1)
  if (gamma > 0 && Math.abs(gamma / standardGamma - 1) > 0.05)
    applyTag(pngTags, 'gAMA', context, `1/${Number((whole / gamma).toPrecision(3))} in place of about 1/2.2`)
  const places = readLongs(chunks.get('cHRM'), 8).map((place) => place / whole)
  if (!isGrey && places.length > 0 && !areNear(places, [...standardWhite, ...standardPrimaries]))
    applyTag(pngTags, 'cHRM', context)
}

/** Returns so many whole numbers; none of a chunk of another length. */
function readLongs(content: Uint8Array | undefined, count: number): readonly number[] {
  if (content?.length !== 4 * count) return []
  return Array.from({ length: count }, (_, i) => toView(content).getUint32(4 * i))
}

/** Returns whether it has the primaries and the curve of sRGB, of full range (ITU-T H.273). */
function isStandardCode([primaries, curve, matrix, isFull]: Uint8Array): boolean {
  return primaries === 1 && curve === 13 && matrix === 0 && isFull === 1
}

/** A profile stands compressed behind its name, a zero and the method. */
function isStandard(content: Uint8Array): boolean {
  const name = content.subarray(0, content.indexOf(0) + 1)
  if (isStandardProfile(name)) return true
  const head = new Uint8Array(profileHeadBytes)
  try {
    inflateInto([content.subarray(name.length + 1)], head)
  } catch {
    return false // a damaged profile, which the picture does without
  }
  return isStandardProfile(head)
}
