/** Files of glTF by their named nodes. */
import { Document, type Node, WebIO } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { createDecodeContext } from '../../../core/data/formats/decode-context.ts'
import { openGltfNodes } from '../../../core/data/formats/mesh/gltf/gltf-nodes.ts'
import { readGltfOutline } from '../../../core/data/formats/mesh/gltf/gltf-outline.ts'
import { corner, cornerBytes, toGlb, triangle } from './glb-bytes.ts'

/** A document that places one triangle by nodes. */
function createPlaces() {
  const document = new Document()
  const buffer = document.createBuffer()
  const position = document.createAccessor().setType('VEC3').setArray(corner).setBuffer(buffer)
  const mesh = document
    .createMesh('shape')
    .addPrimitive(document.createPrimitive().setAttribute('POSITION', position))
  const place = (name: string, x: number): Node =>
    document.createNode(name).setTranslation([x, 0, 0]).setMesh(mesh)
  const open = async (...tops: readonly Node[]) => {
    const scene = document.createScene()
    for (const top of tops) scene.addChild(top)
    return openGltfNodes(await new WebIO().writeBinary(document), createDecodeContext({}))
  }
  return { document, place, open }
}

/** Returns the x of the first corner of each triangle. */
function listPlaces(result: object): readonly number[] {
  const { vertices } = result as { readonly vertices: Float32Array } // a mesh of these triangles
  return [...vertices].filter((_, i) => i % 9 === 0).toSorted((a, b) => a - b)
}

describe('the nodes of a glTF file', () => {
  it('are each a result in metres, where the scene places it', async () => {
    const { document, place, open } = createPlaces()
    const wheel = document
      .createNode('wheel')
      .setTranslation([10, 0, 0])
      .addChild(place('rim', 1))
      .addChild(place('hub', 2))
    const { names, read } = await open(wheel, place('frame', 5))
    expect(names).toEqual(['wheel', 'frame'])
    expect(read('frame')).toMatchObject({ type: 'mesh', unit: 'm' })
    expect([listPlaces(read('wheel')), listPlaces(read('frame'))]).toEqual([[11, 12], [5]])
    expect(listPlaces(read('hub'))).toEqual([12])
  })

  it('are those below nodes that stand alone, of one name together, and named by their mesh or number', async () => {
    const { document, place, open } = createPlaces()
    const bolt = document.createNode('bolt').setTranslation([7, 0, 0]).addChild(place('bolt', 1))
    const root = document.createNode('root')
    for (const node of [bolt, place('bolt', 3), place('', 4), document.createNode('')]) root.addChild(node)
    const { names, empty, read } = await open(document.createNode('file').addChild(root))
    expect(names).toEqual(['bolt', 'shape'])
    expect(empty).toEqual([expect.stringMatching(/^node \d$/)])
    expect(listPlaces(read('bolt'))).toEqual([3, 8])
    expect(listPlaces(read('shape'))).toEqual([4])
    expect(() => read(empty[0] ?? '')).toThrow(/^The node "node \d" shows nothing; name one with a mesh\.$/)
  })

  it('of a name at the top are none of the same name below others', async () => {
    const { document, place, open } = createPlaces()
    const wheel = document.createNode('wheel').addChild(place('bolt', 1)).addChild(place('hub', 2))
    const { names, typeOf, read } = await open(wheel, place('bolt', 5))
    expect(names).toEqual(['wheel', 'bolt'])
    expect([listPlaces(read('wheel')), listPlaces(read('bolt'))]).toEqual([[1, 2], [5]])
    expect([typeOf('wheel'), typeOf('hub'), typeOf('rim')]).toEqual(['mesh', 'mesh', undefined])
  })

  it('are refused by name', async () => {
    const { place, open } = createPlaces()
    const { read } = await open(...Array.from({ length: 12 }, (_, i) => place(`n${i}`, i)))
    expect(() => read('wheel')).toThrow(
      'There is no node "wheel": the file has "n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9" ….',
    )
    expect(() => read('__proto__')).toThrow('There is no node "__proto__"')
    const loop = {
      ...triangle,
      nodes: [{ name: 'a', mesh: 0, children: [0] }],
    }
    expect(() => openGltfNodes(toGlb(loop, cornerBytes), createDecodeContext({}))).toThrow('twice')
  })
})

it('a scene of this program is listed by its text alone, and its parts are read', async () => {
  const surface = { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
  const parts = { wall: { type: 'mesh', ...surface }, roof: { type: 'mesh', ...surface } } as const
  const saved = await encodeForm({ type: 'scene', parts }, { form: 'glb', name: 'a', axes: undefined })
  const bytes = new Uint8Array(await saved.arrayBuffer())
  const read = async (start: number, byteLength: number) => bytes.subarray(start, start + byteLength)
  expect((await readGltfOutline(read)).names).toEqual(['wall', 'roof'])
  const nodes = openGltfNodes(bytes, createDecodeContext({}))
  expect(nodes.read('roof')).toMatchObject(surface)
})
