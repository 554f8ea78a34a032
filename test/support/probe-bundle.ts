/**
 * The bundle and specimens that API tests run against: every result type, and functions that count, chat,
 * fail and hang.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBundle } from './make-bundle.ts'

/** The smallest valid PNG: one transparent pixel. */
export const pixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const toSource = (firstCall: string) => `
let calls = ${firstCall}
/** Each call is told from every other by its last coordinate. */
export function tetra(size, label, count, flip, text) {
  calls++
  const s = flip ? -size : size
  return {
    vertices: new Float32Array([0, 0, 0, s, 0, 0, 0, s, 0, count, text.length, calls]),
    indices: new Uint32Array([0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2]),
    ...(label === 'lit' ? { normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]) } : {}),
  }
}
export async function grid(depth) {
  await null
  const data = Float32Array.from({ length: depth * 6 }, (_, i) => i / 2)
  return { shape: [depth, 2, 3], data, spacing: [2, 1, 0.5], origin: [10, 20, 30] }
}
export function labels() { return { shape: [1, 1, 4], data: new Uint8Array([1, 2, 3, 255]) } }
export function cloud() {
  const colors = new Uint8Array([255, 0, 0, 0, 0, 255])
  return { points: new Float32Array([0, 0, 0, 1, 2, 3]), colors, scalars: new Float32Array([0.5, 1]) }
}
export function picture(width) {
  return { width, height: 2, channels: 3, data: Uint8Array.from({ length: width * 6 }, (_, i) => i * 20) }
}
export function chatty(messages, report) {
  for (let i = 0; i < messages; i++) report.report('step ' + i, i / messages)
  return labels()
}
export function endless(label, report) {
  report.report('going')
  for (;;) {}
}
export function failing(how) {
  if (how === 'throw') throw new Error('the sample is upside down')
  if (how === 'nan') return { vertices: new Float32Array([NaN, 0, 0]), indices: new Uint32Array() }
  if (how === 'range') return { vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 3]) }
  if (how === 'type') return { vertices: [0, 0, 0], indices: [0] }
  if (how === 'nothing') return undefined
  if (how === 'null') throw null
  process.exit(3)
}
export function needy(wanted, other) {
  return { shape: [1, 1, 2], data: new Float64Array([wanted, other ?? -1]) }
}
export function big(mebibytes) {
  const data = new Uint8Array(mebibytes * 2 ** 20)
  for (let i = 0; i < data.length; i += 4096) data[i] = i / 4096
  return { shape: [mebibytes, 1024, 1024], data }
}
`

/** The file of the specimen `rock`: one triangle. */
export const rockText =
  'solid rock\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 3 0\n' +
  'endloop\nendfacet\nendsolid rock\n'

/**
 * Writes the probe's bundle and specimens into a new temporary folder. Calls are counted from `firstCall`, an
 * expression, on: hosts that share runs must tell those of their processes apart.
 */
export function makeProbe(firstCall = '0'): {
  readonly folder: string
  readonly plugins: string
  readonly specimens: string
} {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-probe-'))
  const plugins = join(folder, 'bundles')
  const specimens = join(folder, 'specimens')
  makeBundle(plugins, {
    name: 'probe',
    source: toSource(firstCall),
    thumbnail: 'thumb.png',
    files: { 'thumb.png': pixelPng },
    functions: [
      {
        name: 'tetra',
        returns: 'mesh',
        properties: {
          size: { type: 'number', default: 1, minimum: 0, maximum: 100 },
          label: { enum: ['plain', 'lit'], default: 'plain' },
          count: { type: 'integer', default: 1 },
          flip: { type: 'boolean', default: false },
          text: { type: 'string', default: '', maxLength: 10 },
        },
      },
      { name: 'grid', returns: 'volume', properties: { depth: { type: 'integer', default: 2, minimum: 1 } } },
      { name: 'labels', returns: 'volume' },
      { name: 'cloud', returns: 'point_cloud' },
      { name: 'picture', returns: 'image', properties: { width: { type: 'integer', default: 2 } } },
      {
        name: 'chatty',
        returns: 'volume',
        properties: { messages: { type: 'integer', default: 3 } },
        progressAt: 1,
      },
      {
        name: 'endless',
        returns: 'mesh',
        properties: { label: { type: 'string', default: '' } },
        progressAt: 1,
      },
      { name: 'failing', returns: 'mesh', properties: { how: { type: 'string', default: 'throw' } } },
      {
        name: 'needy',
        returns: 'volume',
        properties: { wanted: { type: 'number' }, other: { type: 'number' } },
        required: ['wanted'],
      },
      {
        name: 'big',
        returns: 'volume',
        properties: { mebibytes: { type: 'integer', default: 1 } },
        hidden: true,
      },
    ],
  })
  writeSpecimen(
    specimens,
    'rock',
    {
      display_name: 'A rock',
      type: 'mesh',
      data_file: 'rock.stl',
      thumbnail_file: 'rock.png',
      tags: ['real'],
      view: 'wireframe=1 camera=1,0,0',
      axes: 'cm',
      license: 'CC0',
    },
    {
      'rock.stl': Buffer.from(rockText),
      'rock.png': pixelPng,
    },
  )
  writeSpecimen(specimens, 'bare', { type: 'volume', data_file: 'scan.json' }, { 'scan.json': '{}' })
  writeSpecimen(specimens, 'grid-small', {
    display_name: 'A small grid',
    function_name: 'grid',
    story_text: 'Bounded here.',
    presets: [
      { name: 'Deep', params: { depth: 4 } },
      { name: 'As it is', params: {} },
    ],
    schema: {
      type: 'object',
      properties: { depth: { type: 'integer', default: 3, minimum: 1, maximum: 4 } },
    },
  })
  writeSpecimen(specimens, 'picture', {
    function_name: 'picture',
    schema: {
      type: 'object',
      properties: { width: { type: 'integer', default: 5, maximum: 6 } },
      additionalProperties: false,
    },
  })
  return { folder, plugins, specimens }
}

/** Writes one folder of the specimens folder. */
export function writeSpecimen(
  root: string,
  name: string,
  metadata: object,
  files: { readonly [name: string]: Uint8Array | string } = {},
): string {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'specimen.json'), JSON.stringify(metadata))
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content)
  return folder
}
