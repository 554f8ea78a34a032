/** Binary glTF: scenes that glTF-Transform wrote, and JSON by hand for what it does not write. */
import { type Accessor, Document, WebIO } from '@gltf-transform/core'
import { describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import { encodeGlb } from '../../../core/data/encoding/encode-glb.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { readRefusal, toBytes, toPlain } from './files.ts'
import { corner, cornerBytes, toGlb, triangle } from './glb-bytes.ts'

/** A document with one buffer, and what makes accessors in it. */
function createDocument() {
  const document = new Document()
  const buffer = document.createBuffer()
  const toAccessor = (type: 'VEC3' | 'VEC4' | 'SCALAR', array: Parameters<Accessor['setArray']>[0]) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  return { document, toAccessor, toGlb: () => new WebIO().writeBinary(document) }
}

const binary = cornerBytes

describe('a binary glTF file', () => {
  it('of this host is the mesh that was encoded', async () => {
    const mesh: MeshResult = {
      type: 'mesh',
      orientation: 'LPS',
      vertices: corner,
      indices: new Uint32Array([0, 1, 2]),
      normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
      colors: Uint8Array.from([0, 1, 2, 127, 128, 129, 253, 254, 255]),
      scalars: new Float32Array([0.5, -1e9, 3]),
    }
    expect(await decodeFile(await encodeGlb(mesh, { name: 'triangle' }), 'triangle.glb')).toEqual(mesh)
  })

  it('has normals that the mesh has not: one for each side of a hard edge, with the colours of its corner', async () => {
    const roof = Float32Array.of(0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 1) // two triangles at a right angle
    const mesh: MeshResult = {
      type: 'mesh',
      vertices: roof,
      indices: new Uint32Array([0, 1, 2, 0, 3, 1]),
      colors: Uint8Array.from({ length: 12 }, (_, i) => 20 * i),
    }
    const write = async (creaseAngle?: number) =>
      (await decodeFile(await encodeGlb(mesh, { name: 'roof', creaseAngle }), 'roof.glb')) as MeshResult
    const read = await write()
    expect([...read.vertices]).toEqual([...roof, 0, 0, 0, 0, 1, 0])
    expect([...read.indices]).toEqual([0, 1, 2, 4, 3, 5])
    const normals = [...(read.normals ?? [])].map((value) => value + 0)
    expect(normals).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, -1, 0, 0, -1, 0, 0, -1, 0, 0])
    expect([...(read.colors ?? [])]).toEqual([...(mesh.colors ?? []), 0, 20, 40, 60, 80, 100])
    const smooth = await write(91)
    expect([...smooth.indices]).toEqual([...mesh.indices])
    const mean = [-Math.SQRT1_2, 0, Math.SQRT1_2].map((part) => expect.closeTo(part, 6))
    expect([...(smooth.normals ?? [])].slice(0, 3)).toEqual(mean)
  })

  it('has its meshes where its nodes are, below others, turned over where they are mirrored', async () => {
    const { document, toAccessor, toGlb } = createDocument()
    const normals = toAccessor('VEC3', new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]))
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', toAccessor('VEC3', corner))
      .setAttribute('NORMAL', normals)
    const mesh = document.createMesh().addPrimitive(primitive)
    // A quarter turn around x: y becomes z, z becomes -y.
    const turned = document.createNode().setMesh(mesh).setRotation([Math.SQRT1_2, 0, 0, Math.SQRT1_2])
    const mirrored = document.createNode().setMesh(mesh).setScale([-2, 1, 1])
    const above = document.createNode().setTranslation([10, 20, 30]).addChild(turned).addChild(mirrored)
    document.createScene().addChild(above)
    const result = (await decodeFile(await toGlb(), 'a.glb')) as MeshResult
    const rounded = (array: Float32Array = new Float32Array(0)) =>
      Array.from(array, (value) => Math.round(value) + 0)
    expect(rounded(result.vertices)).toEqual([
      10, 20, 30, 8, 20, 30, 10, 21, 30, 10, 20, 30, 11, 20, 30, 10, 20, 31,
    ])
    expect(Array.from(result.indices)).toEqual([0, 2, 1, 3, 4, 5])
    expect(rounded(result.normals)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, -1, 0, 0, -1, 0])
  })

  it.each([
    [5, [0, 1, 2, 1, 3, 2]],
    [6, [0, 1, 2, 0, 2, 3]],
  ] as const)('has strips and fans as triangles (mode %i)', async (mode, indices) => {
    const { document, toAccessor, toGlb } = createDocument()
    const positions = toAccessor('VEC3', new Float32Array(12))
    const primitive = document
      .createPrimitive()
      .setMode(mode)
      .setAttribute('POSITION', positions)
      .setIndices(toAccessor('SCALAR', new Uint8Array([0, 1, 2, 3])))
    document
      .createScene()
      .addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)))
    const mesh = (await decodeFile(await toGlb(), 'a.glb')) as MeshResult
    expect(Array.from(mesh.indices)).toEqual(indices)
  })

  it('has points as a cloud, in the color of their material', async () => {
    const { document, toAccessor, toGlb } = createDocument()
    const material = document.createMaterial().setBaseColorFactor([1, 0, 0.2140411, 1])
    const primitive = document.createPrimitive().setMode(0).setMaterial(material)
    primitive.setAttribute('POSITION', toAccessor('VEC3', corner))
    document
      .createScene()
      .addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)))
    expect(toPlain(await decodeFile(await toGlb(), 'a.glb'))).toEqual({
      type: 'point_cloud',
      unit: 'm',
      points: Array.from(corner),
      colors: [255, 0, 127, 255, 0, 127, 255, 0, 127],
    })
  })

  it('has sparse accessors', async () => {
    const accessor = {
      componentType: 5126,
      type: 'VEC3',
      count: 3,
      sparse: { count: 1, indices: { bufferView: 1, componentType: 5121 }, values: { bufferView: 0 } },
    }
    const json = {
      ...triangle,
      accessors: [accessor],
      bufferViews: [
        { buffer: 0, byteLength: 12 },
        { buffer: 0, byteOffset: 12, byteLength: 1 },
      ],
    }
    const data = toBytes(new Float32Array([7, 8, 9]), new Uint8Array([2, 0, 0, 0]))
    const { vertices } = (await decodeFile(toGlb(json, data), 'a.glb')) as MeshResult
    expect(Array.from(vertices)).toEqual([0, 0, 0, 0, 0, 0, 7, 8, 9])
  })

  it('may be nested as deep as it likes', async () => {
    const depth = 20_000
    const nodes = Array.from({ length: depth }, (_, i) =>
      i === depth - 1 ? { mesh: 0 } : { children: [i + 1] },
    )
    expect((await decodeFile(toGlb({ ...triangle, nodes }, binary), 'a.glb')).type).toBe('mesh')
  })

  it.each<[string, object, RegExp]>([
    ['a node twice', { nodes: [{ children: [0] }] }, /node 0 stands in the scene twice/],
    ['a node that is not there', { nodes: [{ children: [9] }] }, /no node 9: the file has 1/],
    [
      'data in other files',
      { buffers: [{ uri: 'http://127.0.0.1/a.bin', byteLength: 36 }] },
      /outside.*\.glb/,
    ],
    ['compressed meshes', { extensionsRequired: ['KHR_draco_mesh_compression'] }, /compressed.*draco/],
    [
      'an accessor beyond its data',
      { accessors: [{ ...triangle.accessors[0], count: 4 }] },
      /48 bytes and 36/,
    ],
    [
      'an absurd accessor',
      { accessors: [{ ...triangle.accessors[0], count: 2 ** 50 }] },
      /truncated: an accessor of 1125899906842624 elements/,
    ],
    [
      'an absurd accessor of zeros',
      { accessors: [{ componentType: 5126, type: 'VEC3', count: 2 ** 50 }] },
      /needs 13511 TB more than the 348 bytes that are in use, and decoding may take/,
    ],
    ['an unknown type', { accessors: [{ ...triangle.accessors[0], componentType: 1 }] }, /componentType/],
    ['a view beyond its buffer', { bufferViews: [{ buffer: 0, byteLength: 99 }] }, /99 bytes and 36/],
    ['a stride that overlaps', { bufferViews: [{ buffer: 0, byteLength: 36, byteStride: 4 }] }, /byteStride/],
    ['no scene', { scenes: [{ nodes: [] }] }, /neither triangles nor points/],
    ['a negative number', { nodes: [{ mesh: -1 }] }, /whole number/],
    ['a matrix of three', { nodes: [{ mesh: 0, matrix: [1, 0, 0] }] }, /16 finite numbers/],
  ])('is refused with %s', async (_, changes, words) => {
    expect(await readRefusal(toGlb({ ...triangle, ...changes }, binary), 'a.glb')).toMatch(words)
  })

  it('is refused when a small file shows one mesh in more places than a result may hold', async () => {
    const nodes = Array.from({ length: 20_000 }, () => ({ mesh: 0 }))
    const json = { ...triangle, nodes, scenes: [{ nodes: nodes.map((_, i) => i) }] }
    const words = await readRefusal(toGlb(json, binary), 'a.glb', { byteLimit: 2 ** 20 })
    expect(words).toMatch(/scene would take 2100000 bytes and at most 1048576 are allowed/)
  })

  it('is refused before its accessors fill memory, each of which would fit', async () => {
    const accessors = Array.from({ length: 8 }, () => ({
      ...{ componentType: 5126, type: 'VEC3', count: 2 ** 20 },
      sparse: { count: 0, indices: { bufferView: 0, componentType: 5125 }, values: { bufferView: 0 } },
    }))
    const primitives = accessors.map((_, i) => ({ attributes: { POSITION: i }, mode: 0 }))
    const json = { ...triangle, accessors, meshes: [{ primitives }] }
    const words = await readRefusal(toGlb(json, binary), 'a.glb', { byteLimit: 2 ** 24 })
    expect(words).toMatch(
      /An accessor of 1048576 elements needs 13 MB more than the 38 MB that are in use, and decoding may take/,
    )
  })
})
