/** The labels of an OME-Zarr whose values are labels (`image-label`, OME-NGFF 0.4 and 0.5). */

import type { Label } from '../../../contract/domain/result/labels.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'

/** Members of `properties` that name a label, the first one first: the format leaves their names open. */
const nameMembers = ['name', 'label', 'class', 'label-name']

/** Returns the labels by the attributes of an image; undefined for values that are no labels. */
export function readOmeLabels(attributes: JsonObject): readonly Label[] | undefined {
  const about = attributes['image-label']
  if (about === undefined) return undefined
  if (!isJsonObject(about)) return []
  const colors = new Map(
    listByValue(about.colors).flatMap(([value, { rgba }]) => {
      const color = toColor(rgba)
      return color ? [[value, color] as const] : []
    }),
  )
  const names = new Map(listByValue(about.properties).map(([value, item]) => [value, findName(item)]))
  // A value with a colour alone is named by its number, so that the colour is kept.
  return [...new Set([...names.keys(), ...colors.keys()])].flatMap((value) => {
    const color = colors.get(value)
    const name = names.get(value) ?? (color ? `${value}` : '')
    return name === '' ? [] : [color ? { value, name, color } : { value, name }]
  })
}

function listByValue(list: Json | undefined): (readonly [value: number, item: JsonObject])[] {
  if (!isJsonArray(list)) return []
  return list.filter(isJsonObject).flatMap((item) => {
    const value = item['label-value']
    return typeof value === 'number' ? [[value, item] as const] : []
  })
}

function findName(item: JsonObject): string | undefined {
  for (const member of nameMembers) {
    const name = item[member]
    if (typeof name === 'string' && name !== '') return name
  }
  return undefined
}

function toColor(rgba: Json | undefined): Label['color'] {
  if (!isJsonArray(rgba)) return undefined
  const [red, green, blue] = rgba
  if (typeof red !== 'number' || typeof green !== 'number' || typeof blue !== 'number') return undefined
  return [red & 255, green & 255, blue & 255]
}
