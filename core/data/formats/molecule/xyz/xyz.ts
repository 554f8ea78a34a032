/**
 * XYZ of chemists: the number of atoms, a line of words, and a line for each atom; also extended by
 * `Properties` and `Lattice` in that line of words. Tables of points with the same ending are another format.
 */
import type { PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { createTagReader } from '../../mesh/tag-reader.ts'
import { refuse } from '../../refusal.ts'
import { cutPadding, findEncoding, readLines, splitWords } from '../../text-lines.ts'
import { Atoms } from '../atoms.ts'
import { findElement } from '../elements.ts'
import { type MeetXyzTag, xyzTags } from './xyz-tags.ts'

/** The columns of a line that are read, from 0. */
interface AtomColumns {
  readonly species: number
  readonly place: number
  /** The number of columns in each line; further ones are left out. */
  readonly count: number
}

const usual: AtomColumns = { species: 0, place: 1, count: 4 }

/** Its decoder, and the tags by which it works. */
export const xyzReader: FormatReader = { decode: decodeXyz, tags: xyzTags }

/** Returns the atoms of the first structure. @throws `file.undecodable` */
function decodeXyz(file: Uint8Array, context: DecodeContext): PointCloudResult {
  const bytes = cutPadding(file, context)
  const { meet } = createTagReader(xyzTags, context)
  const atoms = new Atoms(context)
  /** Lines that have been read. */
  let line = 0
  /** Atoms that the file says it has. */
  let announced = -1
  let columns = usual
  let stage: 'count' | 'words' | 'atoms' | 'behind' = 'count'
  for (const text of readLines(bytes, findEncoding(bytes))) {
    line++
    if (stage === 'count') {
      if (text.trim() === '') continue
      announced = Number(text)
      stage = 'words'
    } else if (stage === 'words') {
      columns = readWords(text, meet)
      stage = announced > 0 ? 'atoms' : 'behind'
    } else if (stage === 'atoms') {
      addAtom(atoms, { line, words: splitWords(text), columns, meet })
      if (atoms.count === announced) stage = 'behind'
    } else if (/^\s*\d+\s*$/.test(text)) {
      meet('further structures')
      break
    } else if (text.trim() !== '')
      throw refuse(`Line ${line} must be empty or begin another structure, behind ${announced} atoms.`)
  }
  if (atoms.count < announced)
    throw refuse(`The file is truncated: it announces ${announced} atoms and has ${atoms.count}.`)
  return atoms.toCloud()
}

interface AtomLine {
  readonly line: number
  readonly words: readonly string[]
  readonly columns: AtomColumns
  readonly meet: MeetXyzTag
}

function addAtom(atoms: Atoms, { line, words, columns, meet }: AtomLine): void {
  const { species, place, count } = columns
  if (words.length < count)
    throw refuse(`Line ${line} must have ${count} columns, an element and its place (got ${words.length}).`)
  if (words.length > usual.count) meet('further columns')
  const element = readSpecies(words[species] ?? '')
  if (element === 0) meet('no element')
  atoms.add(element, words.slice(place, place + 3), line)
}

/** Returns the atomic number of `C`, `C1`, `Fe3+` or `6`; 0 for what is no element. */
function readSpecies(word: string): number {
  if (/^\d{1,3}$/.test(word)) return Number(word) <= 118 ? Number(word) : 0
  const [letters = ''] = /^[A-Za-z]+/.exec(word) ?? []
  return findElement(letters)
}

/** Returns the columns that `Properties=species:S:1:pos:R:3` in the line of words says; else the usual. */
function readWords(text: string, meet: MeetXyzTag): AtomColumns {
  if (/\bLattice\s*=/i.test(text)) meet('Lattice')
  const [, quoted, plain] = /\bProperties\s*=\s*(?:"([^"]*)"|(\S+))/i.exec(text) ?? []
  const parts = (quoted ?? plain)?.split(':')
  if (!parts) return usual
  meet('Properties')
  const starts = new Map<string, number>()
  let at = 0
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [name = '', kind = '', width = ''] = parts.slice(i, i + 3)
    if (!/^[SRIL]$/.test(kind) || !/^[1-9]\d?$/.test(width))
      throw refuse(
        `Properties must be names, kinds and widths, as species:S:1:pos:R:3 (got ${width || kind}).`,
      )
    if (name === 'pos' && (kind !== 'R' || width !== '3')) throw refuse('Properties must have pos:R:3.')
    starts.set(name, at)
    at += Number(width)
  }
  const [species, place] = [starts.get('species') ?? starts.get('Z'), starts.get('pos')]
  if (species === undefined || place === undefined)
    throw refuse(
      `Properties must have species:S:1 and pos:R:3 (got ${[...starts.keys()].join(', ').slice(0, 100)}).`,
    )
  return { species, place, count: at }
}
