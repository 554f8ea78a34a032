/** Files of many nodes are listed by hosts, in the thread that serves all: no list is gone through twice. */
import { expect, it } from 'vitest'
import { findGltfType } from '../../../core/data/formats/mesh/gltf/gltf-outline.ts'

/** Returns a file of a text alone. */
function toGlb(json: object): Buffer {
  const text = Buffer.from(JSON.stringify(json))
  const file = Buffer.alloc(20 + text.length)
  file.write('glTF')
  for (const [at, number] of [2, file.length, text.length].entries()) file.writeUInt32LE(number, 4 + 4 * at)
  file.write('JSON', 16)
  text.copy(file, 20)
  return file
}

const primitive = { attributes: { POSITION: 0 } }
const nodesOf = (count: number, node: object) => ({
  asset: { version: '2.0' },
  scenes: [{ nodes: Array.from({ length: count }, (_, i) => i) }],
  nodes: Array.from({ length: count }, () => node),
  accessors: [{ componentType: 5126, count: 3, type: 'VEC3' }],
})

it.each([
  // Else each of these is some 10⁸ steps.
  ['of one name', { ...nodesOf(25_000, { mesh: 0, name: 'a' }), meshes: [{ primitives: [primitive] }] }],
  [
    'of one mesh of many pieces',
    { ...nodesOf(25_000, { mesh: 0 }), meshes: [{ primitives: Array(25_000).fill(primitive) }] },
  ],
])('lists nodes %s', async (_, json) => {
  const file = toGlb(json)
  const read = async (start: number, length: number) => file.subarray(start, start + length)
  expect(await findGltfType(read, () => {})).toBe('mesh')
})
