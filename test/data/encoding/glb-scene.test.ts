/** Scenes as files of glTF: to others, as this program reads them, and those that lie. */
import { NodeIO } from '@gltf-transform/core'
import { validateBytes } from 'gltf-validator'
import { Box3, type Material, Mesh } from 'three'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { describe, expect, it } from 'vitest'
import type { SceneResult } from '../../../core/contract/domain/result/result.ts'
import { encodeForm } from '../../../core/data/encoding/encode-form.ts'
import { createDecodeContext } from '../../../core/data/formats/decode-context.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { findType } from '../../../core/data/formats/find-type.ts'
import { openGltfNodes } from '../../../core/data/formats/mesh/gltf/gltf-nodes.ts'
import { findings } from './scene-sample.ts'

async function write(scene: SceneResult = findings): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await (await encodeForm(scene, { form: 'glb', name: 'head', axes: undefined })).arrayBuffer(),
  )
}

const { scan: _, photo: _photo, ...held } = findings.parts
const left = 'glTF leaves out scan (volume) and photo (image); a scene, JSON and a zip have all.'

/** A file as JSON, and as bytes again. */
async function reopen(change: (json: Json) => void, areTexts = true): Promise<Uint8Array> {
  const bytes = await write()
  const length = new DataView(bytes.buffer).getUint32(12, true)
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)))
  const said = json.nodes.map((node: Json['nodes'][number]) => node.extras?.part)
  // What nodes say of parts is a text.
  for (const [i, part] of said.entries()) if (part) json.nodes[i].extras = JSON.parse(part)
  change(json)
  if (areTexts)
    for (const [i, part] of said.entries())
      if (part) json.nodes[i].extras = { part: JSON.stringify(json.nodes[i].extras) }
  const text = new TextEncoder().encode(JSON.stringify(json))
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(32)
  padded.set(text)
  const rest = bytes.subarray(20 + length)
  const total = new Uint8Array(20 + padded.length + rest.length)
  total.set(bytes.subarray(0, 20))
  total.set(padded, 20)
  total.set(rest, 20 + padded.length)
  new DataView(total.buffer).setUint32(8, total.length, true)
  new DataView(total.buffer).setUint32(12, padded.length, true)
  return total
}

interface Json {
  readonly nodes: { name: string; extras: { [name: string]: unknown }; [name: string]: unknown }[]
  readonly accessors: { name?: string; [name: string]: unknown }[]
}

/** Returns the node of a part; fails where there is none. */
function find(json: Json, name: string): Json['nodes'][number] {
  const found = json.nodes.find((node) => node.name === name && node.extras)
  if (!found) throw new Error(`No node is named ${name}.`)
  return found
}

describe('a scene as glTF', () => {
  it('comes back but for the volume and the image, which a note names', async () => {
    const bytes = await write()
    expect(await decodeFile(bytes, 'head.glb')).toEqual({
      ...findings,
      notes: ['Half of it.', left],
      parts: held,
    })
    expect(
      await findType({ name: 'a.glb', size: bytes.length, read: async (a, b) => bytes.subarray(a, b) }),
    ).toBe('scene')
  })

  it('is valid by the validator of the Khronos Group', async () => {
    const { issues } = await validateBytes(await write())
    expect(issues.messages.filter(({ severity }) => severity <= 1)).toEqual([])
  })

  it('is named nodes in metres with places and looks, to the loader of three', async () => {
    const { buffer } = await write()
    const { scene } = await new GLTFLoader().parseAsync(buffer, '')
    const [root] = scene.children
    expect(root?.children.map(({ name }) => name)).toEqual(Object.keys(held))
    const boxOf = (name: string): readonly number[] => {
      const object = scene.getObjectByName(name)
      if (!object) throw new Error(`There is no ${name}.`)
      scene.updateMatrixWorld(true)
      const box = new Box3().setFromObject(object, true)
      return [...box.min.toArray(), ...box.max.toArray()].map((part) => Math.round(part * 1e7) / 1e4 + 0)
    }
    // Its x is 10 - y, its y is 20 + x; then y is up: x, z, -y.
    expect(boxOf('brain')).toEqual([6, 30, -23, 10, 35, -20])
    // Sheared: x + y / 2 + 100, y, 2 z - 6.
    expect(boxOf('skull')).toEqual([100, -6, -4, 103, 4, 0])
    const materialOf = (name: string): Material | undefined => {
      let found: Material | undefined
      scene.getObjectByName(name)?.traverse((object) => {
        if (object instanceof Mesh) found = object.material
      })
      return found
    }
    expect(materialOf('brain')).toMatchObject({ opacity: 0.5, transparent: true, vertexColors: true })
    expect(materialOf('skull')).toMatchObject({ opacity: 1, transparent: false, vertexColors: false })
    const line = scene.getObjectByName('vessels')
    expect(line).toMatchObject({ isLineSegments: true })
  })

  it('is metres once another program has moved a part, and other parts stay as they are', async () => {
    const moved = await reopen((json) => {
      find(json, 'brain').translation = [11, 20, 30]
    })
    const read = await decodeFile(moved, 'head.glb')
    expect(read).toMatchObject({ type: 'mesh', unit: 'm' })
    const turned = await reopen((json) => {
      find(json, 'head').rotation = [0, 0, 0, 1]
    })
    expect(await decodeFile(turned, 'head.glb')).toMatchObject({ type: 'mesh', unit: 'm' })
    const other = await new NodeIO().readBinary(await write())
    other.getRoot().getAsset().generator = 'another'
    expect(await decodeFile(await new NodeIO().writeBinary(other), 'head.glb')).toMatchObject({ unit: 'm' })
  })

  it('has no more than texts as extras, and comes back from the members that these were at first', async () => {
    const bytes = await write()
    const length = new DataView(bytes.buffer).getUint32(12, true)
    const { nodes }: Json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)))
    const said = nodes.flatMap(({ extras }) => Object.values(extras ?? {}))
    expect(new Set(said.map((text) => typeof text))).toEqual(new Set(['string']))
    expect(await decodeFile(await reopen(() => {}, false), 'head.glb')).toMatchObject({ parts: held })
  })

  it('has its parts as nodes by name', async () => {
    const { names, read } = openGltfNodes(await write(), createDecodeContext({}))
    expect(names).toEqual(Object.keys(held))
    expect(read('skull')).toMatchObject({ look: { hidden: true }, offset: [100, 0, 0.5] })
    expect(() => read('scan')).toThrow('There is no node "scan": the file has "brain", "skull"')
  })

  it('is refused of volumes and images alone, and is a node of a scene without parts', async () => {
    const { scan, photo } = findings.parts
    await expect(
      write({ type: 'scene', parts: { ...(scan && { scan }), ...(photo && { photo }) } }),
    ).rejects.toThrow(left)
    expect(await decodeFile(await write({ type: 'scene', parts: {} }), 'a.glb')).toEqual({
      type: 'scene',
      parts: {},
    })
  })
})

/** Sets members of the extras of a part, and of its node. */
const set =
  (name: string, extras: object, node: object = {}) =>
  (json: Json): void => {
    const found = find(json, name)
    Object.assign(found.extras, extras)
    Object.assign(found, node)
  }
/** Gives the name of an accessor to another one. */
const rename =
  (from: string, name: string) =>
  (json: Json): void => {
    Object.assign(json.accessors.find((accessor) => accessor.name === from) ?? {}, { name })
  }
const toPlace = (first: number | null, last: number) => [
  [first, 0, 0, 0],
  [0, last, 0, 0],
  [0, 0, 1, 0],
]

describe('a file of glTF whose extras lie is refused by the name of the part', () => {
  it.each([
    ['a kind', set('brain', { type: 'scene' }), 'brain: type must be one of mesh'],
    ['a kind of other arrays', set('cells', { type: 'arrows' }), 'cells: vectors must be'],
    ['a flat place', set('brain', { place: toPlace(1, 0) }), 'place must span a space'],
    ['a place with NaN', set('brain', { place: toPlace(null, 1) }), 'place must be three rows'],
    ['a look', set('brain', { look: { opacity: 2 } }), 'brain: look.opacity must be'],
    ['a name', set('brain', {}, { name: '__proto__' }), 'The name of a part must have'],
    ['a path as a name', set('brain', {}, { name: '../brain' }), 'The name of a part must have'],
    ['a name twice', set('brain', {}, { name: 'skull' }), 'a name of its own'],
    ['an offset', set('skull', { offset: [1, 2] }), 'offset must be three finite numbers'],
    ['texts that are too few', set('names', { texts: ['one'] }), 'names: texts'],
    ['arrays in the extras', set('cells', { scalars: [1], blocks: ['points'] }), 'cells: scalars'],
    ['fewer vertices', set('brain', { count: 1 }), 'brain: '],
    ['normals of another part', rename('skull/normals', 'cells/points'), 'cells: '],
  ] as const)('%s', async (_, change, detail) => {
    await expect(decodeFile(await reopen(change), 'head.glb')).rejects.toThrow(detail)
  })

  it('65 parts', async () => {
    const bytes = await reopen((json) => {
      const at = json.nodes.findIndex(({ name }) => name === 'cells')
      const nodes = Array.from({ length: 65 }, (_, i) => ({ ...find(json, 'cells'), name: `n${i}` }))
      find(json, 'head').children = nodes.map((_, i) => json.nodes.length + i)
      expect(at).toBeGreaterThan(0)
      json.nodes.push(...nodes)
    })
    await expect(decodeFile(bytes, 'head.glb')).rejects.toThrow('at most 64 parts (got 65)')
  })
})
