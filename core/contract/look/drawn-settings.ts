/** The settings of a view that pictures of a host leave out, and those that change nothing in one. */
import type { Result, ResultType } from '../domain/result/result.ts'
import { type Display, defaultDisplay } from './display.ts'
import { findSetting, listChanges, writeDisplay } from './link-display.ts'
import { readView, splitView } from './view-text.ts'

/** Settings of pages that pictures leave out: lines, slices, creases, and what lies over a volume. */
const undrawn: readonly (keyof Display)[] = [
  'box',
  'edges',
  'wireframe',
  'occlusion',
  'slices',
  'large',
  'patientSide',
  'zoom',
  'overlayOpacity',
  'overlayColormap',
]

/** A scene has parts of any kind, each with the values that suit it. */
const surfaces: readonly ResultType[] = ['mesh', 'arrows', 'scene']
const lit: readonly ResultType[] = [...surfaces, 'point_cloud']
const colored: readonly ResultType[] = [...lit, 'lines']
const solids: readonly ResultType[] = [...colored, 'volume', 'labels', 'table']
const scaled: readonly ResultType[] = ['point_cloud', 'lines', 'arrows', 'scene']

/** The types of results whose pictures a setting changes; absent for all. */
const types: { readonly [Name in keyof Display]?: readonly ResultType[] } = {
  up: solids,
  from: solids,
  projection: solids,
  slabs: solids,
  plane: solids,
  shading: lit,
  colorBy: colored,
  solidColor: colored,
  creaseAngle: ['mesh', 'scene'],
  roughness: surfaces,
  meshOpacity: surfaces,
  pointScale: scaled,
  pointSize: ['point_cloud', 'lines', 'scene'],
  rendering: ['volume', 'scene'],
  isovalue: ['volume'],
  surfaceColors: ['volume'],
  scale: ['volume'],
  center: ['volume'],
  opacity: ['volume'],
  density: ['volume', 'scene'],
  parts: ['scene'],
}

/** Settings of a volume that belong to one way of drawing it. */
const renderings: { readonly [Name in keyof Display]?: Display['rendering'] } = {
  isovalue: 'isosurface',
  surfaceColors: 'isosurface',
  opacity: 'direct',
  density: 'direct',
}

/** Settings of the colours of values. */
const coloring: readonly (keyof Display)[] = ['window', 'colormap', 'isInverted']

/** A picture that settings are made for. */
export interface SettingsOfPicture {
  readonly type: ResultType
  /** True when its colours are those of values; absent where that is not known. */
  readonly hasValues?: boolean | undefined
  /** The author's view, and the settings over it that were asked for. */
  readonly own: string
  readonly asked: string
}

/** Returns the keys of a view's settings that pictures leave out, without those at their default. */
export function listUndrawn(view: string): readonly string[] {
  const changed = listChanges(readView(view), defaultDisplay)
  const left = Object.fromEntries(
    Object.entries(changed).filter(([name]) => undrawn.some((it) => it === name)),
  )
  return writeDisplay(left).map(([key]) => key)
}

/** Returns whether the colours of a result's picture are those of its values. */
export function hasValueColors(result: Result, { colorBy }: Pick<Display, 'colorBy'>): boolean {
  if (result.type === 'volume') return result.labels === undefined
  if (result.type === 'image') return result.channels <= 2
  if (result.type === 'labels' || result.type === 'table' || result.type === 'scene') return false
  return result.scalars !== undefined && (colorBy === 'scalar' || (colorBy === 'own' && !result.colors))
}

/** Returns notes on settings that a picture leaves out, and on those asked for that change nothing in it. */
export function noteSettings({ type, hasValues = true, own, asked }: SettingsOfPicture): readonly string[] {
  const whole = `${own} ${asked}`
  const { rendering } = readView(whole)
  const left = listUndrawn(whole)
  const idle = splitView(asked).flatMap(({ key }) => {
    const name = findSetting(key)?.name
    if (name === undefined || undrawn.includes(name)) return []
    const isOfType = (types[name] ?? [type]).includes(type)
    const isOfRendering = (renderings[name] ?? rendering) === rendering
    return isOfType && isOfRendering && (hasValues || !coloring.includes(name)) ? [] : [key]
  })
  const needs = type === 'volume' && idle.includes('isovalue') ? ' isovalue is for rendering=surface.' : ''
  return [
    ...(left.length > 0 ? [`Not drawn here: ${left.join(', ')}. The page of the result draws it.`] : []),
    ...(idle.length > 0 ? [`Changes nothing in this picture: ${idle.join(', ')}.${needs}`] : []),
  ]
}
