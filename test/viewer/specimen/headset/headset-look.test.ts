import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { defaultDisplay } from '../../../../core/contract/look/display.ts'
import { withPlacement } from '../../../../core/data/prepared/placement.ts'
import { prepare } from '../../../../core/data/prepared/prepare.ts'
import type { Prepared } from '../../../../core/data/prepared/prepared.ts'
import {
  type LookedView,
  listAxisNames,
  listSceneTexts,
  toBoardColors,
} from '../../../../core/viewer/specimen/headset/headset-look.ts'

const meaning = { unit: 'mm', valueName: 'thickness', valueUnit: 'mm', legend: '', orientation: '' }

function toView(
  prepared: Prepared | null,
  more: { readonly legend?: string; readonly axes?: boolean } = {},
): LookedView {
  const { legend = '', axes = true } = more
  return {
    model: { prepared: signal(prepared) },
    display: signal({ ...defaultDisplay, axes }),
    meaning: signal({ ...meaning, legend }),
    parts: { chosen: signal(null) },
  }
}

const vertices = Float32Array.of(-10, 20, 0, 30, -40, 5, 0, 0, 50)
const indices = Uint32Array.of(0, 1, 2)
const plain = prepare({ type: 'mesh', vertices, indices })
const valued = prepare({ type: 'mesh', vertices, indices, scalars: Float32Array.of(0, 1, 4) })

describe('the colour bar in a headset', () => {
  it('has the title, the colours and the numbers of that of the page', () => {
    const bar = toBoardColors(toView(valued))
    expect(bar?.title).toBe('thickness, mm')
    expect(bar?.marks.map(({ text, percent }) => [text, percent])).toEqual([
      ['0', 0],
      ['1', 25],
      ['2', 50],
      ['3', 75],
      ['4', 100],
    ])
    expect(bar?.colors.length).toBe(4 * 256)
  })

  it('is not there where colours mean no values, or nothing is shown', () => {
    expect(toBoardColors(toView(plain))).toBeNull()
    expect(toBoardColors(toView(null))).toBeNull()
  })
})

describe('the names of axes in a headset', () => {
  it.each([
    ['RAS', valued, ['L', 'R', 'P', 'A', 'I', 'S']],
    ['', valued, ['x', 'y', 'z']],
  ] as const)('are those of the page for axes of %s', (orientation, prepared, names) => {
    const labels = listAxisNames(toView(withPlacement(prepared, orientation)))
    expect(labels.map(({ text, isName }) => [text, isName])).toEqual(names.map((name) => [name, true]))
  })

  it('are away with the axes', () => {
    expect(listAxisNames(toView(valued, { axes: false }))).toEqual([])
    expect(listAxisNames(toView(null))).toEqual([])
  })
})

describe('the texts of labels in a headset', () => {
  it('are the first ones, at their places and safe', () => {
    const texts = ['one\u202E', '', ...Array.from({ length: 100 }, (_, i) => `text ${i}`)]
    const points = Float32Array.from({ length: 3 * texts.length }, (_, i) => i)
    const found = listSceneTexts(toView(prepare({ type: 'labels', points, texts })))
    expect(found[0]).toEqual({ text: 'one\\u202e', place: [0, 1, 2] })
    expect(found[1]).toEqual({ text: 'text 0', place: [6, 7, 8] })
    expect(found).toHaveLength(24)
    expect(listSceneTexts(toView(valued))).toEqual([])
  })
})
