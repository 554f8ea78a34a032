/** The settings of the picture as a panel's parameters, and back. */

import { describe, expect, it } from 'vitest'
import { defaultDisplay } from '../../../../core/contract/look/display.ts'
import type { Prepared } from '../../../../core/data/prepared/prepared.ts'
import { listClipSettings } from '../../../../core/viewer/specimen/settings/clip-settings.ts'
import {
  listSettings,
  listViewSettings,
  readSettings,
  toSettingsSchema,
  writeSettings,
} from '../../../../core/viewer/specimen/settings/display-schema.ts'
import { fc } from '../../../support/seeded-fast-check.ts'

const bounds = { low: [0, 0, 0], high: [1, 1, 1] } as const
const prepared: { readonly [type in Prepared['type']]: Extract<Prepared, { type: type }> } = {
  mesh: {
    type: 'mesh',
    bounds,
    centre: [0, 0, 0],
    positions: new Float32Array(9),
    indices: new Uint32Array(3),
    normals: new Float32Array(9),
    range: null,
    result: {
      type: 'mesh',
      vertices: new Float32Array(9),
      indices: new Uint32Array(3),
      colors: new Uint8Array(9),
    },
  },
  volume: {
    type: 'volume',
    bounds,
    range: [-10, 30],
    histogram: new Uint32Array(256),
    quantiles: Float64Array.from({ length: 101 }, (_, i) => (-100 + 4 * i) / 10),
    texture: {
      format: 'r8',
      data: new Uint8Array(8),
      width: 2,
      height: 2,
      depth: 2,
      values: [-10, 30],
      step: 1,
    },
    bricks: { width: 1, height: 1, depth: 1, data: new Uint8Array(2) },
    result: { type: 'volume', shape: [2, 2, 2], dtype: 'uint8', data: new Uint8Array(8) },
  },
  point_cloud: {
    type: 'point_cloud',
    bounds,
    range: [0, 1],
    centre: [0, 0, 0],
    positions: new Float32Array(3),
    diameter: 0,
    result: { type: 'point_cloud', points: new Float32Array(3), scalars: new Float32Array(1) },
  },
  lines: {
    type: 'lines',
    bounds,
    range: [0, 1],
    centre: [0, 0, 0],
    positions: new Float32Array(6),
    joined: Uint8Array.of(1, 0),
    result: { type: 'lines', points: new Float32Array(6), scalars: new Float32Array(2) },
  },
  arrows: {
    type: 'arrows',
    bounds,
    range: null,
    centre: [0, 0, 0],
    positions: new Float32Array(3),
    vectors: new Float32Array(3),
    step: 1,
    usualLength: 1,
    result: {
      type: 'arrows',
      points: new Float32Array(3),
      vectors: new Float32Array(3),
      colors: new Uint8Array(3),
    },
  },
  labels: {
    type: 'labels',
    bounds,
    range: null,
    centre: [0, 0, 0],
    positions: new Float32Array(3),
    result: { type: 'labels', points: new Float32Array(3), texts: [''] },
  },
  image: {
    type: 'image',
    bounds,
    range: [0, 255],
    result: { type: 'image', width: 1, height: 1, channels: 1, dtype: 'uint8', data: new Uint8Array(1) },
  },
  table: {
    type: 'table',
    bounds,
    centre: [0, 0, 0],
    positions: new Float32Array(3),
    range: null,
    result: { type: 'table', columns: [{ name: 'n', values: Float64Array.of(1) }] },
  },
  scene: {
    type: 'scene',
    bounds,
    range: null,
    result: {
      type: 'scene',
      parts: { names: { type: 'labels', points: new Float32Array(3), texts: ['a'] } },
    },
    parts: [
      {
        name: 'names',
        prepared: {
          type: 'labels',
          bounds,
          centre: [0, 0, 0],
          positions: new Float32Array(3),
          range: null,
          result: { type: 'labels', points: new Float32Array(3), texts: ['a'] },
        },
      },
    ],
  },
}
const kinds = Object.values(prepared).map((one) => [one.type, one] as const)

const listAll = (one: Prepared) => [
  ...listSettings(one, defaultDisplay),
  ...listViewSettings(one.type, false),
  ...listClipSettings(one, true),
]

describe('the settings of the picture', () => {
  it('are those that change the picture as it is drawn', () => {
    const names = (rendering: 'direct' | 'maximum' | 'isosurface') =>
      listSettings(prepared.volume, { ...defaultDisplay, rendering }).map(({ name }) => name)
    expect(names('direct')).toContain('density')
    expect(names('direct')).not.toContain('isovalue')
    expect(names('isosurface')).toContain('isovalue')
    expect(names('maximum')).not.toContain('density')
    expect(listClipSettings(prepared.mesh, false).map(({ name }) => name)).toEqual(['x', 'y', 'z', 'free'])
  })

  it('offer colours by value where a mesh has values, and the solid colour where it has nothing else', () => {
    const { colors: _, ...bare } = prepared.mesh.result
    const list = (mesh: Prepared, colorBy: 'own' | 'plain' = 'own') =>
      listSettings(mesh, { ...defaultDisplay, colorBy }).map(({ name }) => name)
    const byValue = {
      ...prepared.mesh,
      range: [2, 3] as const,
      result: { ...bare, scalars: new Float32Array(3) },
    }
    expect(list(byValue).slice(0, 4)).toEqual(['colorBy', 'colormap', 'window', 'isInverted'])
    expect(list(byValue, 'plain').slice(0, 2)).toEqual(['colorBy', 'solidColor'])
    expect(list({ ...prepared.mesh, result: bare })[0]).toBe('solidColor')
    expect(list(prepared.mesh)).toEqual(['colorBy', 'meshOpacity', 'edges', 'wireframe'])
  })

  it('of light and camera are a group of their own, and each setting is in one', () => {
    const names = (hasOwnNormals: boolean) => listViewSettings('mesh', hasOwnNormals).map(({ name }) => name)
    expect(names(true)).toEqual(['shading', 'roughness', 'occlusion', 'up', 'projection'])
    expect(names(false)).toEqual(['shading', 'creaseAngle', 'roughness', 'occlusion', 'up', 'projection'])
    for (const [, one] of kinds) {
      const all = listAll(one).map(({ name }) => name)
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('offer grey first for what an instrument has counted, and say it as the default', () => {
    const settings = listSettings(prepared.volume, defaultDisplay)
    expect(readSettings(settings, defaultDisplay).colormap).toBe('grey')
    expect(writeSettings(settings, defaultDisplay, { colormap: 'magma' }).colormap).toBe('magma')
    const magma = { ...defaultDisplay, colormap: 'magma' } as const
    expect(writeSettings(settings, magma, { colormap: 'grey' }).colormap).toBe(null)
  })

  it.each(kinds)('are unchanged when nothing is set: %s', (_type, one) => {
    const settings = listAll(one)
    expect(writeSettings(settings, defaultDisplay, readSettings(settings, defaultDisplay))).toBe(
      defaultDisplay,
    )
  })

  it.each(kinds)('have a default that is read from the default display: %s', (_type, one) => {
    const settings = listAll(one)
    const { properties } = toSettingsSchema(settings, defaultDisplay)
    expect(Object.keys(properties)).toEqual(settings.map(({ name }) => name))
    expect(readSettings(settings, defaultDisplay)).toEqual(
      Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.default])),
    )
  })

  it('keep the range of the data as such, so that the next result has its own', () => {
    const settings = listSettings(prepared.volume, { ...defaultDisplay, rendering: 'isosurface' })
    const narrow = writeSettings(settings, defaultDisplay, { window: [0, 30] })
    expect(narrow.window).toEqual([0, 30])
    expect(writeSettings(settings, narrow, { window: [-9.2, 29.2] }).window).toBeNull() // 2nd and 98th percentile
  })

  it('put the surface where it parts the values of the window until somebody moves it', () => {
    const histogram = new Uint32Array(4) // of 10 values each, from -10 on
    histogram.set([5, 0, 3, 1])
    const volume: Prepared = { ...prepared.volume, histogram }
    const settings = listSettings(volume, { ...defaultDisplay, rendering: 'isosurface' })
    expect(readSettings(settings, defaultDisplay)).toMatchObject({ isovalue: [5] })
    expect(readSettings(settings, { ...defaultDisplay, window: [0, 30] })).toMatchObject({ isovalue: [20] })
    expect(writeSettings(settings, defaultDisplay, { isovalue: [12, 3] }).isovalue).toEqual([12, 3])
    expect(writeSettings(settings, defaultDisplay, { isovalue: [5] }).isovalue).toBe(null)
  })

  it('keep a slab in the coordinates of the specimen, with ends that do not pass each other', () => {
    const box = { low: [-12.34, 5, 0], high: [27.66, 5, 1e-3] } as const
    const settings = listClipSettings({ ...prepared.mesh, bounds: box }, false)
    const ends = (low: number, high: number) => [
      { title: expect.stringMatching(/^[xz] min$/), type: 'number', minimum: low, maximum: high },
      { title: expect.stringMatching(/^[xz] max$/), type: 'number', minimum: low, maximum: high },
    ]
    expect(settings.map(({ name, schema }) => [name, schema.prefixItems])).toEqual([
      ['x', ends(-12.4, 27.7)],
      ['z', ends(0, 0.001)],
      ['free', undefined],
    ])
    const cut = writeSettings(settings, defaultDisplay, { x: [-2.34, 7.66], z: [0, 0.0005] })
    expect(cut.slabs.flat().map((part) => Number(part.toFixed(9)))).toEqual([0.25, 0.5, 0, 1, 0, 0.5])
    expect(readSettings(settings, cut)).toMatchObject({ x: [-2.34, 7.66], z: [0, 0.0005] })
    const past = writeSettings(settings, cut, { x: [20, 7.66] })
    expect(readSettings(settings, past)).toMatchObject({ x: [7.66, 7.66] })
    const below = writeSettings(settings, cut, { x: [-2.34, -5] })
    expect(readSettings(settings, below)).toMatchObject({ x: [-2.34, -2.34] })
    const whole = writeSettings(settings, cut, { x: [-12.4, 27.7], z: [0, 0.001] })
    expect(whole.slabs).toEqual(defaultDisplay.slabs)
  })

  it('give a free plane back by the angles that were set', () => {
    const settings = listClipSettings(prepared.mesh, true)
    const angle = fc.integer({ min: -179, max: 179 })
    fc.assert(
      fc.property(angle, fc.integer({ min: -89, max: 89 }), (azimuth, elevation) => {
        const free = writeSettings(settings, defaultDisplay, { free: true })
        const turned = writeSettings(settings, free, { azimuth, elevation })
        expect(readSettings(settings, turned)).toMatchObject({ free: true, azimuth, elevation })
        expect(Math.hypot(...(turned.plane?.normal ?? []))).toBeCloseTo(1, 12)
      }),
    )
  })

  it('take nothing that is not of their type', () => {
    for (const [, one] of kinds) {
      const settings = listAll(one).filter(({ schema }) => schema.type !== 'boolean' && !schema.oneOf)
      const wrong = Object.fromEntries(settings.map(({ name }) => [name, { not: 'this' }]))
      expect(writeSettings(settings, defaultDisplay, wrong)).toEqual(defaultDisplay)
    }
  })
})
