/** Crambin beside what is known of it: its formula, its sequence, its bonds, and the records of the archive. */
import { describe, expect, it } from 'vitest'
import { measureDistance } from '../../plugins/crambin/find-bonds.ts'
import { crambin } from '../../plugins/crambin/index.ts'

type Vector = readonly [x: number, y: number, z: number]

function at(points: Float32Array, i: number): Vector {
  return [points[3 * i] ?? 0, points[3 * i + 1] ?? 0, points[3 * i + 2] ?? 0]
}

describe('crambin', () => {
  it('has the heavy atoms of C202 H315 N55 O64 S6', () => {
    const { atoms } = crambin()
    const count = (value: number) => atoms.scalars?.filter((scalar) => scalar === value).length
    expect([6, 7, 8, 16].map(count)).toEqual([202, 55, 64, 6])
    expect(atoms.labels?.map(({ name }) => name)).toEqual(['carbon', 'nitrogen', 'oxygen', 'sulfur'])
  })

  it('has the bonds of one molecule with its 8 rings and 3 bridges, each as long as bonds are', () => {
    const { bonds } = crambin()
    // Five prolines, a phenylalanine and two tyrosines have a ring; a tree of n atoms has n − 1 bonds.
    expect(bonds.starts?.length).toBe(2 * (327 - 1 + 8 + 3))
    for (const start of bonds.starts ?? []) {
      const length = 2 * measureDistance(at(bonds.points, start), at(bonds.points, start + 1))
      expect(length).toBeGreaterThan(1.15)
      expect(length).toBeLessThan(2.1)
    }
  })

  it('has bonds whose halves have the colours of their atoms', () => {
    const { bonds, atoms } = crambin()
    const { points, colors = new Uint8Array() } = bonds
    const colorOf = new Map(atoms.labels?.map(({ value, color }) => [value, color?.join()]))
    const known = new Map(
      Array.from(atoms.scalars ?? [], (value, i) => [at(atoms.points, i).join(), colorOf.get(value)]),
    )
    for (let i = 0; i < points.length / 3; i += 4) {
      expect([...colors.subarray(3 * i, 3 * i + 3)].join()).toBe(known.get(at(points, i).join()))
      expect([...colors.subarray(3 * i + 9, 3 * i + 12)].join()).toBe(known.get(at(points, i + 3).join()))
    }
  })

  it('is held by bridges of the lengths that the archive states: 2.00, 2.04 and 2.05 Å', () => {
    const { points } = crambin().bridges
    for (const [i, stated] of [2.0, 2.04, 2.05].entries()) {
      const length = measureDistance(at(points, 2 * i), at(points, 2 * i + 1))
      expect(Math.abs(length - stated)).toBeLessThan(0.0065) // two decimals of coordinates of three
    }
  })

  it('names its residues in the order of its sequence, each at a point that the chain passes', () => {
    const { residues, chain } = crambin('all', 'element', 46)
    const letters: { readonly [residue: string]: string } = {
      Ala: 'A',
      Arg: 'R',
      Asn: 'N',
      Asp: 'D',
      Cys: 'C',
      Glu: 'E',
      Gly: 'G',
      Ile: 'I',
      Leu: 'L',
      Phe: 'F',
      Pro: 'P',
      Ser: 'S',
      Thr: 'T',
      Tyr: 'Y',
      Val: 'V',
    }
    const sequence = residues.texts.map((text) => letters[text.split(' ')[0] ?? ''] ?? '?').join('')
    expect(sequence).toBe('TTCCPSIVARSNFNVCRLPGTPEAICATYTGCIIIPGATCPGDYAN') // UniProt P01542
    expect(residues.texts[38]).toBe('Thr 39')
    for (let i = 0; i < 46; i++) expect(at(chain.points, 8 * i)).toEqual(at(residues.points, i))
  })

  it('winds where there is a helix: 1.5 Å a residue along its axis, and 3.3 along a strand', () => {
    const { residues } = crambin('all', 'element', 46)
    const rise = (from: number, to: number): number =>
      measureDistance(at(residues.points, from - 1), at(residues.points, to - 1)) / (to - from)
    expect(Math.abs(rise(7, 18) - 1.5)).toBeLessThan(0.1)
    expect(rise(1, 4)).toBeGreaterThan(3)
    expect(rise(32, 35)).toBeGreaterThan(3)
    const { colors = new Uint8Array() } = crambin().chain
    const colorAt = (residue: number) => colors.subarray(24 * (residue - 1), 24 * (residue - 1) + 3).join()
    expect(colorAt(12)).toBe(colorAt(26))
    expect(new Set([12, 3, 40].map(colorAt)).size).toBe(3)
  })

  it('shows four atoms of each residue as its backbone, and one more at the end', () => {
    const { atoms, bonds } = crambin('backbone', 'mobility', 0)
    expect(atoms.points.length / 3).toBe(4 * 46 + 1)
    expect(bonds.starts?.length).toBe(2 * 4 * 46)
    expect([atoms.valueName, atoms.valueUnit, atoms.scalars?.[0]?.toFixed(2)]).toEqual([
      'B factor',
      'Å²',
      '13.79',
    ])
  })
})
