/** The model in a 3MF (core specification 1.3), colours by its materials extension. */
import type { MeshResult } from '../../contract/domain/result/result.ts'
import { toXmlText } from './note-lines.ts'
import { noRows, type Rows, toFloats, toIntegers, toRows, toText, type Write } from './rows.ts'
import type { ModelMesh } from './weld-model.ts'
import { findModelUnit, sayLengths } from './written-lengths.ts'

const namespaces = 'http://schemas.microsoft.com/3dmanufacturing'

/**
 * Returns the rows of a model. Each corner of a triangle has the colour of the vertex that it was in the
 * given mesh. Lengths in a unit that 3MF lacks are scaled by the place of the object.
 */
export function planModel(given: MeshResult, mesh: ModelMesh, target: Uint8Array): readonly Rows[] {
  const { colors, unit, offset = [0, 0, 0] } = given
  const { vertices, indices, sources } = mesh
  const { name, factor } = findModelUnit(unit)
  const names = `xmlns="${namespaces}/core/2015/02" xmlns:m="${namespaces}/material/2015/02"`
  const model = `<model unit="${name}" xml:lang="en-US" ${names}>`
  const notes = [...(given.notes ?? []), ...sayLengths('3mf', unit)]
  const about = notes.length > 0 ? `<metadata name="Description">${toXmlText(notes)}</metadata>` : ''
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n${model}${about}<resources>\n`
  if (indices.length === 0) return [toText(`${head}</resources><build/></model>`, target)]
  const corners = toIntegers(indices, 3, target)
  const plain = '<triangle v1="%" v2="%" v3="%"/>\n'
  const triangle = colors ? plain.replace('/>', ' pid="1" p1="%" p2="%" p3="%"/>') : plain
  const color = '<m:color color="#%%%"/>\n'
  const place = [factor, 0, 0, 0, factor, 0, 0, 0, factor, ...offset.map((part) => part * factor)]
  const isPlaced = factor !== 1 || given.offset !== undefined
  const object = `<object id="2" type="model"${colors ? ' pid="1" pindex="0"' : ''}>`
  return [
    toText(`${head}${colors ? '<m:colorgroup id="1">\n' : ''}`, target),
    colors ? toRows(colors.length / 3, color, toHex(colors, 3, target), target) : noRows,
    toText(`${colors ? '</m:colorgroup>\n' : ''}${object}<mesh><vertices>\n`, target),
    toRows(vertices.length / 3, '<vertex x="%" y="%" z="%"/>\n', toFloats(vertices, 3, target), target),
    toText('</vertices><triangles>\n', target),
    toRows(indices.length / 3, triangle, [...corners, ...toIntegers(sources, 3, target)], target),
    toText('</triangles></mesh></object></resources><build>', target),
    toText(`<item objectid="2"${isPlaced ? ` transform="${place.join(' ')}"` : ''}/>`, target),
    toText('</build></model>', target),
  ]
}

function toHex(array: Uint8Array, group: number, target: Uint8Array): Write[] {
  const digits = new TextEncoder().encode('0123456789ABCDEF')
  return Array.from({ length: group }, (_, part) => (row, at) => {
    const value = array[group * row + part] ?? 0
    target[at] = digits[value >> 4] ?? 0
    target[at + 1] = digits[value & 15] ?? 0
    return at + 2
  })
}
