/** The settings that volumes alone have, beside those of `display-schema.ts`. */

import { type Display, mostSurfaces, type SurfaceColor } from '../../../contract/look/display.ts'
import { curveShapes, toCurve } from '../../../contract/look/opacity-curve.ts'
import { solidColors } from '../../../contract/look/solid-colors.ts'
import {
  chooseTransfer,
  toFraction,
  toIsovalues,
  toSurfaces,
} from '../../../contract/look/volume-transfer.ts'
import { keysOf } from '../../../contract/values/keys-of.ts'
import type { PreparedVolume } from '../../../data/prepared/prepared.ts'
import { type Setting, toChoiceSchema, toDecided, toTitles } from './setting.ts'

/** Returns the setting of the isosurfaces. */
export function isovalueSetting(prepared: PreparedVolume): Setting {
  const [minimum, maximum] = prepared.range
  const items = { type: 'number', minimum, maximum }
  const schema = { title: 'Surfaces at', type: 'array', items, minItems: 1, maxItems: mostSurfaces }
  const read = (display: Display): readonly number[] => toIsovalues(prepared, display)
  return toDecided('isovalue', schema, read, (value) => {
    const isovalues = Array.isArray(value) ? value.filter((item) => typeof item === 'number') : []
    return isovalues.length > 0 ? isovalues : undefined
  })
}

/** Returns the settings of the colours of isosurfaces, in the order in which their values are listed. */
export function surfaceColorSettings(prepared: PreparedVolume, count: number): readonly Setting[] {
  const names = ['map', ...keysOf(solidColors)] as const
  const titles = { map: 'By value', ...toTitles(keysOf(solidColors)) }
  const readAll = (display: Display): readonly SurfaceColor[] => {
    const surfaces = toSurfaces(prepared, display)
    return toIsovalues(prepared, display).map(
      (isovalue) => surfaces.find(({ value }) => value === isovalue)?.color ?? 'map',
    )
  }
  return Array.from({ length: count }, (_, i) => ({
    name: `surface-${i}`,
    schema: toChoiceSchema(count === 1 ? 'Surface colour' : `Colour of surface ${i + 1}`, titles),
    read: (display) => readAll(display)[i] ?? 'map',
    write: (display, value) => {
      const color = names.find((name) => name === value)
      if (!color) return display
      const colors = readAll(display).with(i, color)
      const isUsual = colors.join() === readAll({ ...display, surfaceColors: null }).join()
      return { ...display, surfaceColors: isUsual ? null : colors }
    },
  }))
}

/** Returns the settings of the scale of values, and of the one at which colours diverge. */
export function scaleSettings(prepared: PreparedVolume): readonly Setting[] {
  const choose = (display: Display) => chooseTransfer(prepared, display)
  const scale = toChoiceSchema('Scale', { linear: 'Linear', log: 'Logarithmic' })
  const center = { title: 'Colour centre', anyOf: [{ type: 'number' }, { type: 'null' }] }
  return [
    toDecided(
      'scale',
      scale,
      (display) => choose(display).scale,
      (value) => (value === 'linear' || value === 'log' ? value : undefined),
    ),
    toDecided(
      'center',
      center,
      (display) => choose(display).center,
      (value) => (typeof value === 'number' || value === null ? value : undefined),
    ),
  ]
}

/** Returns the setting of the shape of the opacity curve, whose points the histogram has. */
export function curveSetting(prepared: PreparedVolume): Setting {
  const shapes = keysOf(curveShapes)
  const toShape = (display: Display, shape: (typeof shapes)[number]) => {
    const transfer = chooseTransfer(prepared, display)
    return toCurve(shape, transfer.center === null ? null : toFraction(transfer.center, transfer))
  }
  return {
    name: 'curve',
    schema: toChoiceSchema('Opacity curve', {
      auto: 'Automatic',
      ramp: 'Ramp',
      band: 'Band',
      peaks: 'Peaks',
      own: 'Custom',
    }),
    read: (display) => {
      const { opacity } = display
      if (opacity === null) return 'auto'
      return shapes.find((shape) => toShape(display, shape).join() === opacity.join()) ?? 'own'
    },
    write: (display, value) => {
      if (value === 'auto') return { ...display, opacity: null }
      if (value === 'own') return { ...display, opacity: chooseTransfer(prepared, display).opacity }
      const shape = shapes.find((known) => known === value)
      return shape ? { ...display, opacity: toShape(display, shape) } : display
    },
  }
}
