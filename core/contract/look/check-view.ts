/** The faults of an author's view. Apart from its reading, because the page reads views that were checked. */
import { describe } from '../text/describe.ts'
import { suggestName } from '../text/suggest.ts'
import { keysOf } from '../values/keys-of.ts'
import { type Display, defaultDisplay, mostSurfaces, mostZoom } from './display.ts'
import { findSetting, readDisplay, settingKeys } from './link-display.ts'
import { mostPoints } from './opacity-curve.ts'
import { solidColors } from './solid-colors.ts'
import { splitView } from './view-text.ts'

/** The texts of settings that are no choice, in words. */
const rules: { readonly [Name in keyof Display]?: string } = {
  from: 'x,y,z, a direction from the result to the camera, or the six numbers of a link',
  creaseAngle: 'a number of degrees from 0, every edge is hard, to 180, none is',
  roughness: 'a number from 0 to 1',
  meshOpacity: 'a number from 0 to 1',
  isovalue: `one to ${mostSurfaces} values of the data, or none`,
  surfaceColors: `one to ${mostSurfaces} of map, ${keysOf(solidColors).join(', ')}, or none`,
  center: 'a value of the data, or none',
  opacity: `fraction,opacity,fraction,opacity …, at most ${mostPoints} growing points from 0 to 1, or none`,
  pointScale: 'a number from 0 to 1000',
  density: 'a number from 0 to 1000',
  slices: 'x,y,z, three fractions from 0 to 1, or none',
  pointSize: 'a number from 0 to 1000',
  window: 'low,high, two values of the data, or none',
  parts:
    'parts of a scene with commas between, each its name and, after colons, an opacity, on, off, a colour ' +
    'such as cc3333, whole (nothing cuts it), moved/x/y/z (and /x/y/z, a turn in degrees), low/high, a ' +
    'colormap, inverted, a rendering, @isovalue, own, scalar or plain; or none',
  slabs: 'low,high,low,high,low,high, six fractions from 0 to 1 along x, y and z',
  zoom: `factor,x,y,z, from 1 to ${mostZoom} and three fractions from 0 to 1 for the middle, or none`,
  overlayOpacity: 'a number from 0 to 1',
  plane: 'x,y,z,offset, a normal of length 1 and a number from -1 to 1, or none',
}

/** Returns the first fault of a view in one sentence: the part, what was found, what is allowed; or null. */
export function findViewFault(text: string): string | null {
  const settings = splitView(text)
  const faults = settings.map(({ key, value, part }, i) => {
    if (value === '') return `A setting must be written as key=value (got ${describe(part)}).`
    const isTwice = settings.findIndex((other) => other.key === key) < i
    return isTwice ? `${key} is set a second time; keep one of the two.` : findSettingFault(key, value)
  })
  return faults.find((fault) => fault !== null) ?? null
}

function findSettingFault(key: string, value: string): string | null {
  const setting = findSetting(key)
  if (setting === undefined) {
    const meant = suggestName(key, settingKeys)
    const others = `here are ${settingKeys.join(', ')}.`
    const remedy = meant ? `did you mean ${meant}? T${others}` : `t${others}`
    return `${describe(key)} is no setting of a view; ${remedy}`
  }
  if (readDisplay<Partial<Display>>({}, key, value)[setting.name] !== undefined) return null
  const { name, words } = setting
  const wanted = words ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : rules[name]
  const isWord = /^[a-z]{3,}$/.test(value) && value !== 'none'
  const other = isWord && settingKeys.find((known) => findSetting(known)?.words?.includes(value))
  const remedy = other ? ` ${describe(value)} is one of ${other}: ${other}=${value}.` : ''
  const allowed = wanted ?? `such as ${String(defaultDisplay[name])}`
  return `${key} must be ${allowed} (got ${describe(value)}).${remedy}`
}
