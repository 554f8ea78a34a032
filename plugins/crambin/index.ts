/** A protein as chemists draw it: its atoms, the bonds between them, the course of its chain, and names. */
import type { Labels, Lines, PointCloud, VolumeLabel } from 'specimen-host/plugin'
import file from './1crn.pdb'
import { findBonds } from './find-bonds.ts'
import { type Atom, type Chain, type Fold, readPdb } from './read-pdb.ts'
import { traceChain } from './trace-chain.ts'

/** sRGB red, green, blue from 0 to 255. */
type Color = readonly [red: number, green: number, blue: number]

/** The elements of the protein: atomic number, name, and the colour by which chemists know them. */
const elements: { readonly [element: string]: VolumeLabel & { readonly color: Color } } = {
  C: { value: 6, name: 'carbon', color: [122, 126, 133] },
  N: { value: 7, name: 'nitrogen', color: [62, 104, 224] },
  O: { value: 8, name: 'oxygen', color: [214, 62, 48] },
  S: { value: 16, name: 'sulfur', color: [232, 186, 42] },
}

const foldColors: { readonly [fold in Fold]: Color } = {
  helix: [196, 78, 122],
  strand: [226, 166, 46],
  coil: [122, 160, 178],
}

/** The parts of a molecule. */
interface Molecule {
  readonly atoms: PointCloud
  readonly bonds: Lines
  readonly chain: Lines
  readonly bridges: Lines
  readonly residues: Labels
}

/**
 * A small protein of 46 residues: atoms, bonds, backbone, and the bridges of sulfur that hold it together.
 * From its crystal structure (Protein Data Bank 1CRN), without hydrogen.
 *
 * @displayName Crambin, a protein
 * @tags chemistry, biology, molecule, protein, scene
 * @thumbnail crambin.png
 * @axes Å
 * @view camera=0.3,-1,0.25
 * @part atoms width=0.75 title="Atoms"
 * @part bonds width=0.22 title="Bonds"
 * @part chain width=0.9 title="Backbone"
 * @part bridges width=0.4 color=#e8ba2a title="Disulfide bridges"
 * @part residues title="Residues"
 * @story Two [helices](?atoms=backbone&names=0) lie beside each other, red; two strands, golden, run beside
 * each other in opposite directions. Martha Teeter and Wayne Hendrickson solved this structure in 1981 from
 * the weak scattering of its six sulfur atoms alone.
 * @story Three pairs of cysteines are joined by [bridges of sulfur](?names=46): 3 with 40, 4 with 32, 16 with
 * 26. They keep the protein in shape where others would unfold.
 * @story Colour the atoms by their [B factor](?color=mobility&names=0), and you see where the crystal leaves
 * them room to move: most at the surface and at the ends of side chains.
 * @preset Backbone {"atoms":"backbone","names":0}
 * @preset Every residue by name {"names":46}
 * @preset Mobility {"color":"mobility","names":0}
 * @param atoms - All, or those of the backbone.
 * @param color - By element, or by B factor.
 * @param names - Residues with names, evenly spaced.
 */
export function crambin(
  atoms: 'all' | 'backbone' = 'all',
  color: 'element' | 'mobility' = 'element',
  names: 0 | 10 | 23 | 46 = 10,
): Molecule {
  const chain = readPdb(file)
  const shown = atoms === 'all' ? chain.atoms : chain.atoms.filter(isOfBackbone)
  return {
    atoms: { points: toPoints(shown), ...(color === 'element' ? toElements(shown) : toMobility(shown)) },
    bonds: drawBonds(shown),
    chain: drawChain(chain),
    bridges: drawBridges(chain),
    residues: nameResidues(chain, names),
  }
}

function isOfBackbone({ name }: Atom): boolean {
  return ['N', 'CA', 'C', 'O', 'OXT'].includes(name)
}

function toPoints(atoms: readonly Atom[]): Float32Array {
  return Float32Array.from(atoms.flatMap(({ at }) => at))
}

function toElements(atoms: readonly Atom[]): Pick<PointCloud, 'scalars' | 'labels' | 'valueName'> {
  const scalars = Float32Array.from(atoms, ({ element }) => elements[element]?.value ?? 0)
  return { scalars, labels: Object.values(elements), valueName: 'element' }
}

function toMobility(atoms: readonly Atom[]): Pick<PointCloud, 'scalars' | 'valueName' | 'valueUnit'> {
  const scalars = Float32Array.from(atoms, ({ mobility }) => mobility)
  return { scalars, valueName: 'B factor', valueUnit: 'Å²' }
}

/** Draws each bond in two halves, each in the colour of its atom. */
function drawBonds(atoms: readonly Atom[]): Lines {
  const bonds = findBonds(atoms)
  const points: number[] = []
  const colors: number[] = []
  for (const ends of bonds) {
    const [from, to] = ends.map((i) => atoms[i])
    if (!from || !to) continue
    const middle = from.at.map((value, axis) => (value + (to.at[axis] ?? 0)) / 2)
    points.push(...from.at, ...middle, ...middle, ...to.at)
    for (const atom of [from, from, to, to]) colors.push(...(elements[atom.element]?.color ?? [0, 0, 0]))
  }
  const starts = Uint32Array.from({ length: points.length / 6 }, (_, i) => 2 * i)
  return { points: Float32Array.from(points), starts, colors: Uint8Array.from(colors) }
}

function drawChain(chain: Chain): Lines {
  const { points, folds } = traceChain(chain)
  return { points, colors: Uint8Array.from(folds.flatMap((fold) => foldColors[fold])) }
}

function drawBridges({ atoms, bridges }: Chain): Lines {
  const sulfur = (residue: number): Atom | undefined =>
    atoms.find(({ number, name }) => number === residue && name === 'SG')
  const ends = bridges.flat().flatMap((residue) => sulfur(residue) ?? [])
  return { points: toPoints(ends), starts: Uint32Array.from(bridges, (_, i) => 2 * i) }
}

/** Names residues at their α-carbons: `Thr 1`. */
function nameResidues({ atoms }: Chain, count: number): Labels {
  const alphas = atoms.filter(({ name }) => name === 'CA')
  const places = Array.from({ length: count }, (_, i) => Math.floor((i * alphas.length) / count))
  const named = places.flatMap((place) => alphas[place] ?? [])
  const texts = named.map(
    ({ residue, number }) => `${residue.slice(0, 1)}${residue.slice(1).toLowerCase()} ${number}`,
  )
  return { points: toPoints(named), texts }
}
