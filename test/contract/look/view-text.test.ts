/** An author's view: what is read, how it is written, and the sentence for each fault. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findViewFault } from '../../../core/contract/look/check-view.ts'
import { findWordFault } from '../../../core/contract/look/check-words.ts'
import { defaultDisplay } from '../../../core/contract/look/display.ts'
import { settingKeys } from '../../../core/contract/look/link-display.ts'
import { readView, writeView } from '../../../core/contract/look/view-text.ts'

describe('a view', () => {
  it('is settings of the link over the defaults, and is written as it is read', () => {
    const text = 'camera=0,-0.6,0.8 rendering=surface window=-1,2.5 colormap=coolwarm'
    const display = {
      ...defaultDisplay,
      rendering: 'isosurface',
      colormap: 'coolwarm',
      window: [-1, 2.5],
      from: [0, -0.6, 0.8],
    } as const
    expect(readView(text)).toEqual(display)
    expect(writeView(display)).toBe(text)
    expect(findViewFault(text)).toBe(null)
    expect(readView('  rendering=surface\n wireframe=1 ')).toMatchObject({ wireframe: true })
    expect([readView(''), writeView(defaultDisplay), findViewFault('')]).toEqual([defaultDisplay, '', null])
  })

  it('goes before what a kind of result begins with, also where it says none', () => {
    const begin = { ...defaultDisplay, slices: [0.5, 0.5, 0.5] } as const
    expect(readView('', begin).slices).toEqual([0.5, 0.5, 0.5])
    expect(readView('slices=none', begin).slices).toBeNull()
    expect(readView('slices=0.1,0.2,0.3', begin).slices).toEqual([0.1, 0.2, 0.3])
  })

  it('takes the direction of the eye from the camera of a link', () => {
    expect(readView('camera=5,5,5,0,-6,8').from).toEqual([0, -0.6, 0.8])
    expect(findViewFault('camera=5,5,5,0,-6,8')).toBe(null)
  })

  it('reads the word of old links', () => {
    expect(readView('rendering=isosurface').rendering).toBe('isosurface')
    expect(writeView(readView('rendering=isosurface'))).toBe('rendering=surface')
  })

  it.each([
    ['rendering=solid', 'rendering must be direct, maximum, minimum, mean or surface (got "solid").'],
    ['axes=1 axes=0', 'axes is set a second time; keep one of the two.'],
    ['wireframe', 'A setting must be written as key=value (got "wireframe").'],
    ['axes=yes', 'axes must be 1 or 0 (got "yes").'],
    ['colourmap=grey', '"colourmap" is no setting of a view; did you mean colormap?'],
    ['colors=magma', 'did you mean color? There are up, camera,'],
    [
      'color=magma',
      'color must be own, scalar or plain (got "magma"). "magma" is one of colormap: colormap=magma.',
    ],
    ['color=none', 'color must be own, scalar or plain (got "none").'],
    ['rendering=flat', '"flat" is one of shading: shading=flat.'],
    ['~axes=1', '"~axes" is no setting of a view; did you mean axes?'],
    ['fog=1', '"fog" is no setting of a view; there are up, camera,'],
    ['colormap=jet', 'twilight or none (got "jet").'],
    ['density=-1', 'density must be a number from 0 to 1000 (got "-1").'],
    ['window=2,1', 'window must be low,high, two values of the data, or none (got "2,1").'],
    ['roughness=2', 'roughness must be a number from 0 to 1 (got "2").'],
    [
      'creaseAngle=181',
      'creaseAngle must be a number of degrees from 0, every edge is hard, to 180, none is',
    ],
    ['creaseangle=30', '"creaseangle" is no setting of a view; did you mean creaseAngle?'],
    ['center=middle', 'center must be a value of the data, or none (got "middle").'],
    ['curve=0,0,1', 'curve must be fraction,opacity,fraction,opacity'],
    ['isovalue=1,2,3,4,5', 'isovalue must be one to 4 values of the data, or none (got "1,2,3,4,5").'],
    ['camera=0,0,0', 'camera must be x,y,z, a direction from the result to the camera'],
    ['camera=1,2', 'or the six numbers of a link (got "1,2").'],
  ])('with %s is refused with what was found and what is allowed', (text, fault) => {
    expect(findViewFault(`up=y ${text}`)).toContain(fault)
    expect(readView(`up=y ${text}`).up).toBe('y')
  })

  it('has its keys and values in a table of build/README.md', () => {
    const page = readFileSync(new URL('../../../build/README.md', import.meta.url), 'utf8')
    const rows = settingKeys.map((key) => {
      const [, wanted] = / must be (.*) \(got "\?"\)/.exec(findViewFault(`${key}=?`) ?? '') ?? []
      return `| \`${key}\` | ${wanted} |`
    })
    expect(page).toContain(`| key of \`@view\` | value |\n| --- | --- |\n${rows.join('\n')}\n`)
  })

  it.each([
    ['axes', 'millimetres and a little more than forty characters', 'a unit of at most 40 characters'],
    ['value', '', 'a text of 1 to 2000 characters (got "")'],
    ['legend', 7, 'a text of 1 to 2000 characters (got 7)'],
    ['view', 'up=x', 'up must be y or z (got "x").'],
  ] as const)('has beside it %s, refused as %s', (name, text, fault) => {
    expect(findWordFault(name, text)).toContain(fault)
  })
})
