/**
 * The settings of the picture as parameters with a schema, for the panel of a function's parameters. Each
 * kind of result has its own.
 */
import type { Json, JsonObject } from '../../domain/json.ts'
import type { Result } from '../../domain/result/result.ts'
import type { ParameterSchema, Params } from '../../domain/schema.ts'
import { chooseColormap, colormapNames } from '../color/colormaps.ts'
import { formatNumber, roundOutward } from '../color/ticks.ts'
import type { Bounds, Prepared, PreparedVolume, ValueRange } from '../data/prepared.ts'
import { toIsovalue } from '../stage/volume-transfer.ts'
import type { ClipPlane, Display, Slab } from '../state/display.ts'
import { findColoredRange } from './legend.tsx'

/** A setting: its row in the panel, and how it is read from a display and written into one. */
export interface Setting {
  readonly name: string
  readonly schema: JsonObject
  readonly read: (display: Display) => Json
  readonly write: (display: Display, value: Json) => Display
}

const degrees = 180 / Math.PI

/** Returns the settings of how a result is drawn, in the order of the panel. */
export function listSettings(
  prepared: Prepared,
  { rendering, colorBy }: Pick<Display, 'rendering' | 'colorBy'>,
): readonly Setting[] {
  switch (prepared.type) {
    case 'mesh':
      return [
        choice('shading', 'Shading', { smooth: 'Smooth', flat: 'Flat' }),
        toggle('wireframe', 'Wireframe'),
        ...(prepared.result.colors ? [choice('colorBy', 'Colour', { own: 'Its own', plain: 'Plain' })] : []),
        up,
      ]
    case 'volume':
      return [
        choice('rendering', 'Rendering', { direct: 'Direct', maximum: 'Maximum', isosurface: 'Surface' }),
        ...(rendering === 'isosurface' ? [isovalue(prepared)] : []),
        ...(rendering === 'direct' ? [number('density', 'Density', { minimum: 0.01, maximum: 100 })] : []),
        ...listColors(prepared.result, prepared.range),
        up,
      ]
    case 'point_cloud':
      return [
        number('pointSize', 'Point size', { minimum: 1, maximum: 20, multipleOf: 0.5 }),
        choice('colorBy', 'Colour', {
          ...(prepared.result.colors && { own: 'Its own' }),
          ...(prepared.range && { scalar: 'By value' }),
          plain: 'Plain',
        }),
        ...(findColoredRange(prepared, colorBy) ? listColors(prepared.result, prepared.range ?? [0, 1]) : []),
        up,
      ]
    case 'image':
      return prepared.result.channels <= 2 ? listColors(prepared.result, prepared.range) : []
  }
}

/** Returns the settings of the clipping planes; those of the free one only if it exists. */
export function listClipSettings({ type, bounds }: Prepared, hasPlane: boolean): readonly Setting[] {
  const slabs = ([0, 1, 2] as const).flatMap((axis) => slab(bounds, axis))
  return type === 'image' ? slabs : [...slabs, ...(hasPlane ? freePlane : freePlane.slice(0, 1))]
}

/** Returns settings as the schema of the panel. */
export function toSettingsSchema(settings: readonly Setting[], initial: Display): ParameterSchema {
  const properties = settings.map(({ name, schema, read }) => [name, { ...schema, default: read(initial) }])
  return { type: 'object', properties: Object.fromEntries(properties) }
}

/** Returns the settings of a display as the panel's parameters. */
export function readSettings(settings: readonly Setting[], display: Display): Params {
  return Object.fromEntries(settings.map(({ name, read }) => [name, read(display)]))
}

/** Returns the display with the panel's values. */
export function writeSettings(settings: readonly Setting[], display: Display, params: Params): Display {
  return settings.reduce((changed, { name, read, write }) => {
    const value = params[name]
    return value === undefined || JSON.stringify(read(changed)) === JSON.stringify(value)
      ? changed
      : write(changed, value)
  }, display)
}

const up = choice('up', 'Up', { z: 'z', y: 'y' })

const freePlane: readonly Setting[] = [
  {
    name: 'free',
    schema: { title: 'Free plane', type: 'boolean' },
    read: ({ plane }) => plane !== null,
    write: (display, value) => ({ ...display, plane: value === true ? toPlane(0, 0, 0) : null }),
  },
  planeAngle('azimuth', 'Turn the plane', 180),
  planeAngle('elevation', 'Tilt the plane', 90),
  {
    name: 'offset',
    schema: { title: 'Shift the plane', type: 'number', minimum: -1, maximum: 1, multipleOf: 0.01 },
    read: ({ plane }) => plane?.offset ?? 0,
    write: (display, value) =>
      typeof value === 'number' && display.plane
        ? { ...display, plane: { ...display.plane, offset: value } }
        : display,
  },
]

function choice<Name extends 'shading' | 'rendering' | 'colorBy' | 'up'>(
  name: Name,
  title: string,
  options: { readonly [value: string]: string | undefined } & { readonly [Value in Display[Name]]?: string },
): Setting {
  const values = Object.entries(options).map(([value, label]) => ({ const: value, title: label ?? value }))
  return {
    name,
    schema: { title, oneOf: values },
    read: (display) => (values.some((option) => option.const === display[name]) ? display[name] : firstOf()),
    write: (display, value) => ({ ...display, [name]: value }),
  }
  function firstOf(): string {
    return values[0]?.const ?? ''
  }
}

function toggle(name: 'wireframe' | 'isInverted', title: string): Setting {
  return {
    name,
    schema: { title, type: 'boolean' },
    read: (display) => display[name],
    write: (display, value) => ({ ...display, [name]: value === true }),
  }
}

function number(name: 'density' | 'pointSize', title: string, bounds: JsonObject): Setting {
  return {
    name,
    schema: { title, type: 'number', ...bounds },
    read: (display) => display[name],
    write: (display, value) => (typeof value === 'number' ? { ...display, [name]: value } : display),
  }
}

function listColors(result: Result, exact: ValueRange): readonly Setting[] {
  const range = roundOutward(...exact)
  return [
    {
      name: 'colormap',
      schema: { title: 'Colours', enum: [...colormapNames] },
      read: ({ colormap }) => chooseColormap(colormap, result),
      write: (display, value) => {
        const colormap = colormapNames.find((known) => known === value)
        if (!colormap) return display
        return { ...display, colormap: colormap === chooseColormap(null, result) ? null : colormap }
      },
    },
    toggle('isInverted', 'Invert colours'),
    windowEnd(0, 'Colours from', range),
    windowEnd(1, 'Colours to', range),
  ]
}

/** Stores the data's own range as null, so that the next result uses its own. */
function windowEnd(end: 0 | 1, title: string, range: ValueRange): Setting {
  return {
    name: end === 0 ? 'low' : 'high',
    schema: { title, type: 'number', minimum: range[0], maximum: range[1] },
    read: ({ window }) => (window ?? range)[end],
    write: (display, value) => {
      if (typeof value !== 'number') return display
      const [low, high] = display.window ?? range
      const window = end === 0 ? ([value, high] as const) : ([low, value] as const)
      return { ...display, window: window[0] === range[0] && window[1] === range[1] ? null : window }
    },
  }
}

function isovalue(prepared: PreparedVolume): Setting {
  const [minimum, maximum] = prepared.range
  const toFirst = (display: Display): number => toIsovalue(prepared, { ...display, isovalue: null })
  return {
    name: 'isovalue',
    schema: { title: 'Surface at', type: 'number', minimum, maximum },
    read: (display) => toIsovalue(prepared, display),
    write: (display, value) =>
      typeof value === 'number'
        ? { ...display, isovalue: value === toFirst(display) ? null : value }
        : display,
  }
}

/** The two ends of a slab, in the specimen's coordinates; none along an axis without extent. */
function slab({ low, high }: Bounds, axis: 0 | 1 | 2): readonly Setting[] {
  const [start, length] = [low[axis], high[axis] - low[axis]]
  if (!(length > 0 && Number.isFinite(length))) return []
  const step = 10 ** Math.floor(Math.log10(length / 100))
  const round = (value: number): number => Number(formatNumber(value, step / 100))
  const minimum = round(Math.floor(start / step + 1e-9) * step)
  const maximum = round(Math.ceil((start + length) / step - 1e-9) * step)
  const toEnd = (end: 0 | 1): Setting => ({
    name: `${end === 0 ? 'from' : 'to'}-${'xyz'[axis]}`,
    schema: { title: `Keep ${'xyz'[axis]} ${end === 0 ? 'from' : 'to'}`, type: 'number', minimum, maximum },
    read: ({ slabs }) => {
      const part = slabs[axis][end]
      return part === end ? (end === 0 ? minimum : maximum) : round(start + part * length)
    },
    write: (display, value) => {
      if (typeof value !== 'number') return display
      const part = Math.min(1, Math.max(0, (value - start) / length))
      const [from, to] = display.slabs[axis]
      const kept: Slab = end === 0 ? [Math.min(part, to), to] : [from, Math.max(part, from)]
      const [x, y, z] = display.slabs
      return { ...display, slabs: [axis === 0 ? kept : x, axis === 1 ? kept : y, axis === 2 ? kept : z] }
    },
  })
  return [toEnd(0), toEnd(1)]
}

function planeAngle(name: 'azimuth' | 'elevation', title: string, most: number): Setting {
  return {
    name,
    schema: {
      title,
      type: 'number',
      minimum: -most,
      maximum: most,
      multipleOf: 1,
      description: 'In degrees',
    },
    read: ({ plane }) => Math.round(toAngles(plane)[name]),
    write: (display, value) => {
      if (typeof value !== 'number' || !display.plane) return display
      const angles = toAngles(display.plane)
      angles[name] = value
      return { ...display, plane: toPlane(angles.azimuth, angles.elevation, display.plane.offset) }
    },
  }
}

/** Degrees around z from x, and above the plane of x and y. */
function toAngles(plane: ClipPlane | null): { azimuth: number; elevation: number } {
  const [x, y, z] = plane?.normal ?? [1, 0, 0]
  return { azimuth: Math.atan2(y, x) * degrees, elevation: Math.asin(Math.min(1, Math.max(-1, z))) * degrees }
}

function toPlane(azimuth: number, elevation: number, offset: number): ClipPlane {
  const [a, e] = [azimuth / degrees, elevation / degrees]
  return { normal: [Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e)], offset }
}
