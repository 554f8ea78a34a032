/** The model in a 3MF (core specification 1.3), colours by its materials extension. */
import type { MeshResult } from '../../contract/domain/result/result.ts'
import { toModelPlace } from '../../contract/look/model-place.ts'
import { toXmlText } from './note-lines.ts'
import { noRows, type Rows, toFloats, toIntegers, toRows, toText, type Write } from './rows.ts'
import type { ModelMesh } from './weld-model.ts'
import { findModelUnit, sayLengths } from './written-lengths.ts'

const namespaces = 'http://schemas.microsoft.com/3dmanufacturing'

/** Beginning and end of a model, around its objects. */
export interface ModelFrame {
  readonly head: string
  readonly end: string
}

/** Returns what a model says beside its objects. `items` are the elements of its build. */
export function frameModel(
  unit: string | undefined,
  { notes = [], items }: { readonly notes?: readonly string[] | undefined; readonly items: string },
): ModelFrame {
  const names = `xmlns="${namespaces}/core/2015/02" xmlns:m="${namespaces}/material/2015/02"`
  const model = `<model unit="${findModelUnit(unit).name}" xml:lang="en-US" ${names}>`
  const said = [...notes, ...sayLengths('3mf', unit)]
  const about = said.length > 0 ? `<metadata name="Description">${toXmlText(said)}</metadata>` : ''
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n${model}${about}<resources>\n`
  return { head, end: `</resources>${items === '' ? '<build/>' : `<build>${items}</build>`}</model>` }
}

/** An object of a model: its mesh, and how it is called and coloured. */
export interface ModelObject {
  readonly mesh: ModelMesh
  /** Colours of the vertices of the given mesh, which corners of triangles name. */
  readonly colors?: Uint8Array | undefined
  /** The ids of its colours and of itself. */
  readonly ids: readonly [colors: number, object: number]
  readonly name?: string
  /** The colour of all of it as `#RRGGBBAA`, and the alpha of colours as two digits. */
  readonly color?: string | undefined
  readonly alpha?: string | undefined
}

/** Returns the rows of an object and its colours. */
export function planObject(object: ModelObject, target: Uint8Array): readonly Rows[] {
  const { mesh, colors, ids, name, color, alpha = '' } = object
  const [group, id] = ids
  const { vertices, indices, sources } = mesh
  const corners = toIntegers(indices, 3, target)
  const plain = '<triangle v1="%" v2="%" v3="%"/>\n'
  const triangle = colors ? plain.replace('/>', ` pid="${group}" p1="%" p2="%" p3="%"/>`) : plain
  const hasGroup = colors !== undefined || color !== undefined
  const open = hasGroup ? `<m:colorgroup id="${group}">\n${color ? `<m:color color="${color}"/>\n` : ''}` : ''
  const named = name === undefined ? '' : ` name="${name}"`
  const begin = `<object id="${id}" type="model"${named}${hasGroup ? ` pid="${group}" pindex="0"` : ''}>`
  return [
    toText(open, target),
    colors
      ? toRows(colors.length / 3, `<m:color color="#%%%${alpha}"/>\n`, toHex(colors, 3, target), target)
      : noRows,
    toText(`${hasGroup ? '</m:colorgroup>\n' : ''}${begin}<mesh><vertices>\n`, target),
    toRows(vertices.length / 3, '<vertex x="%" y="%" z="%"/>\n', toFloats(vertices, 3, target), target),
    toText('</vertices><triangles>\n', target),
    toRows(indices.length / 3, triangle, [...corners, ...toIntegers(sources, 3, target)], target),
    toText('</triangles></mesh></object>', target),
  ]
}

/**
 * Returns the rows of a model of one mesh. Each corner of a triangle has the colour of the vertex that it was
 * in the given mesh. Lengths in a unit that 3MF lacks are scaled by the place of the object.
 */
export function planModel(given: MeshResult, mesh: ModelMesh, target: Uint8Array): readonly Rows[] {
  const { colors, unit, offset, notes } = given
  const isEmpty = mesh.indices.length === 0
  const { factor } = findModelUnit(unit)
  const items = isEmpty
    ? ''
    : toItem(2, factor === 1 && !offset ? undefined : toModelPlace(undefined, { offset, factor }))
  const { head, end } = frameModel(unit, { notes, items })
  if (isEmpty) return [toText(head + end, target)]
  return [toText(head, target), ...planObject({ mesh, colors, ids: [1, 2] }, target), toText(end, target)]
}

/** Returns the item of a build that places an object. */
export function toItem(id: number, place: readonly number[] | undefined): string {
  return `<item objectid="${id}"${place ? ` transform="${place.join(' ')}"` : ''}/>`
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
