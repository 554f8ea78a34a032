import type { DecodeContext } from '../format.ts'
import { inflateInto } from '../inflate-into.ts'
import { applyTag, type TagTable } from '../tag-table.ts'
import { isStandardProfile, profileNote } from './color-profile.ts'

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
    { tag: 'cHRM', treatment: 'ignored', says: standard },
    { tag: 'gAMA', treatment: 'ignored', says: 'samples are as they are stored' },
    { tag: 'iCCP', treatment: 'noted', says: profileNote },
    { tag: 'iCCP of sRGB', treatment: 'ignored', says: standard },
    { tag: 'sRGB', treatment: 'ignored', says: standard },
    {
      tag: 'cICP',
      treatment: 'noted',
      says: 'Its colors are as they are stored: their space (cICP) is not applied.',
    },
    { tag: 'mDCV', treatment: 'ignored', says: 'of a display' },
    { tag: 'cLLI', treatment: 'ignored', says: 'of a display' },
    { tag: 'sBIT', treatment: 'ignored', says: 'samples have their full range, whatever they were made of' },
    { tag: 'bKGD', treatment: 'ignored', says: 'alpha stays alpha' },
    { tag: 'hIST', treatment: 'ignored', says: 'how often a color occurs' },
    { tag: 'pHYs', treatment: 'ignored', says: printing },
    { tag: 'sPLT', treatment: 'ignored', says: 'a palette for displays of few colors' },
    { tag: 'eXIf', treatment: 'read', says: 'its orientation: the picture is turned upright' },
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
  else if (!isKnown && /^[A-Z]/.test(type)) applyTag(pngTags, 'unknown chunk that is needed', context)
  else if (isKnown || /^[a-z][A-Z]/.test(type)) applyTag(pngTags, type, context)
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
