/**
 * The settings of the picture as parameters with a schema, for the panel of a function's parameters. Each
 * kind of result has its own.
 */

import type { Result } from '../../../contract/domain/result/result.ts'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import { chooseColormap, colormapNames } from '../../../contract/look/colormaps.ts'
import type { Display } from '../../../contract/look/display.ts'
import { solidColors } from '../../../contract/look/solid-colors.ts'
import { roundOutward } from '../../../contract/look/ticks.ts'
import { chooseTransfer, type Transfer, toIsovalues } from '../../../contract/look/volume-transfer.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { keysOf } from '../../../contract/values/keys-of.ts'
import type {
  Prepared,
  PreparedArrows,
  PreparedCloud,
  PreparedLines,
  PreparedMesh,
  PreparedVolume,
  ValueRange,
} from '../../../data/prepared/prepared.ts'
import { findColoredRange } from '../model/meaning.ts'
import { readRange, type Setting, toChoiceSchema, toDecided, toRangeSchema, toTitles } from './setting.ts'
import { curveSetting, isovalueSetting, scaleSettings, surfaceColorSettings } from './volume-settings.ts'

/** Returns the settings of how a result is drawn, in the order of the panel: first what most need. */
export function listSettings(prepared: Prepared, display: Display): readonly Setting[] {
  const { colorBy } = display
  switch (prepared.type) {
    case 'mesh':
      return [
        ...listSources(prepared, colorBy, 'Vertex colours'),
        meshOpacity,
        toggle('edges', 'Edges'),
        toggle('wireframe', 'Wireframe'),
      ]
    case 'volume':
      return [
        ...(prepared.second?.overlay ? overlaySettings : []),
        ...(prepared.labels ? listLabelSettings(prepared) : listVolumeSettings(prepared, display)),
      ]
    case 'point_cloud':
      return [...listSources(prepared, colorBy, 'Point colours'), toScaleSetting('Point size')]
    case 'lines':
      return [...listSources(prepared, colorBy, 'Point colours'), toScaleSetting('Line width')]
    case 'arrows':
      return [...listSources(prepared, colorBy, 'Arrow colours'), meshOpacity, toScaleSetting('Thickness')]
    case 'labels':
    case 'table':
    case 'scene': // its parts have theirs
      return []
    case 'image':
      return prepared.result.channels <= 2 ? listColors(prepared.result, prepared.range) : []
  }
}

/**
 * Returns the settings of light and camera, which few need. `hasOwnNormals` is true for a mesh whose edges
 * are those of its result.
 */
export function listViewSettings(type: Prepared['type'], hasOwnNormals: boolean): readonly Setting[] {
  switch (type) {
    case 'mesh':
      return [
        surfaceShading,
        ...(hasOwnNormals ? [] : [creaseAngle]),
        roughness,
        choice('occlusion', 'Ambient occlusion', {
          auto: 'With a graphics card',
          on: 'On',
          off: 'Off',
        }),
        ...camera,
      ]
    case 'point_cloud':
      return [
        choice('shading', 'Shading', { smooth: 'As balls', none: 'None, colours as in the bar' }),
        ...camera,
      ]
    case 'arrows':
      return [surfaceShading, roughness, ...camera]
    case 'volume':
    case 'lines':
    case 'labels':
    case 'table':
    case 'scene':
      return camera
    case 'image':
      return []
  }
}

/** Labels have no window, no colormap and no surfaces. */
function listLabelSettings({ orientation }: Prepared): readonly Setting[] {
  return [number('density', 'Density', { minimum: 0.01, maximum: 100 }), ...listSides(orientation)]
}

function listSides(orientation: string | undefined): readonly Setting[] {
  return orientation === undefined ? [] : [patientSide]
}

function listVolumeSettings(prepared: PreparedVolume & Prepared, display: Display): readonly Setting[] {
  const { rendering } = display
  return [
    choice('rendering', 'Rendering', {
      direct: 'Direct',
      isosurface: 'Surface',
      maximum: 'Maximum',
      mean: 'Mean',
      minimum: 'Minimum',
    }),
    ...(rendering === 'isosurface'
      ? [isovalueSetting(prepared), ...surfaceColorSettings(prepared, toIsovalues(prepared, display).length)]
      : []),
    ...listColors(prepared.result, prepared.range, (display) => chooseTransfer(prepared, display)),
    ...(rendering === 'direct'
      ? [number('density', 'Density', { minimum: 0.01, maximum: 100 }), curveSetting(prepared)]
      : []),
    ...scaleSettings(prepared),
    ...listSides(prepared.orientation),
  ]
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

/** Returns the display with the panel's values where they differ from what it showed. */
export function writeSettings(settings: readonly Setting[], display: Display, params: Params): Display {
  return settings.reduce((changed, { name, read, write }) => {
    const value = params[name]
    return value === undefined || JSON.stringify(read(display)) === JSON.stringify(value)
      ? changed
      : write(changed, value)
  }, display)
}

const camera = [
  choice('up', 'Up', { z: 'z', y: 'y' }),
  choice('projection', 'Projection', { perspective: 'Perspective', orthographic: 'Orthographic' }),
]
const patientSide = choice('patientSide', 'Slices', {
  neurological: 'Neurological: left on the left',
  radiological: 'Radiological: left on the right',
})
const surfaceShading = choice('shading', 'Shading', {
  smooth: 'Smooth',
  flat: 'Flat',
  none: 'None, colours as in the bar',
})
const roughness = number('roughness', 'Roughness', { minimum: 0, maximum: 1, multipleOf: 0.01 })
const meshOpacity = number('meshOpacity', 'Opacity', { minimum: 0.05, maximum: 1, multipleOf: 0.01 })
const creaseAngle = number('creaseAngle', 'Crease angle', {
  minimum: 0,
  maximum: 180,
  multipleOf: 1,
  unit: '°',
  description: 'An edge at a larger angle is hard.',
})
const solidColor = choice('solidColor', 'Solid colour', toTitles(keysOf(solidColors)))

/** Returns the factor of a size. It takes the place of the one in pixels, which older links have. */
function toScaleSetting(title: string): Setting {
  return {
    name: 'pointScale',
    schema: { title, type: 'number', minimum: 0.1, maximum: 10 },
    read: (display) => display.pointScale,
    write: (display, value) =>
      typeof value === 'number' ? { ...display, pointScale: value, pointSize: null } : display,
  }
}

const overlaySettings = [
  number('overlayOpacity', 'Overlay', { minimum: 0, maximum: 1, multipleOf: 0.01 }),
  choice('overlayColormap', 'Overlay colours', toTitles(colormapNames)),
]

function choice<
  Name extends keyof Pick<
    Display,
    | 'shading'
    | 'rendering'
    | 'colorBy'
    | 'up'
    | 'projection'
    | 'solidColor'
    | 'occlusion'
    | 'overlayColormap'
    | 'patientSide'
  >,
>(
  name: Name,
  title: string,
  options: { readonly [value: string]: string | undefined } & { readonly [Value in Display[Name]]?: string },
): Setting {
  const values = Object.keys(options)
  return {
    name,
    schema: toChoiceSchema(title, options),
    read: (display) => (values.includes(display[name]) ? display[name] : (values[0] ?? '')),
    write: (display, value) => ({ ...display, [name]: value }),
  }
}

function toggle(name: 'wireframe' | 'edges' | 'isInverted', title: string): Setting {
  return {
    name,
    schema: { title, type: 'boolean' },
    read: (display) => display[name],
    write: (display, value) => ({ ...display, [name]: value === true }),
  }
}

function number(
  name: 'density' | 'roughness' | 'meshOpacity' | 'overlayOpacity' | 'creaseAngle',
  title: string,
  bounds: JsonObject,
): Setting {
  return {
    name,
    schema: { title, type: 'number', ...bounds },
    read: (display) => display[name],
    write: (display, value) => (typeof value === 'number' ? { ...display, [name]: value } : display),
  }
}

/** Returns the choice between the sources of the colours, if there is one, and the settings of the chosen. */
function listSources(
  prepared: PreparedMesh | PreparedCloud | PreparedLines | PreparedArrows,
  colorBy: Display['colorBy'],
  own: string,
): readonly Setting[] {
  const { result, range } = prepared
  const sources = { ...(result.colors && { own }), ...(range && { scalar: 'By value' }), plain: 'Solid' }
  const isPlain = colorBy === 'plain' || (!result.colors && !range)
  return [
    ...(result.colors || range ? [choice('colorBy', 'Colour', sources)] : []),
    ...(findColoredRange(prepared, colorBy) ? listColors(result, range ?? [0, 1]) : []),
    ...(isPlain ? [solidColor] : []),
  ]
}

/** Settings of values as colours; `choose` returns those that a display leaves to the data. */
function listColors(
  result: Result,
  exact: ValueRange,
  choose: (display: Display) => Pick<Transfer, 'window' | 'colormap'> = (display) => ({
    window: display.window ?? roundOutward(...exact),
    colormap: chooseColormap(display.colormap, result),
  }),
): readonly Setting[] {
  const range = toRangeSchema('Colour range', 'Colour', roundOutward(...exact))
  return [
    toDecided(
      'colormap',
      { title: 'Colour map', enum: [...colormapNames] },
      (display) => choose(display).colormap,
      (value) => colormapNames.find((known) => known === value),
    ),
    toDecided(
      'window',
      range,
      (display) => choose(display).window,
      (value, display) => readRange(value, choose(display).window) ?? undefined,
    ),
    toggle('isInverted', 'Invert colour map'),
  ]
}
