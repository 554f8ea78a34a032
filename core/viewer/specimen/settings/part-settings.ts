/** The settings of the values of a part of a scene, as rows of the panel. */
import type { Display } from '../../../contract/look/display.ts'
import { changePart, findPartLook, type PartChange } from '../../../contract/look/part-look.ts'
import type { PreparedScenePart } from '../../../data/prepared/prepared.ts'
import { changeValues, takesColor, toPartContent } from '../model/chosen-part.ts'
import { listPartColors } from '../over/part-colors.ts'
import { listSettings } from './display-schema.ts'
import { type Setting, toChoiceSchema } from './setting.ts'

const ofValues: readonly string[] = ['rendering', 'isovalue', 'colormap', 'window', 'isInverted']
/** Those of a volume in one colour. */
const ofOneColor: readonly string[] = ['rendering', 'isovalue', 'window']

/**
 * Returns the settings of the values of a part. Those of its light, its curve of opacity, its logarithm and
 * the middle of its colours are left to the view, and to what suits the values.
 */
export function listPartSettings(part: PreparedScenePart, display: Display): readonly Setting[] {
  const content = toPartContent(part, display)
  const names = content.hasOneColor ? (part.prepared.type === 'volume' ? ofOneColor : []) : ofValues
  const all = listSettings(part.prepared, content.display)
  const settings = all.flatMap((setting) => {
    return names.includes(setting.name) ? toOwn(part, setting) : []
  })
  return takesColor(part) ? [...listColorSources(part, display), ...settings] : settings
}

/** Makes a setting of a content one of a part. */
function toOwn(part: PreparedScenePart, { read, write, ...setting }: Setting): readonly Setting[] {
  const toContent = (display: Display): Display => toPartContent(part, display).display
  return [
    {
      ...setting,
      read: (display) => read(toContent(display)),
      write: (display, value) => ({
        ...display,
        ...changeValues(part, display, write(toContent(display), value)),
      }),
    },
  ]
}

/**
 * Returns the choice between the colours of a part: its own, those of its values, or the one that the view
 * gives it; none for a part with one colour only.
 */
function listColorSources(part: PreparedScenePart, display: Display): readonly Setting[] {
  const { prepared, look } = part
  const { range, result } = prepared
  const hasLabels = 'labels' in prepared && prepared.labels !== undefined
  const isOwn = !range || hasLabels || look?.color !== undefined || ('colors' in result && result.colors)
  const usual = isOwn ? 'own' : 'scalar'
  const titles = {
    ...(isOwn && { own: 'Own' }),
    ...(range && !hasLabels && { scalar: 'By value' }),
    ...((!look?.color || hasViewColor(part, display)) && { plain: 'One colour' }),
  }
  if (Object.keys(titles).length === 1) return []
  const write: Setting['write'] = (display, value) => {
    const colors = listPartColors(part, display)
    const changes: { readonly [value: string]: PartChange } = {
      own: { colorBy: undefined, color: undefined },
      scalar: { colorBy: usual === 'scalar' ? undefined : 'scalar', color: undefined },
      plain: { colorBy: undefined, color: colors[colors.length >> 1] ?? usualColor },
    }
    const change = changes[String(value)]
    return change ? { ...display, parts: changePart(display.parts, part, change) } : display
  }
  const read: Setting['read'] = (display) => {
    if (hasViewColor(part, display)) return 'plain'
    return isOwn && findPartLook(part, display.parts).values.colorBy === 'scalar' ? 'scalar' : usual
  }
  return [{ name: 'colorBy', schema: toChoiceSchema('Colour', titles), read, write }]
}

const usualColor = [182, 189, 201] as const

function hasViewColor({ name }: PreparedScenePart, { parts }: Display): boolean {
  return parts?.find((setting) => setting.name === name)?.color !== undefined
}
