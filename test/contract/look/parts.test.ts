/** What a view sets of parts of a scene: its words in a link, and the look that follows. */
import { describe, expect, it } from 'vitest'
import { findViewFault } from '../../../core/contract/look/check-view.ts'
import { readDisplayFields, writeDisplayFields } from '../../../core/contract/look/display-fields.ts'
import { changePart, findPartLook } from '../../../core/contract/look/part-look.ts'
import { readParts, writeParts } from '../../../core/contract/look/part-words.ts'
import { readView, writeView } from '../../../core/contract/look/view-text.ts'

describe('parts in a link', () => {
  it('have words in any order, and are written in one', () => {
    const text =
      '0.4:off:cc3333:whole:moved/12/0/-3.5/0/0/90:-1000/400:grey:inverted:surface:@300/-20.5:scalar'
    const brain = {
      name: 'brain',
      opacity: 0.4,
      hidden: true,
      color: [204, 51, 51],
      isWhole: true,
      move: { shift: [12, 0, -3.5], turn: [0, 0, 90] },
      window: [-1000, 400],
      colormap: 'grey',
      isInverted: true,
      rendering: 'isosurface',
      isovalue: [300, -20.5],
      colorBy: 'scalar',
    } as const
    expect(readParts(`brain:${text}`)).toEqual([brain])
    expect(readParts(`brain:${text.split(':').reverse().join(':')}`)).toEqual([brain])
    expect(writeParts([brain])).toBe(`brain:${text}`)
  })

  it('are those of old links', () => {
    expect(readParts('brain:0.4,scan:off,skull:on')).toEqual([
      { name: 'brain', opacity: 0.4 },
      { name: 'scan', hidden: true },
      { name: 'skull', hidden: false },
    ])
    expect(readView('parts=brain:0.4,scan:off').parts).toHaveLength(2)
    expect(writeView(readView('parts=brain:0.4,scan:off'))).toBe('parts=brain:0.4,scan:off')
    expect(readView('parts=none').parts).toBe(null)
  })

  it.each(['0', '1', '0.123456', '1e-7', '000001', '100000', 'ABCDEF'])('take %s for one thing', (word) => {
    const isColor = /^[\da-f]{6}$/i.test(word)
    expect(Object.keys(readParts(`brain:${word}`)?.[0] ?? {})).toEqual([
      'name',
      isColor ? 'color' : 'opacity',
    ])
  })

  it('say a shift alone where nothing is turned', () => {
    const [moved] = readParts('brain:moved/1/2/3') ?? []
    expect(moved?.move).toEqual({ shift: [1, 2, 3], turn: [0, 0, 0] })
    expect(writeParts(moved ? [moved] : [])).toBe('brain:moved/1/2/3')
  })

  it('leave out a part of which nothing is set', () => {
    expect(writeParts([{ name: 'skull' }, { name: 'brain', isWhole: false, opacity: 1 }])).toBe('brain:1')
  })

  it.each([
    'brain',
    'brain:',
    'brain:1.5',
    'brain:-0.1',
    'brain:0.4:0.5',
    'brain:on:off',
    'brain:0.4:',
    'brain:bright',
    'brain:cc333',
    'brain:40/40/40',
    'brain:400/40',
    'brain:40/NaN',
    'brain:@',
    'brain:@1/2/3/4/5',
    'brain:moved',
    'brain:moved/1/2',
    'brain:moved/1/2/3/4',
    'brain:moved/1/2/NaN',
    'brain:moved/1/2/1e16',
    'brain:moved/1/2/3/0/0/361',
    'brain:moved/1/2/3:moved/1/2/4',
    'brain:jet',
    'brain:grey:magma',
    'brain:isosurface',
    'brain:0.4,brain:off',
    'brain:0.4,',
    'br ain:0.4',
    ':0.4',
    Array.from({ length: 65 }, (_, i) => `p${i}:off`).join(),
  ])('refuse %s as a whole', (text) => {
    expect(readParts(text)).toBe(undefined)
    expect(readView(`parts=${text}`).parts).toBe(null)
    if (!text.includes(' '))
      expect(findViewFault(`parts=${text}`)).toContain('parts must be parts of a scene')
  })
})

describe('the look of a part', () => {
  const skull = {
    name: 'skull',
    look: { hidden: true, opacity: 0.5, color: [1, 2, 3] },
  } as const

  it('is as its author says where a view sets nothing', () => {
    expect(findPartLook(skull, null)).toMatchObject({
      isShown: false,
      opacity: 0.5,
      color: [1, 2, 3],
    })
    expect(findPartLook({ name: 'brain' }, [{ name: 'skull', hidden: true }])).toMatchObject({
      isShown: true,
      opacity: 1,
      color: undefined,
      isWhole: false,
      values: {
        window: null,
        colormap: null,
        isInverted: false,
        isovalue: null,
      },
    })
  })

  it('is as a view sets it, member by member', () => {
    const set = [
      {
        name: 'skull',
        hidden: false,
        isWhole: true,
        window: [0, 9],
        rendering: 'mean',
      },
    ] as const
    expect(findPartLook(skull, set)).toMatchObject({
      isShown: true,
      opacity: 0.5,
      isWhole: true,
    })
    expect(findPartLook(skull, set).values).toMatchObject({
      window: [0, 9],
      rendering: 'mean',
    })
  })

  it('that is set back to its own is no setting any more', () => {
    const shown = changePart(null, skull, { hidden: false, opacity: 0.2 })
    expect(shown).toEqual([{ name: 'skull', hidden: false, opacity: 0.2 }])
    const both = changePart(shown, { name: 'brain' }, { isWhole: true, color: [0, 0, 0] })
    expect(changePart(both, skull, { hidden: true, opacity: undefined })).toEqual([
      { name: 'brain', isWhole: true, color: [0, 0, 0] },
    ])
    expect(changePart(shown, skull, { hidden: true, opacity: 0.5 })).toBe(null)
    expect(
      changePart(null, skull, {
        color: [1, 2, 3],
        isInverted: false,
        window: null,
      }),
    ).toBe(null)
  })
})

describe('parts as fields of a room', () => {
  it('have one each, and come back in any order', () => {
    const display = {
      axes: false,
      parts: [
        { name: 'a', hidden: true },
        { name: 'b', opacity: 0.5 },
      ],
    } as const
    const fields = writeDisplayFields(display)
    expect(fields).toEqual([
      ['axes', '0'],
      ['parts/a', 'off'],
      ['parts/b', '0.5'],
    ])
    expect(readDisplayFields(fields)).toEqual(display)
    expect(readDisplayFields([...fields].reverse()).parts).toEqual([...display.parts].reverse())
  })

  it('say that all are as their looks, which a part overrides', () => {
    expect(writeDisplayFields({ parts: null })).toEqual([['parts', 'none']])
    const mixed = [
      ['parts/b', '0.5'],
      ['parts', 'none'],
    ] as const
    expect(readDisplayFields(mixed)).toEqual({
      parts: [{ name: 'b', opacity: 0.5 }],
    })
  })

  it.each(['parts/', 'parts/a b', 'parts/__proto__'])('of a name such as %s are left out', (name) => {
    expect(readDisplayFields([[name, 'off']])).toEqual({})
  })
})
