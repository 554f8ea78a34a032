/** PDB: atoms in lines of fixed columns. */
import type { PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { createTagReader } from '../../mesh/tag-reader.ts'
import { refuse } from '../../refusal.ts'
import { cutPadding, readLines } from '../../text-lines.ts'
import { Atoms } from '../atoms.ts'
import { findElement } from '../elements.ts'
import { type MeetPdbTag, pdbTags } from './pdb-tags.ts'

/** Records between two models. Trajectories of VMD and others have END alone behind each frame. */
const modelEnds: ReadonlySet<string> = new Set(['MODEL', 'ENDMDL', 'END'])

/** Its decoder, and the tags by which it works. */
export const pdbReader: FormatReader = { decode: decodePdb, tags: pdbTags }

/** Returns the atoms of the first model. @throws `file.undecodable` */
function decodePdb(file: Uint8Array, context: DecodeContext): PointCloudResult {
  const bytes = cutPadding(file, context)
  const { meet } = createTagReader(pdbTags, context)
  const atoms = new Atoms(context)
  const places = new AlternatePlaces(meet)
  let line = 0
  let stage: 'first model' | 'further models' = 'first model'
  for (const text of readLines(bytes)) {
    line++
    const record = text.slice(0, 6).trimEnd().toUpperCase()
    if (record === 'CONECT') meet('CONECT')
    else if (modelEnds.has(record) && atoms.count > 0) stage = 'further models'
    else if (record === 'ATOM' || record === 'HETATM') {
      if (stage === 'further models') meet('MODEL, ENDMDL, END')
      else if (places.isShown(text)) addAtom(atoms, { text, line, meet })
    }
  }
  return atoms.toCloud()
}

interface AtomRecord {
  readonly text: string
  readonly line: number
  readonly meet: MeetPdbTag
}

function addAtom(atoms: Atoms, { text, line, meet }: AtomRecord): void {
  if (text.length < 54)
    throw refuse(`Line ${line} must have x, y and z in columns 31 to 54 (it has ${text.length} columns).`)
  const element = readElement(text)
  if (element === 0) meet('no element')
  const place = [30, 38, 46].map((at) => text.slice(at, at + 8))
  atoms.add(element, place, line)
}

/** Returns the atomic number that a line says, else that of the atom's name; 0 for none. */
function readElement(text: string): number {
  const said = findElement(text.slice(76, 78).trim())
  if (said > 0) return said
  const name = text.slice(12, 16)
  const [, both = '', first = ''] = /^[\d ]*(([A-Za-z])[A-Za-z]?)/.exec(name) ?? []
  // An element of one letter stands in the second column of the name, unless the name fills all four.
  const isOfTwo = /^[A-Za-z]{2}/.test(name) && !/^[HCNO][A-Za-z]\S\S/i.test(name) && findElement(both) > 0
  return findElement(isOfTwo ? both : first)
}

/** The alternate places of atoms: of each residue those with the letter that comes first. */
class AlternatePlaces {
  readonly #meet: MeetPdbTag
  #residue = ''
  #letter = ''

  constructor(meet: MeetPdbTag) {
    this.#meet = meet
  }

  isShown(text: string): boolean {
    const residue = text.slice(21, 27)
    if (residue !== this.#residue) {
      this.#residue = residue
      this.#letter = ''
    }
    const letter = text.charAt(16).trim()
    if (letter === '') return true
    if (this.#letter === '') this.#letter = letter
    if (letter === this.#letter) return true
    this.#meet('altLoc')
    return false
  }
}
