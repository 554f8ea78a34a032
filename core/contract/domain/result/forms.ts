/** The forms in which `/data` sends results, with the media type and the file ending of each. */
import { keysOf } from '../../values/keys-of.ts'

/** Every form by its name in `format`; the README of `core/data/encoding` says what a file of each holds. */
export const dataForms = {
  envelope: { mediaType: 'application/x-service-envelope-v1', ending: '.envelope' },
  json: { mediaType: 'application/json', ending: '.json' },
  scene: { mediaType: 'application/x-service-scene-v1', ending: '.scene' },
  zip: { mediaType: 'application/zip', ending: '.zip' },
  glb: { mediaType: 'model/gltf-binary', ending: '.glb' },
  stl: { mediaType: 'model/stl', ending: '.stl' },
  ply: { mediaType: 'model/ply', ending: '.ply' },
  obj: { mediaType: 'model/obj', ending: '.obj' },
  '3mf': { mediaType: 'model/3mf', ending: '.3mf' },
  usdz: { mediaType: 'model/vnd.usdz+zip', ending: '.usdz' },
  csv: { mediaType: 'text/csv', ending: '.csv' },
  arrow: { mediaType: 'application/vnd.apache.arrow.file', ending: '.arrow' },
  npz: { mediaType: 'application/x-npz', ending: '.npz' },
  nrrd: { mediaType: 'application/x-nrrd', ending: '.nrrd' },
  nifti: { mediaType: 'application/x-nifti', ending: '.nii' },
  npy: { mediaType: 'application/x-npy', ending: '.npy' },
  png: { mediaType: 'image/png', ending: '.png' },
} as const

/** A form in which `/data` sends results. */
export type DataForm = keyof typeof dataForms

/** The forms of each kind of result: the default of `/data`, then the others. */
export const formsOfKinds = {
  mesh: ['envelope', 'glb', 'stl', 'ply', 'obj', '3mf', 'usdz', 'json'],
  volume: ['envelope', 'nrrd', 'nifti', 'npy', 'json'],
  point_cloud: ['json', 'envelope', 'glb', 'ply', 'csv'],
  image: ['json', 'envelope', 'png', 'npy'],
  lines: ['json', 'envelope', 'glb', 'ply', 'obj', 'csv'],
  arrows: ['json', 'envelope', 'glb', 'csv'],
  labels: ['json', 'envelope', 'csv'],
  table: ['json', 'envelope', 'csv', 'arrow', 'npz'],
  scene: ['scene', 'json', 'zip', 'glb', 'obj', '3mf', 'usdz'],
} as const satisfies { readonly [type: string]: readonly [DataForm, ...DataForm[]] }

/** The names of all forms. */
export const formNames: readonly DataForm[] = /* @__PURE__ */ keysOf(dataForms)
