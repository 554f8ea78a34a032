import { describe, expect, it } from 'vitest'
import type { PartLook } from '../../../../core/contract/domain/result/scene.ts'
import { type Display, defaultDisplay } from '../../../../core/contract/look/display.ts'
import { prepare } from '../../../../core/data/prepared/prepare.ts'
import { listSceneNotes } from '../../../../core/viewer/specimen/side/scene-notes.ts'

const kinds = {
  mesh: { type: 'mesh', vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) },
  lines: { type: 'lines', points: new Float32Array(6) },
  volume: { type: 'volume', shape: [1, 1, 2], dtype: 'uint8', data: Uint8Array.of(0, 9) },
  image: { type: 'image', width: 1, height: 1, channels: 1, dtype: 'uint8', data: Uint8Array.of(0) },
} as const

const notesOf = (
  parts: readonly (readonly [kind: keyof typeof kinds, look?: PartLook])[],
  view: Partial<Display> = {},
) =>
  listSceneNotes(
    prepare({
      type: 'scene',
      parts: Object.fromEntries(
        parts.map(([kind, look], i) => [`p${i}`, { ...kinds[kind], ...(look && { look }) }]),
      ),
    }),
    { ...defaultDisplay, ...view },
  )

describe('what the picture of a scene leaves out', () => {
  it('is nothing of colours, widths and up to four volumes, and of other kinds', () => {
    expect(
      notesOf([
        ['mesh', { color: [1, 2, 3] }],
        ['lines', { color: [1, 2, 3], width: 2 }],
        ['volume', { color: [1, 2, 3] }],
      ]),
    ).toEqual([])
    expect(notesOf([['volume'], ['volume'], ['volume'], ['volume'], ['mesh']])).toEqual([])
    expect(
      notesOf([
        ['mesh', { opacity: 0 }],
        ['lines', { opacity: 1 }],
      ]),
    ).toEqual([])
    expect(listSceneNotes(prepare(kinds.mesh), defaultDisplay)).toEqual([])
  })

  it.each([
    [[['volume'], ['volume'], ['volume'], ['volume'], ['volume']], 'Four volumes are drawn together'],
    [[['image', { color: [1, 2, 3] }]], 'colours that their parts name'],
    [[['lines', { opacity: 0.5 }]], 'the nearest four'],
    [[['mesh', { opacity: 0.5 }], ['volume']], 'the nearest four'],
  ] as const)('is said: %j', (parts, words) => {
    expect(notesOf(parts)).toEqual([expect.stringContaining(words)])
  })

  it('follows what the view shows, and not the looks alone', () => {
    const clear = [['mesh', { opacity: 0.5 }]] as const
    expect(notesOf(clear, { parts: [{ name: 'p0', opacity: 1 }] })).toEqual([])
    expect(notesOf(clear, { parts: [{ name: 'p0', hidden: true }] })).toEqual([])
    expect(notesOf([['mesh', { hidden: true, opacity: 0.5 }]])).toEqual([])
    expect(notesOf([['lines']], { parts: [{ name: 'p0', opacity: 0.9 }] })).toHaveLength(1)
    expect(notesOf([['mesh']], { meshOpacity: 0.5 })).toHaveLength(1)
    const five = [['volume'], ['volume'], ['volume'], ['volume'], ['volume']] as const
    expect(notesOf(five, { parts: [{ name: 'p4', hidden: true }] })).toEqual([])
    expect(notesOf(five, { parts: [{ name: 'p4', opacity: 0 }] })).toEqual([])
    const colored = [['image']] as const
    expect(notesOf(colored, { parts: [{ name: 'p0', color: [1, 2, 3] }] })).toHaveLength(1)
  })
})
