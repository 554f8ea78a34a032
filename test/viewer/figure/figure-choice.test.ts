/** The wishes for a saved picture, and its layout. */
import { describe, expect, it } from 'vitest'
import { layOutFigure } from '../../../core/viewer/figure/draw-figure.ts'
import { readFigureChoice, toFigureSchema } from '../../../core/viewer/figure/figure-choice.ts'

const parts = { slices: ['xy', 'xz'], isLarge: false, hasBar: true }

describe('the choice of a figure', () => {
  it('asks for what there is', () => {
    const names = (hasSlices: boolean, hasBar: boolean, params = {}) =>
      Object.keys(
        toFigureSchema({ slices: hasSlices ? ['xy'] : [], isLarge: false, hasBar }, params).properties,
      )
    expect(names(false, false)).toEqual(['size', 'ground', 'title'])
    expect(names(true, true)).toEqual(['content', 'size', 'ground', 'title', 'bar'])
    expect(names(false, false, { size: 'own' })).toContain('width')
  })

  it('is on white as large as on the screen until something is chosen', () => {
    expect(readFigureChoice(parts, {})).toEqual({
      content: 'stage',
      size: 1,
      ground: 'white',
      hasTitle: false,
      hasBar: true,
    })
    const own = { size: 'own', width: 300, content: 1, ground: 'dark', bar: false }
    expect(readFigureChoice(parts, own)).toMatchObject({ content: 1, size: [300, 1200], hasBar: false })
  })
})

describe('the choice of a figure beside a large slice', () => {
  const large = { ...parts, isLarge: true }

  it('is that slice, or one of the others, and never what is not seen', () => {
    expect(JSON.stringify(toFigureSchema(large, {}))).not.toMatch(/3D|All slices/)
    expect(
      [{}, { content: 'stage' }, { content: 1 }].map((wish) => readFigureChoice(large, wish).content),
    ).toEqual([0, 0, 1])
  })
})

describe('the layout of a figure', () => {
  const page = { picture: { width: 400, height: 300 }, barHeight: 40, pixelRatio: 2 }

  it('has the picture as on the screen, and title and bar beside it', () => {
    expect(layOutFigure(page, { size: 1, hasTitle: false, hasBar: false })).toEqual({
      width: 800,
      height: 600,
      scale: 2,
      picture: { x: 0, y: 0, width: 800, height: 600 },
    })
    const { width, height, picture } = layOutFigure(page, { size: 2, hasTitle: true, hasBar: true })
    expect([width, height]).toEqual([1600, 4 * (300 + 44 + 72)])
    expect(picture).toEqual({ x: 0, y: 4 * 44, width: 1600, height: 1200 })
  })

  it('keeps a size of its own, and makes the texts as large as they are beside the picture', () => {
    const layout = layOutFigure(page, { size: [1000, 300], hasTitle: true, hasBar: false })
    expect([layout.width, layout.height]).toEqual([1000, 300])
    expect(layout.scale).toBeCloseTo(300 / 344)
    expect(layout.picture.height).toBe(300 - Math.round((44 * 300) / 344))
  })
})
