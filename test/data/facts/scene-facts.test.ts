/** Facts of scenes, against figures worked out by hand. */
import { describe, expect, it } from 'vitest'
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'
import { withWords } from '../../../core/contract/domain/result/with-words.ts'
import { factsOf } from '../../../core/data/facts/facts-of.ts'
import { listFactChanges } from '../../../core/data/facts/list-fact-changes.ts'

/** A quarter turn about z, twice as large, and 10 along x: (x, y, z) is at (10 − 2y, 2x, 2z). */
const place = [
  [0, -2, 0, 10],
  [2, 0, 0, 0],
  [0, 0, 2, 0],
] as const
const scene: SceneResult = {
  type: 'scene',
  unit: 'mm',
  notes: ['Half of it is left out.'],
  parts: {
    scan: { type: 'volume', shape: [1, 2, 4], dtype: 'uint8', data: new Uint8Array(8), spacing: [1, 1, 1] },
    turned: { type: 'lines', points: Float32Array.of(1, 2, 3, 4, 6, 3), offset: [0, 0, 100], place },
    names: { type: 'labels', points: Float32Array.of(0, 0, -9), texts: ['here'], look: { hidden: true } },
    picture: { type: 'image', width: 1, height: 1, channels: 1, dtype: 'uint8', data: Uint8Array.of(7) },
    nothing: { type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() },
  },
}

describe('the facts of a scene', () => {
  it('have those of each part as if it were alone, in the unit of the scene', () => {
    const { parts } = scene
    const facts = factsOf(scene)
    expect(facts).toMatchObject({ kind: 'scene', unit: 'mm', part_count: 5, notes: scene.notes })
    if (facts.kind !== 'scene' || !parts.scan || !parts.turned || !parts.picture) throw new Error('no scene')
    expect(Object.keys(facts.parts)).toEqual(Object.keys(parts))
    expect(facts.parts.scan).toMatchObject({ ...factsOf(parts.scan), unit: 'mm' })
    expect(facts.parts.turned).toMatchObject({ unit: 'mm', length: 5, bounds: { low: [1, 2, 103] } })
    expect(facts.parts.picture).toEqual(factsOf(parts.picture))
  })

  it('have the box around all parts at their places, without images and empty parts', () => {
    expect(factsOf(scene)).toMatchObject({ bounds: { low: [-2, -0.5, -9], high: [6, 8, 206] } })
    const { picture, nothing } = scene.parts
    if (!picture || !nothing) throw new Error('no parts')
    expect(factsOf({ type: 'scene', parts: { picture, nothing } })).toMatchObject({ bounds: null })
    expect(factsOf({ type: 'scene', parts: {} })).toEqual({
      kind: 'scene',
      unit: null,
      part_count: 0,
      bounds: null,
      parts: {},
    })
  })

  it('take unit, directions and value of its author for all parts, but keep those of a part', () => {
    const { unit: _, ...plain } = scene
    const facts = factsOf(withWords(plain, { axes: 'cm, RAS', value: 'density (g/cm³)' }))
    expect(facts).toMatchObject({ unit: 'cm', orientation: 'RAS' })
    expect(facts).toMatchObject({
      parts: {
        scan: { unit: 'cm', orientation: 'RAS', value_name: 'density (g/cm³)' },
        names: { orientation: 'RAS' },
      },
    })
  })

  it('differ by part, without notes', () => {
    const { names, ...others } = scene.parts
    if (!names) throw new Error('no names')
    const points = Float32Array.of(1, 2, 3, 7, 10, 3)
    const turned: SceneResult['parts'][string] = { type: 'lines', points, offset: [0, 0, 100], place }
    const after: SceneResult = { ...scene, parts: { ...others, turned, new: { ...names, notes: ['New.'] } } }
    const changes = listFactChanges(factsOf(scene), factsOf(after)).map(({ name }) => name)
    expect(changes).toContain('parts.turned.length')
    expect(changes).toContain('parts.names.label_count')
    expect(changes).toContain('parts.new.label_count')
    expect(changes.filter((name) => name.startsWith('parts.scan') || name.endsWith('notes'))).toEqual([])
  })
})
