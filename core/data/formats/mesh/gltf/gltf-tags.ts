import { type TagTable, toTagRows } from '../../tag-table.ts'
import type { MeetTag } from '../tag-reader.ts'

const textures = 'It concerns textures, which are left out.'
const shading = 'It changes how light falls on a surface, and neither its shape nor its colour.'
const compressed = 'Its meshes are compressed; save it without compression'

/** The properties of glTF that change shape, place, colour or values, and the extensions of its registry. */
export const gltfTags = {
  format: 'glTF binary',
  source: 'glTF 2.0 (ISO/IEC 12113:2022) and the registry of extensions of the Khronos Group',
  rows: [
    { tag: 'asset.minVersion', treatment: 'refused', says: 'It needs a later version of glTF than 2.0' },
    { tag: 'buffer.uri', treatment: 'refused', says: 'Its data are outside of its binary chunk (uri)' },
    {
      tag: 'unit',
      treatment: 'read',
      says:
        'All lengths are metres (3.4). A file of this host is in its own unit again, as its root node ' +
        'says, unless another program has turned or scaled that.',
    },
    {
      tag: 'JSON padded with NUL',
      treatment: 'read',
      says: 'Some programs pad the chunk with zeros in place of blanks.',
    },
    {
      tag: 'bytes behind',
      treatment: 'noted',
      says: 'Some bytes behind its chunks, fewer than four, are left out.',
    },
    {
      tag: 'scenes',
      treatment: 'noted',
      says: 'One of several scenes is shown: the default one, or the first.',
    },
    {
      tag: 'node.matrix',
      treatment: 'read',
      says: 'The place of what is below; mirrored triangles are turned over.',
    },
    {
      tag: 'node.weights',
      treatment: 'read',
      says: 'Weights of morph targets in place of those of the mesh.',
    },
    {
      tag: 'node.name',
      treatment: 'noted',
      says:
        'Its named nodes are one result here; a specimen.json that has the name of the file as its parts ' +
        'shows each by itself.',
    },
    { tag: 'node.camera', treatment: 'ignored', says: 'A camera has no shape.' },
    { tag: 'mesh.weights', treatment: 'read', says: 'Morph targets are added with these weights.' },
    {
      tag: 'skin',
      treatment: 'read',
      says: 'The pose of its joints, without that of its own node (3.7.3.3).',
    },
    { tag: 'animations', treatment: 'noted', says: 'Its animations are left out.' },
    { tag: 'mode = 1, 2, 3', treatment: 'noted', says: 'Its lines beside triangles or points are left out.' },
    {
      tag: 'mode = 0 beside triangles',
      treatment: 'noted',
      says: 'Its points beside triangles are left out.',
    },
    { tag: 'mode = 5, 6', treatment: 'read', says: 'Strips and fans of triangles.' },
    { tag: 'POSITION', treatment: 'read', says: 'Places of vertices.' },
    { tag: 'NORMAL', treatment: 'read', says: 'Normals of vertices, where all have them.' },
    {
      tag: 'NORMAL of some',
      treatment: 'noted',
      says: 'Its normals are left out, because some of its meshes have none.',
    },
    { tag: 'TANGENT', treatment: 'ignored', says: shading },
    { tag: 'TEXCOORD_0', treatment: 'ignored', says: textures },
    {
      tag: 'COLOR_0',
      treatment: 'read',
      says: 'Colours of vertices in linear light, times that of the material.',
    },
    { tag: 'COLOR_1', treatment: 'noted', says: 'Further colours of its vertices are left out.' },
    { tag: '_SCALAR', treatment: 'read', says: 'A value for each vertex, where all have it.' },
    {
      tag: '_SCALAR of some',
      treatment: 'noted',
      says: 'Its values are left out, because some of its meshes have none.',
    },
    {
      tag: '_OTHER',
      treatment: 'noted',
      says: 'Attributes of applications other than _SCALAR are left out.',
    },
    { tag: 'accessor.normalized', treatment: 'read', says: 'Whole numbers stand for 0 or -1 to 1.' },
    { tag: 'accessor.sparse', treatment: 'read', says: 'Some elements are replaced.' },
    { tag: 'accessor without bufferView', treatment: 'read', says: 'All elements are 0 (5.1.1).' },
    { tag: 'accessor.min', treatment: 'ignored', says: 'It repeats what the elements say.' },
    { tag: 'bufferView.byteStride', treatment: 'read', says: 'Distance between elements.' },
    { tag: 'baseColorFactor', treatment: 'read', says: 'The colour of a material in linear light.' },
    { tag: 'baseColorTexture', treatment: 'noted', says: 'Its textures are left out.' },
    { tag: 'alphaMode', treatment: 'noted', says: 'Its transparency is left out.' },
    { tag: 'doubleSided', treatment: 'ignored', says: 'Both sides of triangles are always shown.' },
    ...toTagRows(
      ['metallicFactor', 'roughnessFactor', 'normalTexture', 'occlusionTexture'],
      'ignored',
      shading,
    ),
    { tag: 'emissiveFactor', treatment: 'ignored', says: shading },
    ...toTagRows(
      ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression'],
      'refused',
      compressed,
    ),
    { tag: 'EXT_mesh_gpu_instancing', treatment: 'read', says: 'A mesh at each of several places.' },
    { tag: 'KHR_mesh_quantization', treatment: 'read', says: 'Places and normals of whole numbers.' },
    {
      tag: 'KHR_node_visibility',
      treatment: 'read',
      says: 'Nodes that are not visible are left out, with all below.',
    },
    {
      tag: 'KHR_materials_pbrSpecularGlossiness',
      treatment: 'read',
      says: 'The colour of such a material, which has another place.',
    },
    {
      tag: 'KHR_materials_variants',
      treatment: 'noted',
      says: 'Its variants of materials are left out: the default one is shown.',
    },
    { tag: 'KHR_animation_pointer', treatment: 'noted', says: 'Its animations are left out.' },
    { tag: 'KHR_gaussian_splatting', treatment: 'noted', says: 'Its splats are shown as points.' },
    ...toTagRows(
      [
        'KHR_materials_anisotropy',
        'KHR_materials_clearcoat',
        'KHR_materials_diffuse_transmission',
        'KHR_materials_dispersion',
        'KHR_materials_emissive_strength',
        'KHR_materials_ior',
        'KHR_materials_iridescence',
        'KHR_materials_sheen',
        'KHR_materials_specular',
        'KHR_materials_transmission',
        'KHR_materials_unlit',
        'KHR_materials_volume',
        'KHR_lights_punctual',
        'EXT_lights_image_based',
      ],
      'ignored',
      shading,
    ),
    ...toTagRows(
      [
        'KHR_texture_transform',
        'KHR_texture_basisu',
        'EXT_texture_webp',
        'EXT_texture_avif',
        'MSFT_texture_dds',
      ],
      'ignored',
      textures,
    ),
    ...toTagRows(['KHR_xmp', 'KHR_xmp_json_ld'], 'ignored', 'It describes the file.'),
    {
      tag: 'extensionsRequired = ?',
      treatment: 'refused',
      says: 'It requires an extension that is not read',
    },
  ],
} as const satisfies TagTable

/** Applies the row of a tag. @throws `file.undecodable` for a refused one */
export type MeetGltfTag = MeetTag<typeof gltfTags>
