import type { Display } from '../../../contract/look/display.ts'
import { findPartOpacity } from '../../../contract/look/part-opacity.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import type { PreparedScenePart } from '../../../data/prepared/prepared.ts'
import type { Setting } from './setting.ts'

/** Kinds whose marks let no light through: these are on or off. */
export const solidTypes: readonly string[] = ['point_cloud', 'lines', 'labels', 'image']

/** Returns the setting of a part of a scene: its opacity, or whether it is on. */
export function toPartSetting(part: PreparedScenePart): Setting {
  const { name, look, prepared } = part
  const title = look?.title === undefined ? toLabel(name) : toShownText(look.title)
  const isSolid = solidTypes.includes(prepared.type)
  const schema = isSolid
    ? { title, type: 'boolean' }
    : { title, type: 'number', minimum: 0, maximum: 1, multipleOf: 0.01 }
  return {
    name: `part ${name}`,
    schema,
    read: ({ parts }) => (isSolid ? findPartOpacity(part, parts) > 0 : findPartOpacity(part, parts)),
    write: (display, value) => {
      const opacity = typeof value === 'number' ? value : Number(value === true)
      return { ...display, parts: setPart(display, part, opacity) }
    },
  }
}

/** Returns what a view says of parts, with another opacity; null where all are as their looks have them. */
function setPart({ parts }: Display, part: PreparedScenePart, opacity: number): Display['parts'] {
  const others = (parts ?? []).filter(({ name }) => name !== part.name)
  const isOwn = opacity === findPartOpacity(part, null)
  const set = isOwn ? others : [...others, { name: part.name, opacity }]
  return set.length > 0 ? set : null
}
