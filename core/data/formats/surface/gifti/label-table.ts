import { type Label, pickLabels } from '../../../../contract/domain/result/labels.ts'
import { colorLabels } from '../../../../contract/look/labels.ts'
import { listChildren, type XmlElement } from '../../xml-document.ts'
import type { VertexValues } from '../vertex-values.ts'

/** The colour of what the table has as clear: unknown parts, where the surface is to be seen. */
const clear = [180, 180, 180] as const

/** Returns the labels that vertices have by the table of a GIFTI, with the colour of each vertex. */
export function readLabelTable(
  table: XmlElement,
  scalars: Float32Array,
): Required<Pick<VertexValues, 'labels' | 'colors'>> {
  const used = new Set(scalars)
  const labels = pickLabels(listChildren(table, 'Label').map(toLabel), (value) => used.has(value))
  return { labels, colors: colorLabels(scalars, labels) }
}

/** Returns a label of the table; older files number it by `Index`, in place of `Key`. */
function toLabel({ attributes, text }: XmlElement): Label {
  const value = Number(attributes.get('Key') ?? attributes.get('Index') ?? Number.NaN)
  const name = text.trim()
  const parts = ['Red', 'Green', 'Blue'].map((part) => Number(attributes.get(part) ?? Number.NaN))
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.round(255 * Math.min(1, Math.max(0, part))))
  if (!parts.every(Number.isFinite)) return { value, name }
  return { value, name, color: Number(attributes.get('Alpha') ?? 1) === 0 ? clear : [red, green, blue] }
}
