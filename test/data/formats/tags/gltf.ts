import { expect } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { gltfTags } from '../../../../core/data/formats/mesh/gltf/gltf-tags.ts'
import { toBytes } from '../files.ts'
import { corner, cornerBytes, toAccessors, toGlb, triangle } from '../glb-bytes.ts'
import type { TagSample, TagSamples } from './sample.ts'

const from = 'glTF 2.0, by hand'
const plain = { type: 'mesh', unit: 'm', vertices: corner, indices: new Uint32Array([0, 1, 2]) }
const one = triangle.accessors[0] ?? {}

function toSample(changes: object, more: object = {}, binary: Uint8Array = cornerBytes): TagSample {
  return {
    name: 'a.glb',
    from,
    bytes: () => toGlb({ ...triangle, ...changes }, binary),
    check: (result: Result) => expect(result).toEqual({ ...plain, ...more }),
    without: () => toGlb(triangle, cornerBytes),
  }
}

/** A file with further accessors behind that of the corners. */
function toListed(lists: Parameters<typeof toAccessors>[0], changes: object, more: object = {}): TagSample {
  const { json, binary } = toAccessors([{ numbers: corner, type: 'VEC3' }, ...lists])
  return toSample({ ...json, ...changes }, more, binary)
}

function toMesh(primitive: object, mesh: object = {}): object {
  return { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }], ...mesh }] }
}

function toAttribute(name: string, accessor = 1): object {
  return toMesh({ attributes: { POSITION: 0, [name]: accessor } })
}

function toMaterial(material: object, more: object = {}): TagSample {
  return toSample({ ...toMesh({ material: 0 }), materials: [material] }, more)
}

/** Files that only name an extension that changes nothing that is read. */
const named = gltfTags.rows.filter(
  ({ tag, treatment }) => /^(KHR|EXT|MSFT)_/.test(tag) && ['ignored', 'noted'].includes(treatment),
)
const refusedExtensions = gltfTags.rows.filter(
  ({ tag, treatment }) => /^(KHR|EXT)_/.test(tag) && treatment === 'refused',
)

const moved = new Float32Array([5, 0, 0, 6, 0, 0, 5, 1, 0])
const up = new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1])
const four = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0])
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

export const gltfSamples: TagSamples = {
  ...Object.fromEntries(named.map(({ tag }) => [tag, toSample({ extensionsUsed: [tag] })])),
  ...Object.fromEntries(
    refusedExtensions.map(({ tag }) => [tag, toSample({ extensionsUsed: [tag], extensionsRequired: [tag] })]),
  ),
  'asset.minVersion': toSample({ asset: { version: '2.1', minVersion: '2.1' } }),
  'buffer.uri': toSample({ buffers: [{ uri: 'a.bin', byteLength: 36 }] }),
  unit: toSample({}),
  'JSON padded with NUL': {
    ...toSample({}),
    bytes: () => toGlb(triangle, cornerBytes, '\0'),
  },
  'bytes behind': { ...toSample({}), bytes: () => toBytes(toGlb(triangle, cornerBytes), '\n') },
  scenes: toSample({ scenes: [{ nodes: [] }, { nodes: [0] }], scene: 1 }),
  'node.matrix': toSample(
    { nodes: [{ mesh: 0, matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }] },
    { vertices: new Float32Array([0, 0, 0, -1, 0, 0, 0, 1, 0]), indices: new Uint32Array([0, 2, 1]) },
  ),
  'node.weights': toListed(
    [{ numbers: new Float32Array([0, 0, 0, 2, 0, 0, 0, 0, 0]), type: 'VEC3' }],
    {
      ...toMesh({ targets: [{ POSITION: 1 }] }, { weights: [1] }),
      nodes: [{ mesh: 0, weights: [0.5] }],
    },
    { vertices: new Float32Array([0, 0, 0, 2, 0, 0, 0, 1, 0]) },
  ),
  'node.name': {
    ...toSample(
      {
        scenes: [{ nodes: [0, 1] }],
        nodes: [
          { name: 'a', mesh: 0 },
          { name: 'b', mesh: 0 },
        ],
      },
      { vertices: Float32Array.of(...corner, ...corner), indices: Uint32Array.of(0, 1, 2, 3, 4, 5) },
    ),
    without: () =>
      toGlb({ ...triangle, scenes: [{ nodes: [0, 1] }], nodes: [{ mesh: 0 }, { mesh: 0 }] }, cornerBytes),
  },
  'node.camera': toSample({
    nodes: [{ mesh: 0, camera: 0 }],
    cameras: [{ type: 'perspective', perspective: { yfov: 1, znear: 1 } }],
  }),
  'mesh.weights': toListed(
    [{ numbers: new Float32Array([0, 0, 0, 5, 0, 0, 0, 5, 0]), type: 'VEC3' }],
    toMesh({ targets: [{ POSITION: 1 }] }, { weights: [1] }),
    { vertices: new Float32Array([0, 0, 0, 6, 0, 0, 0, 6, 0]) },
  ),
  // The joint is at 7 0 0, and was at 2 0 0 at the time of binding; the mesh's own node has no effect.
  skin: toListed(
    [
      { numbers: new Uint8Array(12), type: 'VEC4' },
      { numbers: Float32Array.from({ length: 12 }, (_, i) => (i % 4 === 0 ? 1 : 0)), type: 'VEC4' },
      { numbers: Float32Array.from([...identity.slice(0, 12), -2, 0, 0, 1]), type: 'MAT4' },
    ],
    {
      ...toMesh({ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 } }),
      scenes: [{ nodes: [0, 1] }],
      nodes: [{ mesh: 0, skin: 0, scale: [100, 100, 100] }, { translation: [7, 0, 0] }],
      skins: [{ joints: [1], inverseBindMatrices: 3 }],
    },
    { vertices: moved },
  ),
  animations: toSample({ animations: [{ channels: [], samplers: [] }] }),
  'mode = 1, 2, 3': toSample({
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }, { attributes: { POSITION: 0 }, mode: 1 }] }],
  }),
  'mode = 0 beside triangles': toSample({
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }, { attributes: { POSITION: 0 }, mode: 0 }] }],
  }),
  'mode = 5, 6': toListed(
    [{ numbers: four, type: 'VEC3' }],
    { meshes: [{ primitives: [{ attributes: { POSITION: 1 }, mode: 5 }] }] },
    { vertices: four, indices: new Uint32Array([0, 1, 2, 1, 3, 2]) },
  ),
  POSITION: toSample({}),
  NORMAL: toListed([{ numbers: up, type: 'VEC3' }], toAttribute('NORMAL'), { normals: up }),
  'NORMAL of some': toListed(
    [{ numbers: up, type: 'VEC3' }],
    {
      meshes: [{ primitives: [{ attributes: { POSITION: 0, NORMAL: 1 } }, { attributes: { POSITION: 0 } }] }],
    },
    {
      vertices: new Float32Array([...corner, ...corner]),
      indices: new Uint32Array([0, 1, 2, 3, 4, 5]),
    },
  ),
  TANGENT: toListed(
    [{ numbers: Float32Array.from({ length: 12 }, (_, i) => (i % 4 === 0 ? 1 : 0)), type: 'VEC4' }],
    toAttribute('TANGENT'),
  ),
  TEXCOORD_0: toListed([{ numbers: new Float32Array(6), type: 'VEC2' }], toAttribute('TEXCOORD_0')),
  // Linear 0.2140411 is sRGB 127.5 of 255 (IEC 61966-2-1).
  COLOR_0: toListed(
    [{ numbers: new Float32Array([1, 0, 0, 0, 0.2140411, 0, 0, 0, 1]), type: 'VEC3' }],
    toAttribute('COLOR_0'),
    { colors: new Uint8Array([255, 0, 0, 0, 127, 0, 0, 0, 255]) },
  ),
  COLOR_1: toListed([{ numbers: new Float32Array(9), type: 'VEC3' }], toAttribute('COLOR_1')),
  _SCALAR: toListed([{ numbers: new Float32Array([1, 2, 3]), type: 'SCALAR' }], toAttribute('_SCALAR'), {
    scalars: new Float32Array([1, 2, 3]),
  }),
  '_SCALAR of some': toListed(
    [{ numbers: new Float32Array([1, 2, 3]), type: 'SCALAR' }],
    {
      meshes: [
        { primitives: [{ attributes: { POSITION: 0, _SCALAR: 1 } }, { attributes: { POSITION: 0 } }] },
      ],
    },
    {
      vertices: new Float32Array([...corner, ...corner]),
      indices: new Uint32Array([0, 1, 2, 3, 4, 5]),
    },
  ),
  _OTHER: toListed([{ numbers: new Float32Array([1, 2, 3]), type: 'SCALAR' }], toAttribute('_BATCHID')),
  'accessor.normalized': {
    ...toListed(
      [{ numbers: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255]), type: 'VEC3' }],
      {},
      {
        colors: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255]),
      },
    ),
    bytes: () => {
      const numbers = new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255])
      const { json, binary } = toAccessors([
        { numbers: corner, type: 'VEC3' },
        { numbers, type: 'VEC3' },
      ])
      const { accessors } = json
      const changed = accessors.map((accessor, i) => (i === 1 ? { ...accessor, normalized: true } : accessor))
      return toGlb({ ...triangle, ...json, accessors: changed, ...toAttribute('COLOR_0') }, binary)
    },
  },
  'accessor.sparse': toListed(
    [
      { numbers: new Uint16Array([1]), type: 'SCALAR' },
      { numbers: new Float32Array([9, 0, 0]), type: 'VEC3' },
    ],
    {
      accessors: [
        {
          ...one,
          sparse: { count: 1, indices: { bufferView: 1, componentType: 5123 }, values: { bufferView: 2 } },
        },
      ],
    },
    { vertices: new Float32Array([0, 0, 0, 9, 0, 0, 0, 1, 0]) },
  ),
  'accessor without bufferView': toSample(
    {
      ...toMesh({ attributes: { POSITION: 0, _SCALAR: 1 } }),
      accessors: [one, { componentType: 5126, type: 'SCALAR', count: 3 }],
    },
    { scalars: new Float32Array(3) },
  ),
  'accessor.min': {
    ...toSample({}),
    without: () =>
      toGlb({ ...triangle, accessors: [{ ...one, min: undefined, max: undefined }] }, cornerBytes),
  },
  'bufferView.byteStride': toSample(
    { bufferViews: [{ buffer: 0, byteLength: 48, byteStride: 16 }], buffers: [{ byteLength: 48 }] },
    {},
    toBytes(new Float32Array([0, 0, 0, 8, 1, 0, 0, 8, 0, 1, 0, 8])),
  ),
  baseColorFactor: toMaterial(
    { pbrMetallicRoughness: { baseColorFactor: [1, 0, 0.2140411, 1] } },
    { colors: new Uint8Array([255, 0, 127, 255, 0, 127, 255, 0, 127]) },
  ),
  baseColorTexture: toMaterial({ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }),
  alphaMode: toMaterial({ alphaMode: 'MASK' }),
  doubleSided: toMaterial({ doubleSided: true }),
  metallicFactor: toMaterial({ pbrMetallicRoughness: { metallicFactor: 0.5 } }),
  roughnessFactor: toMaterial({ pbrMetallicRoughness: { roughnessFactor: 0.5 } }),
  normalTexture: toMaterial({ normalTexture: { index: 0 } }),
  occlusionTexture: toMaterial({ occlusionTexture: { index: 0 } }),
  emissiveFactor: toMaterial({ emissiveFactor: [1, 0, 0] }),
  EXT_mesh_gpu_instancing: toListed(
    [{ numbers: new Float32Array([0, 0, 0, 5, 0, 0]), type: 'VEC3' }],
    {
      extensionsUsed: ['EXT_mesh_gpu_instancing'],
      extensionsRequired: ['EXT_mesh_gpu_instancing'],
      nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }],
    },
    { vertices: new Float32Array([...corner, ...moved]), indices: new Uint32Array([0, 1, 2, 3, 4, 5]) },
  ),
  KHR_mesh_quantization: toListed(
    [{ numbers: new Uint16Array([0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0]), type: 'VEC4' }],
    {
      extensionsRequired: ['KHR_mesh_quantization'],
      accessors: [{ bufferView: 1, componentType: 5123, type: 'VEC3', count: 3 }],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 0, byteOffset: 36, byteLength: 24, byteStride: 8 },
      ],
      nodes: [{ mesh: 0, scale: [0.5, 0.5, 0.5] }],
    },
  ),
  KHR_node_visibility: toSample({
    extensionsUsed: ['KHR_node_visibility'],
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { mesh: 0 },
      { children: [2], extensions: { KHR_node_visibility: { visible: false } } },
      { mesh: 0, translation: [9, 9, 9] },
    ],
  }),
  KHR_materials_pbrSpecularGlossiness: toMaterial(
    { extensions: { KHR_materials_pbrSpecularGlossiness: { diffuseFactor: [0, 1, 0, 1] } } },
    { colors: new Uint8Array([0, 255, 0, 0, 255, 0, 0, 255, 0]) },
  ),
  'extensionsRequired = ?': toSample({ extensionsRequired: ['EXT_of_tomorrow'] }),
}
