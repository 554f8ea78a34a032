/** The settings that volumes alone have, beside those of `display-schema.ts`. */
import { keysOf } from '../../domain/keys-of.ts'
import { type Display, mostSurfaces, type SurfaceColor } from '../../look/display.ts'
import { curveShapes, toCurve } from '../../look/opacity-curve.ts'
import { solidColors } from '../../look/solid-colors.ts'
import {
  chooseTransfer,
  type Transfer,
  toFraction,
  toIsovalues,
  toSurfaces,
} from '../../look/volume-transfer.ts'
import type { PreparedVolume } from '../data/prepared.ts'
import { toLabel } from '../panel/words.ts'
import type { Setting } from './setting.ts'

/** Returns the setting of the isosurfaces; the values that suit the data are stored as null. */
export function isovalueSetting(prepared: PreparedVolume): Setting {
  const [minimum, maximum] = prepared.range
  return {
    name: 'isovalue',
    schema: {
      title: 'Surfaces at',
      type: 'array',
      items: { type: 'number', minimum, maximum },
      minItems: 1,
      maxItems: mostSurfaces,
    },
    read: (display) => [...toIsovalues(prepared, display)],
    write: (display, value) => {
      const isovalues = Array.isArray(value) ? value.filter((item) => typeof item === 'number') : []
      if (isovalues.length === 0) return display
      const usual = toIsovalues(prepared, { ...display, isovalue: null })
      return { ...display, isovalue: isovalues.join() === usual.join() ? null : isovalues }
    },
  }
}

/** Returns the settings of the colours of isosurfaces, in the order in which their values are listed. */
export function surfaceColorSettings(prepared: PreparedVolume, count: number): readonly Setting[] {
  const names = ['map', ...keysOf(solidColors)] as const
  const oneOf = names.map((name) => ({ const: name, title: name === 'map' ? 'By value' : toLabel(name) }))
  const readAll = (display: Display): readonly SurfaceColor[] => {
    const surfaces = toSurfaces(prepared, display)
    return toIsovalues(prepared, display).map(
      (isovalue) => surfaces.find(({ value }) => value === isovalue)?.color ?? 'map',
    )
  }
  return Array.from({ length: count }, (_, i) => ({
    name: `surface-${i}`,
    schema: { title: count === 1 ? 'Surface colour' : `Colour of surface ${i + 1}`, oneOf },
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

/** Returns the setting of the scale; the one that suits the values is stored as null. */
export function scaleSetting(prepared: PreparedVolume): Setting {
  const choose = (display: Display): Transfer['scale'] => chooseTransfer(prepared, display).scale
  return {
    name: 'scale',
    schema: {
      title: 'Scale',
      oneOf: [
        { const: 'linear', title: 'Linear' },
        { const: 'log', title: 'Logarithmic' },
      ],
    },
    read: choose,
    write: (display, value) => {
      if (value !== 'linear' && value !== 'log') return display
      return { ...display, scale: value === choose({ ...display, scale: null }) ? null : value }
    },
  }
}

/** Returns the setting of the value at which colours diverge. */
export function centerSetting(prepared: PreparedVolume): Setting {
  const choose = (display: Display): number | null => chooseTransfer(prepared, display).center
  return {
    name: 'center',
    schema: { title: 'Colour centre', anyOf: [{ type: 'number' }, { type: 'null' }] },
    read: choose,
    write: (display, value) => {
      if (typeof value !== 'number' && value !== null) return display
      return { ...display, center: value === choose({ ...display, center: null }) ? null : value }
    },
  }
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
    schema: {
      title: 'Opacity curve',
      oneOf: [
        { const: 'auto', title: 'Automatic' },
        { const: 'ramp', title: 'Ramp' },
        { const: 'band', title: 'Band' },
        { const: 'peaks', title: 'Peaks' },
        { const: 'own', title: 'Custom' },
      ],
    },
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
