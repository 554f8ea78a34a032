/** The link: what a view looks like in an address, and that reading gives the view back. */

import { describe, expect, it } from 'vitest'
import { resultTypes } from '../../../core/contract/domain/result/result.ts'
import { colormapNames } from '../../../core/contract/look/colormaps.ts'
import type { Display, PartSetting, Slab, Vector3 } from '../../../core/contract/look/display.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import { parseFragment, toFragment } from '../../../core/viewer/state/link.ts'
import {
  alone,
  galleryOrders,
  initialView,
  type OneView,
  type ViewState,
} from '../../../core/viewer/state/view-state.ts'
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
    ['no sweep', '#/a?~sweep=1,2,61,n&~sweep=1,2,1.5,n&~sweep=1,2,3&~sweep=1,1e999,3,n&~sweep=a,b,c,n'],
    ['no view beside a gallery', '#/?~view=b&~active=2&~wipe=0.5&~cameras=own'],
    ['no view of the gallery or of a file', '#/a?~view=&~view=?q=x&~view=~file&~active=2&~wipe=0.5'],
    ['no such keys', '#/a?~constructor=1&~toString=1&~=1&~display=1'],
  ])('reads %s as a view with defaults', (_what, text) => {
    const { specimenId, ...rest } = parseFragment(text)
    expect(rest).toEqual({
      search: '',
      tags: [],
      type: null,
      order: 'live',
      params: {},
      roomId: 'service',
      camera: null,
      display: {},
      sweep: null,
      notes: [],
      ...alone,
    })
    expect(specimenId === null || specimenId === 'a' || specimenId === '%E0%A4%A').toBe(true)
  })

  it('keeps a parameter that begins with ~, and one without a name', () => {
    const view = { ...gyroid, params: { '~room': 'a', '~~': 1, '': 2, 'a=b&c': '+ %' } }
    expect(parseFragment(toFragment(view))).toEqual(view)
  })
})

it('the link of a sweep has its ends, the number of its steps and its parameter', () => {
  const view: ViewState = { ...gyroid, sweep: { name: 'cells, all', from: -1, to: 2.5, count: 12 } }
  expect(toFragment(view)).toBe('#/gyroid?~sweep=-1,2.5,12,cells,+all')
  expect(parseFragment(toFragment(view))).toEqual(view)
})

it('the link of a note has its place in few digits, its text, and who wrote it when', () => {
  const note = {
    id: 'n-1',
    at: [0, 1.23456789, -1e-9],
    text: 'a&b, "c"',
    author: 'Ä',
    time: 1700000000.4,
  } as const
  const link = toFragment({ ...gyroid, notes: [note] })
  expect(decodeURIComponent(link.replaceAll('+', ' '))).toBe(
    '#/gyroid?~note=["n-1",0,1.2346,-1e-9,"a&b, \\"c\\"","Ä",1700000000]',
  )
  expect(parseFragment(link).notes).toEqual([{ ...note, at: [0, 1.2346, -1e-9], time: 1700000000 }])
})

it.each([
  '',
  'n',
  '[1,0,0,0,"text"]',
  '["n",0,0,1e999,"text"]',
  '["n",0,0,0]',
  `["n",0,0,0,"${'a'.repeat(1001)}"]`,
])('a link has no note %j', (text) => {
  expect(parseFragment(`#/gyroid?~note=${encodeURIComponent(text)}`).notes).toEqual([])
})

describe('the link of several views', () => {
  const plain: OneView = {
    specimenId: 'gyroid',
    params: {},
    camera: null,
    display: {},
    sweep: null,
    notes: [],
  }

  it('has each view beside the first as a link of its own', () => {
    const second = { ...plain, params: { cells: 5, note: 'a&b=~view' }, display: { wireframe: true } }
    const third = { ...plain, specimenId: 'lab:head scan' }
    const view: ViewState = { ...gyroid, others: [second, third], active: 2 }
    const link =
      '#/gyroid?~view=gyroid%3Fcells%3D5%26note%3Da%2526b%253D~view%26~wireframe%3D1' +
      '&~view=lab:head%2Bscan&~active=3'
    expect(toFragment(view)).toBe(link)
    expect(parseFragment(link)).toEqual(view)
  })

  it('has a camera for each that is not linked, and a wipe of two', () => {
    const camera = { target: [0, 0, 0], offset: [0, -2, 1] } as const
    const view: ViewState = { ...gyroid, others: [{ ...plain, camera }], isLinked: false, wipe: 0.25 }
    const link = '#/gyroid?~view=gyroid%3F~camera%3D0,0,0,0,-2,1&~cameras=own&~wipe=0.25'
    expect(toFragment(view)).toBe(link)
    expect(parseFragment(link)).toEqual(view)
    const linked = parseFragment(link.replace('&~cameras=own', ''))
    expect(linked).toEqual({ ...view, isLinked: true, others: [plain] })
  })

  it.each([
    ['more than four views', '~view=b&~view=c&~view=d&~view=e&~view=f&~active=4', 3],
    ['views inside of views, as deep as a link is long', `~view=${'b?~view='.repeat(12_000)}`, 1],
    ['a room and an active view inside of one', '~view=b?~room%3Dx%26~active%3D2%26q%3D1', 1],
    ['an active view that is not there', '~view=b&~active=4', 1],
    ['an active view that is no place', '~view=b&~active=1e9&~wipe=nowhere&~cameras=', 1],
    ['a wipe of three', '~view=b&~view=c&~wipe=0.5', 2],
    ['a wipe beyond the picture', '~view=b&~wipe=1.5&~wipe=-1&~wipe=NaN', 1],
  ])('bounds %s', (_what, query, count) => {
    const view = parseFragment(`#/a?${query}`)
    expect(view.others).toHaveLength(count)
    expect(view.active).toBeLessThanOrEqual(count)
    expect(view).toMatchObject({ roomId: 'service', isLinked: true, wipe: null })
    for (const other of view.others)
      expect(Object.keys(other).sort()).toEqual([
        'camera',
        'display',
        'notes',
        'params',
        'specimenId',
        'sweep',
      ])
  })
})

const short = (least: number, most: number): fc.Arbitrary<number> =>
  fc
    .integer({ min: -9999, max: 9999 })
    .map((n) => Number((least + ((n + 9999) / 19998) * (most - least)).toPrecision(3)) + 0)
const whole = fc.integer({ min: -700, max: 700 })
const fraction = short(0, 1)
const channel = fc.integer({ min: 0, max: 255 })
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

const part: fc.Arbitrary<PartSetting> = fc
  .record(
    {
      name: fc.constantFrom('brain', 'skull', 'left-2', '1'),
      opacity: fraction,
      hidden: fc.boolean(),
      color: fc.tuple(channel, channel, channel),
      isWhole: fc.constant(true),
      window: fc.tuple(short(-30_000, 0), short(0, 70_000)),
      colormap: fc.constantFrom(...colormapNames),
      isInverted: fc.constant(true),
      rendering: fc.constantFrom('direct', 'maximum', 'minimum', 'mean', 'isosurface'),
      isovalue: fc.array(short(-30_000, 70_000), { minLength: 1, maxLength: 4 }),
      colorBy: fc.constantFrom('own', 'scalar', 'plain'),
    },
    { requiredKeys: ['name'] },
  )
  .filter((setting) => Object.keys(setting).length > 1)

const settings: { readonly [Name in keyof Display]: fc.Arbitrary<Display[Name]> } = {
  from: fc.constant(null),
  projection: fc.constantFrom('perspective', 'orthographic'),
  occlusion: fc.constantFrom('auto', 'on', 'off'),
  up: fc.constantFrom('y', 'z'),
  axes: fc.boolean(),
  box: fc.boolean(),
  shading: fc.constantFrom('smooth', 'flat', 'none'),
  creaseAngle: short(0, 180),
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
  patientSide: fc.constantFrom('neurological', 'radiological'),
  zoom: fc.option(fc.tuple(short(1, 50), fraction, fraction, fraction)),
  pointScale: short(0, 40),
  pointSize: fc.option(short(0, 40)),
  colorBy: fc.constantFrom('own', 'scalar', 'plain'),
  solidColor: fc.constantFrom('clay', 'plum'),
  window: fc.option(fc.tuple(short(-30_000, 0), short(0, 70_000))),
  colormap: fc.constantFrom(null, ...colormapNames),
  isInverted: fc.boolean(),
  overlayOpacity: fraction,
  overlayColormap: fc.constantFrom(...colormapNames),
  parts: fc.option(fc.uniqueArray(part, { minLength: 1, maxLength: 4, selector: ({ name }) => name })),
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
const one = {
  sweep: fc.option(
    fc.record({
      name: text.filter((name) => name !== ''),
      from: whole,
      to: whole,
      count: fc.integer({ min: 2, max: 60 }),
    }),
  ),
  display,
  specimenId: fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9._-]{1,40}(:[A-Za-z0-9._-]{1,40})?$/),
    text.filter((id) => id !== ''),
  ),
  params: fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    fc.oneof(json, text),
    { noNullPrototype: true },
  ),
  camera: fc.option(
    fc.record({ target: vector(whole), offset: fc.tuple(whole, whole, fc.integer({ min: 1, max: 9 })) }),
  ),
  notes: fc.array(
    fc.record({
      id: fc.stringMatching(/^[\w-]{1,32}$/),
      at: vector(whole),
      text: text,
      author: text.map((author) => author.slice(0, 64)),
      time: fc.nat(),
    }),
    { maxLength: 3 },
  ),
}
const specimen: fc.Arbitrary<ViewState> = fc
  .record({
    ...shared,
    ...one,
    ...{ search: fc.constant(''), tags: fc.constant([]), type: fc.constant(null) },
    order: fc.constant('live' as const),
    others: fc.array(fc.record(one), { maxLength: 3 }),
    active: fc.nat(3),
    isLinked: fc.boolean(),
    wipe: fc.option(fraction),
  })
  .map((view) => {
    const { others, active, isLinked, wipe } = view
    if (others.length === 0) return { ...view, ...alone }
    return {
      ...view,
      others: isLinked ? others.map((other) => ({ ...other, camera: null })) : others,
      active: Math.min(active, others.length),
      wipe: others.length === 1 ? wipe : null,
    }
  })
const gallery: fc.Arbitrary<ViewState> = fc.record({
  ...shared,
  sweep: fc.constant(null),
  ...{
    others: fc.constant([]),
    active: fc.constant(0),
    isLinked: fc.constant(true),
    wipe: fc.constant(null),
  },
  specimenId: fc.constant(null),
  type: fc.constantFrom(null, ...resultTypes),
  order: fc.constantFrom(...galleryOrders),
  search: text,
  tags: fc.uniqueArray(
    text.filter((tag) => tag !== ''),
    { maxLength: 5 },
  ),
  params: fc.constant({}),
  camera: fc.constant(null),
  notes: fc.constant([]),
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
