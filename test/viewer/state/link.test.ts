/** The link: what a view looks like in an address, and that reading gives the view back. */

import { describe, expect, it } from 'vitest'
import type { Json } from '../../../core/domain/json.ts'
import { resultTypes } from '../../../core/domain/result/result.ts'
import { colormapNames } from '../../../core/look/colormaps.ts'
import type { Display, Slab, Vector3 } from '../../../core/look/display.ts'
import { parseFragment, toFragment } from '../../../core/viewer/state/link.ts'
import { initialView, type ViewState } from '../../../core/viewer/state/view-state.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const gyroid: ViewState = { ...initialView, specimenId: 'gyroid' }

describe('the link', () => {
  it('of the gallery carries what is looked for', () => {
    expect(toFragment(initialView)).toBe('#/')
    const view = { ...initialView, search: 'minimal surface', tags: ['maths', 'a&b'] }
    expect(toFragment(view)).toBe('#/?q=minimal+surface&tag=maths&tag=a%26b')
    expect(parseFragment('#/?q=minimal+surface&tag=maths&tag=a%26b&tag=maths')).toEqual(view)
  })

  it('of a specimen has its parameters under their own names, and the page’s behind a ~', () => {
    const view: ViewState = {
      ...gyroid,
      params: { radius: 2, side: 'up', label: '2', size: [1, 2.5], light: { on: true } },
      roomId: 'lab 3',
      camera: { target: [0, 0, 1e-9], offset: [1.23456, -20, 3] },
      display: {
        wireframe: true,
        colormap: 'magma',
        slabs: [
          [0, 0.5],
          [0, 1],
          [0.25, 1],
        ],
      },
    }
    const link =
      '#/gyroid?radius=2&side=up&label=%222%22&size=[1,2.5]&light={%22on%22:true}' +
      '&~room=lab+3&~camera=0,0,0,1.23,-20,3&~wireframe=1&~colormap=magma&~slabs=0,0.5,0,1,0.25,1'
    expect(toFragment(view)).toBe(link)
    const camera = { target: [0, 0, 0], offset: [1.23, -20, 3] }
    expect(parseFragment(link)).toEqual({ ...view, camera })
    expect(parseFragment(link.replaceAll(/[[\]{}]/g, encodeURIComponent))).toEqual({ ...view, camera })
  })

  it.each([
    ['nothing', ''],
    ['nothing', '#'],
    ['a broken escape, which is an id', '#/%E0%A4%A'],
    ['an id that no host takes', `#/${'a'.repeat(400)}`],
    ['more than anybody sends', `#/a?x=${'1'.repeat(200_000)}`],
    ['a number that is none', '#/a?x=1e999'],
    ['one inside', '#/a?x=[1,{"b":-1e999}]'],
    ['a prototype', '#/a?x={"__proto__":1}'],
    ['a parameter of that name', '#/a?__proto__=1'],
    ['what nests too deep', `#/a?x=${'['.repeat(100)}${']'.repeat(100)}`],
    ['no room', '#/a?~room='],
    ['a control character in a room', '#/a?~room=a%00b'],
    ['half a camera', '#/a?~camera=1,2,3'],
    ['an eye in what it looks at', '#/a?~camera=1,2,3,0,0,0'],
    ['an eye beyond all numbers', '#/a?~camera=1,2,3,1e200,1e200,1e200'],
    [
      'no such settings',
      '#/a?~up=x&~axes=yes&~density=-1&~size=&~slabs=1,0,0,1,0,1&~plane=1,1,1,0&~window=2,1',
    ],
    ['no such keys', '#/a?~constructor=1&~toString=1&~=1&~display=1'],
  ])('reads %s as a view with defaults', (_what, text) => {
    const { specimenId, ...rest } = parseFragment(text)
    expect(rest).toEqual({
      search: '',
      tags: [],
      type: null,
      params: {},
      roomId: 'service',
      camera: null,
      display: {},
    })
    expect(specimenId === null || specimenId === 'a' || specimenId === '%E0%A4%A').toBe(true)
  })

  it('keeps a parameter that begins with ~, and one without a name', () => {
    const view = { ...gyroid, params: { '~room': 'a', '~~': 1, '': 2, 'a=b&c': '+ %' } }
    expect(parseFragment(toFragment(view))).toEqual(view)
  })
})

const short = (least: number, most: number): fc.Arbitrary<number> =>
  fc
    .integer({ min: -9999, max: 9999 })
    .map((n) => Number((least + ((n + 9999) / 19998) * (most - least)).toPrecision(3)) + 0)
const whole = fc.integer({ min: -700, max: 700 })
const fraction = short(0, 1)
const vector = (part: fc.Arbitrary<number>): fc.Arbitrary<Vector3> => fc.tuple(part, part, part)
const slab: fc.Arbitrary<Slab> = fc
  .tuple(fraction, fraction)
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const json: fc.Arbitrary<Json> = fc
  .jsonValue({ maxDepth: 4 })
  .filter((value) => !JSON.stringify(value).includes('__proto__'))
  // JSON has one zero, and jsonValue gives nothing but JSON.
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)

const curve = fc
  .array(fc.tuple(fraction, fraction), { minLength: 1, maxLength: 12 })
  .map((points) => points.sort(([a], [b]) => a - b).flat())

const settings: { readonly [Name in keyof Display]: fc.Arbitrary<Display[Name]> } = {
  from: fc.constant(null),
  projection: fc.constantFrom('perspective', 'orthographic'),
  up: fc.constantFrom('y', 'z'),
  axes: fc.boolean(),
  box: fc.boolean(),
  shading: fc.constantFrom('smooth', 'flat'),
  edges: fc.boolean(),
  wireframe: fc.boolean(),
  roughness: fraction,
  meshOpacity: fraction,
  rendering: fc.constantFrom('direct', 'maximum', 'minimum', 'mean', 'isosurface'),
  surfaceColors: fc.option(
    fc.array(fc.constantFrom('map', 'clay', 'white', 'blue'), { minLength: 1, maxLength: 4 }),
  ),
  isovalue: fc.option(fc.array(short(-30_000, 70_000), { minLength: 1, maxLength: 4 })),
  scale: fc.constantFrom(null, 'linear', 'log'),
  center: fc.option(short(-30_000, 70_000)),
  opacity: fc.option(curve),
  density: short(0, 10),
  slices: fc.option(vector(fraction)),
  large: fc.constantFrom(null, 'xy', 'xz', 'yz'),
  zoom: fc.option(fc.tuple(short(1, 50), fraction, fraction, fraction)),
  pointScale: short(0, 40),
  pointSize: fc.option(short(0, 40)),
  colorBy: fc.constantFrom('own', 'scalar', 'plain'),
  solidColor: fc.constantFrom('clay', 'plum'),
  window: fc.option(fc.tuple(short(-30_000, 0), short(0, 70_000))),
  colormap: fc.constantFrom(null, ...colormapNames),
  isInverted: fc.boolean(),
  slabs: fc.tuple(slab, slab, slab),
  plane: fc.option(
    fc.record({
      normal: fc.constantFrom<Vector3>([1, 0, 0], [0, -1, 0], [0.6, 0, 0.8], [0.5774, 0.5774, -0.5774]),
      offset: short(-1, 1),
    }),
  ),
}
// A link has no direction for the camera: it has the pose.
const display: fc.Arbitrary<Partial<Display>> = fc
  .record(settings, { requiredKeys: [] })
  .map(({ from: _, ...others }) => others)
const shared = {
  roomId: fc.stringMatching(/^[^\p{Cc}]{1,40}$/u).filter((id) => id.isWellFormed() && id.length > 0),
  display,
}
const specimen: fc.Arbitrary<ViewState> = fc.record({
  ...shared,
  specimenId: fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9._-]{1,40}(:[A-Za-z0-9._-]{1,40})?$/),
    text.filter((id) => id !== ''),
  ),
  search: fc.constant(''),
  tags: fc.constant([]),
  type: fc.constant(null),
  params: fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    fc.oneof(json, text),
    { noNullPrototype: true },
  ),
  camera: fc.option(
    fc.record({ target: vector(whole), offset: fc.tuple(whole, whole, fc.integer({ min: 1, max: 9 })) }),
  ),
})
const gallery: fc.Arbitrary<ViewState> = fc.record({
  ...shared,
  specimenId: fc.constant(null),
  type: fc.constantFrom(null, ...resultTypes),
  search: text,
  tags: fc.uniqueArray(
    text.filter((tag) => tag !== ''),
    { maxLength: 5 },
  ),
  params: fc.constant({}),
  camera: fc.constant(null),
})

describe('every link', () => {
  it('gives the view back that it was made from', () => {
    fc.assert(
      fc.property(fc.oneof(specimen, gallery), (view) => {
        expect(parseFragment(toFragment(view))).toEqual(view)
      }),
      { numRuns: countRuns(500) },
    )
  })

  it('is the same again when it was read, whatever the camera’s digits', () => {
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 })
    const camera = fc.record({ target: vector(number), offset: vector(number) })
    fc.assert(
      fc.property(camera, number, (pose, isovalue) => {
        const view = { ...gyroid, camera: pose, display: { isovalue: [isovalue] } }
        const once = toFragment(parseFragment(toFragment(view)))
        expect(toFragment(parseFragment(once))).toBe(once)
      }),
    )
  })

  it('can be read, whatever it says', () => {
    const piece = fc.constantFrom(
      '#/',
      '?',
      '&',
      '=',
      '~',
      '~camera=',
      '~slabs=',
      '1,',
      '%',
      '%22',
      '[',
      '{',
      '"',
      'e9',
      '/',
    )
    const pieces = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((parts) => parts.join(''))
    const view = fc.oneof(
      fc.string({ unit: 'binary' }),
      pieces.map((rest) => `#/a?${rest}`),
    )
    fc.assert(
      fc.property(view, (fragment) => {
        const read = parseFragment(fragment)
        expect(() => toFragment(read)).not.toThrow()
        expect(parseFragment(toFragment(read)).params).toEqual(read.params)
      }),
      { numRuns: countRuns(2000) },
    )
  })
})
