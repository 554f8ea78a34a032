import { expect, it } from 'vitest'
import type { Specimen } from '../../../core/contract/domain/specimen.ts'
import type { Snapshot } from '../../../core/engine/catalog/snapshot.ts'
import { ServedSources } from '../../../core/engine/catalog/source-changes.ts'
import type { LoadedBundle } from '../../../core/engine/run/pool/bundle-pool.ts'

const bundle = (name: string, hash: string): LoadedBundle => {
  return { name, hash, source: name, folder: '', functions: [] }
}
const snapshot = (specimens: readonly Pick<Specimen, 'id' | 'displayName' | 'origin'>[]) =>
  ({ specimens: new Map(specimens.map((specimen) => [specimen.id, specimen])) }) as unknown as Snapshot // the part that is read
const rock = { id: 'rock', displayName: 'Rock', origin: null }

it('names what came, changed and went, of this host alone', () => {
  const served = new ServedSources()
  const remote = { id: 'lab:x', displayName: 'X', origin: { workerId: 'lab', isAvailable: true } }
  expect(served.update([bundle('b', '1'), bundle('a', '1')], snapshot([rock, remote]))).toEqual({
    bundles: { came: ['a', 'b'] },
    specimens: { came: ['rock'] },
  })
  expect(served.update([bundle('a', '1'), bundle('b', '1')], snapshot([rock]))).toEqual({
    bundles: {},
    specimens: {},
  })
  const ore = { ...rock, id: 'ore' }
  expect(
    served.update([bundle('a', '2'), bundle('c', '1')], snapshot([{ ...rock, displayName: 'R' }, ore])),
  ).toEqual({
    bundles: { came: ['c'], changed: ['a'], went: ['b'] },
    specimens: { came: ['ore'], changed: ['rock'] },
  })
})

it('counts what would make a line too long', () => {
  const many = Array.from({ length: 60 }, (_, i) => bundle(`b${String(i).padStart(2, '0')}`, '1'))
  const { came = [] } = new ServedSources().update(many, snapshot([])).bundles
  expect([came.length, came[49], came[50]]).toEqual([51, 'b49', 'and 10 more'])
})
