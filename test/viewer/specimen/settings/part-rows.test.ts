/** The parts of a scene as rows: what they show, what alone does, and the settings of the chosen one. */
import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import type { PartLook, PartResult } from '../../../../core/contract/domain/result/result.ts'
import { type Display, defaultDisplay } from '../../../../core/contract/look/display.ts'
import { changePart } from '../../../../core/contract/look/part-look.ts'
import { prepare } from '../../../../core/data/prepared/prepare.ts'
import { listPartBoardRows } from '../../../../core/viewer/specimen/headset/headset-parts.ts'
import { findChosenPart, toChosenContent } from '../../../../core/viewer/specimen/model/chosen-part.ts'
import { toMeaning } from '../../../../core/viewer/specimen/model/meaning.ts'
import { nameEnds, toMeasured } from '../../../../core/viewer/specimen/over/measure.ts'
import { findBar } from '../../../../core/viewer/specimen/over/value-bar.ts'
import { listPartRows, toggleAlone } from '../../../../core/viewer/specimen/settings/part-rows.ts'
import { listPartSettings } from '../../../../core/viewer/specimen/settings/part-settings.ts'

const mesh = { type: 'mesh', vertices: new Float32Array(9), indices: new Uint32Array(3) } as const
const data = Uint8Array.from({ length: 8 }, (_, i) => 10 * i)
const scan = { type: 'volume', shape: [2, 2, 2], dtype: 'uint8', data, valueName: 'density' } as const
const result: { readonly [name: string]: PartResult & { readonly look?: PartLook } } = {
  skull: { ...mesh, look: { title: 'Skull and skin', opacity: 0.4, color: [1, 2, 3] } },
  scan,
  speed: { ...mesh, scalars: Float32Array.of(0, 1, 2) },
  names: { type: 'labels', points: new Float32Array(3), texts: ['a'], look: { hidden: true } },
}
const prepared = prepare({ type: 'scene', parts: result })
if (prepared.type !== 'scene') throw new Error('A scene is prepared as one.')
const { parts } = prepared
const part = (name: string) => {
  const found = parts.find((one) => one.name === name)
  if (found) return found
  throw new Error(`There is no part ${name}.`)
}
const withParts = (set: Display['parts']): Display => ({ ...defaultDisplay, parts: set })
const shownOf = (display: Display) =>
  listPartRows(parts, display).flatMap(({ isShown, part: { name } }) => (isShown ? [name] : []))

describe('the rows of parts', () => {
  it('say how the view shows each', () => {
    const [skull, volume, speed, names] = listPartRows(parts, defaultDisplay)
    expect(skull).toMatchObject({
      title: 'Skull and skin',
      opacity: 0.4,
      colors: [[1, 2, 3]],
      isWhole: false,
    })
    expect([volume?.title, volume?.colors.length, speed?.colors.length]).toEqual(['Scan', 5, 5])
    expect([names?.isShown, names?.takesColor]).toEqual([false, true])
  })

  it('show one alone, another in its place, and all as before', () => {
    const before = signal<readonly string[] | null>(null)
    let display = withParts(changePart(null, part('speed'), { hidden: true }))
    const press = (name: string): void => {
      const row = listPartRows(parts, display).find((one) => one.part.name === name)
      if (row) display = { ...display, parts: toggleAlone({ row, parts, display }, before) }
    }
    expect(shownOf(display)).toEqual(['skull', 'scan'])
    press('names')
    expect(shownOf(display)).toEqual(['names'])
    press('scan')
    expect(shownOf(display)).toEqual(['scan'])
    display = { ...display, parts: changePart(display.parts, part('skull'), { opacity: 0.9 }) }
    press('scan')
    expect(shownOf(display)).toEqual(['skull', 'scan'])
    expect(display.parts).toContainEqual({ name: 'skull', opacity: 0.9 }) // what was set meanwhile stays
  })

  it('show those of their looks after one that a link shows alone', () => {
    const hidden = ['skull', 'speed'].map((name) => ({ name, hidden: true }))
    const [, row] = listPartRows(parts, withParts(hidden))
    if (!row) throw new Error('The scan has a row.')
    expect(row.isAlone).toBe(true)
    expect(toggleAlone({ row, parts, display: withParts(hidden) }, signal(null))).toBe(null)
  })
})

describe('the chosen part', () => {
  const content = (display: Display, onDisplay: (change: Partial<Display>) => void = () => {}) => ({
    prepared,
    display,
    meaning: toMeaning({}, prepared),
    onDisplay,
  })

  it('is the first volume until another is chosen', () => {
    expect(findChosenPart(prepared, null)?.name).toBe('scan')
    expect(findChosenPart(prepared, 'skull')?.name).toBe('skull')
    expect(findChosenPart(prepared, 'gone')?.name).toBe('scan')
    expect(findChosenPart(prepare(mesh), 'skull')).toBe(null)
  })

  it('has its own colour bar, whose ends set its window alone', () => {
    const changes: Partial<Display>[] = []
    const chosen = toChosenContent(
      content(defaultDisplay, (change) => void changes.push(change)),
      'scan',
    )
    expect(findBar(chosen)?.title).toBe('density')
    chosen.onDisplay({ window: [5, 60] })
    expect(changes).toEqual([{ parts: [{ name: 'scan', window: [5, 60] }] }])
    const narrow = toChosenContent(content(withParts([{ name: 'scan', window: [5, 60] }])), 'scan')
    expect(findBar(narrow)).toMatchObject({ low: 5, high: 60 })
    expect(findBar(toChosenContent(content(defaultDisplay), 'skull'))).toBe(null)
  })

  it('has no colour bar in one colour', () => {
    const coloured = withParts(['scan', 'speed'].map((name) => ({ name, color: [9, 9, 9] as const })))
    expect(findBar(toChosenContent(content(coloured), 'scan'))).toBe(null)
    expect(findBar(toChosenContent(content(coloured), 'speed'))).toBe(null)
    expect(findBar(toChosenContent(content(defaultDisplay), 'speed'))).not.toBe(null)
  })

  it('has the settings of its values, each a word of that part', () => {
    const names = (name: string, display = defaultDisplay) =>
      listPartSettings(part(name), display).map((setting) => setting.name)
    expect(names('scan')).toEqual(['colorBy', 'rendering', 'colormap', 'window', 'isInverted'])
    expect(names('scan', withParts([{ name: 'scan', rendering: 'isosurface' }]))).toContain('isovalue')
    expect(names('speed')).toEqual(['colorBy', 'colormap', 'window', 'isInverted'])
    expect(names('skull')).toEqual([]) // it has the one colour of its author
    const set = (name: string, setting: string, value: string) => {
      const found = listPartSettings(part(name), defaultDisplay).find((one) => one.name === setting)
      return found?.write(defaultDisplay, value).parts
    }
    expect(set('scan', 'rendering', 'mean')).toEqual([{ name: 'scan', rendering: 'mean' }])
    expect(set('scan', 'rendering', 'direct')).toBe(null)
    expect(set('speed', 'colormap', 'magma')).toEqual([{ name: 'speed', colormap: 'magma' }])
    expect(set('speed', 'colorBy', 'plain')).toEqual([{ name: 'speed', color: expect.any(Array) }])
    expect(set('speed', 'colorBy', 'scalar')).toBe(null)
  })
})

describe('a measurement across parts', () => {
  it('names the parts of its places, once where they are the same', () => {
    const on = (...names: readonly (string | undefined)[]) =>
      names.map((name) => (name === undefined ? {} : { part: name }))
    expect(nameEnds(on('skull', 'speed'), prepared)).toBe('Skull and skin – Speed')
    expect(nameEnds(on('skull', 'skull'), prepared)).toBe('Skull and skin')
    expect(nameEnds(on('skull', 'skull'), prepare(mesh))).toBe('')
    const places = [
      [0, 0, 0],
      [3, 4, 0],
    ] as const
    const measuring = { measure: 'distance', places, content: prepared } as const
    expect(toMeasured({ ...measuring, ends: 'Skull – Speed' }, 'mm')?.text).toBe('Skull – Speed: 5 mm')
    expect(toMeasured({ ...measuring, ends: '' }, 'mm')?.text).toBe('5 mm')
  })
})

describe('the board in a headset', () => {
  const view = (refusal: string | null = null) => {
    const display = signal<Display>(defaultDisplay)
    const onDisplay = (change: Partial<Display>): void => {
      display.value = { ...display.value, ...change }
    }
    const parts = { chosen: signal(null), before: signal(null) }
    const room = refusal === null ? null : { refusal: signal(refusal) }
    return {
      display,
      rows: () =>
        listPartBoardRows({ model: { prepared: signal(prepared) }, display, onDisplay, parts, room }),
    }
  }

  it('has a row for each part: on or off, its opacity, and alone', () => {
    const { display, rows } = view()
    const [skull] = rows()
    expect(skull).toMatchObject({ label: 'Skull and skin', value: '40 %', track: { part: 0.4 } })
    skull?.track?.drag(0.7512)
    skull?.cells[0]?.press()
    expect(display.value.parts).toEqual([{ name: 'skull', opacity: 0.75, hidden: true }])
    expect(rows()[0]?.cells[0]).toMatchObject({ label: 'Off', isOn: false })
    rows()[1]?.cells[1]?.press()
    expect(rows().map(({ cells }) => cells[0]?.isOn)).toEqual([false, true, false, false])
    rows()[1]?.cells[1]?.press()
    expect(rows().map(({ cells }) => cells[0]?.isOn)).toEqual([false, true, true, false])
  })

  it('lets nothing be pressed while a room refuses changes', () => {
    for (const { track, cells } of view('Ada has locked what is shown.').rows())
      expect([track, cells.map(({ isOff }) => isOff)]).toEqual([null, [true, true]])
  })
})
