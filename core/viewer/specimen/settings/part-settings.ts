import { changePart, findPartLook } from '../../../contract/look/part-look.ts'
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
    read: ({ parts }) => {
      const { isShown, opacity } = findPartLook(part, parts)
      return isSolid ? isShown : isShown ? opacity : 0
    },
    write: (display, value) => {
      const change = isSolid
        ? { hidden: value !== true }
        : { opacity: Number(value), hidden: Number(value) === 0 }
      return { ...display, parts: changePart(display.parts, part, change) }
    },
  }
}
