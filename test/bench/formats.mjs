/**
 * `formats`: files decoded beside libraries, in turns in one process, results compared: 1 M triangles of STL, PLY and
 * GLB and 0.5 M of OBJ beside three, 256³ of NIfTI beside nifti-reader-js, 16 M pixels of PNG beside fast-png.
 */
import assert from 'node:assert'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { decode as decodePng, encode as encodePng } from 'fast-png'
import * as nifti from 'nifti-reader-js'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js'
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js'
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js'
import { repeat, time, toMedian, toMultipleRow } from './figures.mjs'

const rounds = 5
const [rows, columns] = [500, 1000]

/** Returns a wavy sheet of two triangles a cell. */
function createSheet() {
  const vertices = new Float32Array(3 * (rows + 1) * (columns + 1))
  for (let i = 0; i < vertices.length / 3; i++) {
    const [row, column] = [Math.floor(i / (columns + 1)), i % (columns + 1)]
    vertices.set([column / 8, row / 8, Math.sin(column / 50) * Math.cos(row / 40)], 3 * i)
  }
  const indices = new Uint32Array(6 * rows * columns)
  for (let cell = 0; cell < rows * columns; cell++) {
    const corner = Math.floor(cell / columns) * (columns + 1) + (cell % columns)
    const [right, above] = [corner + 1, corner + columns + 1]
    indices.set([corner, right, above, right, above + 1, above], 6 * cell)
  }
  return { vertices, indices }
}

function toStl({ vertices, indices }) {
  const bytes = new Uint8Array(84 + (indices.length / 3) * 50)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, indices.length / 3, true)
  for (const [i, vertex] of indices.entries())
    for (let axis = 0; axis < 3; axis++)
      view.setFloat32(
        84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3) + 4 * axis,
        vertices[3 * vertex + axis],
        true,
      )
  return bytes
}

function toPly({ vertices, indices }) {
  const head = `ply\nformat binary_little_endian 1.0\nelement vertex ${vertices.length / 3}\nproperty float x\nproperty float y\nproperty float z\nelement face ${indices.length / 3}\nproperty list uchar int vertex_indices\nend_header\n`
  const faces = new Uint8Array((indices.length / 3) * 13)
  const view = new DataView(faces.buffer)
  for (const [i, vertex] of indices.entries()) {
    const at = 13 * Math.floor(i / 3)
    faces[at] = 3
    view.setInt32(at + 1 + 4 * (i % 3), vertex, true)
  }
  return new Uint8Array(Buffer.concat([Buffer.from(head), Buffer.from(vertices.buffer), faces]))
}

function toObj({ vertices, indices }) {
  const lines = []
  for (let i = 0; i < vertices.length; i += 3)
    lines.push(`v ${vertices[i]} ${vertices[i + 1]} ${vertices[i + 2]}`)
  for (let i = 0; i < indices.length; i += 3)
    lines.push(`f ${indices[i] + 1} ${indices[i + 1] + 1} ${indices[i + 2] + 1}`)
  return new Uint8Array(Buffer.from(`${lines.join('\n')}\n`))
}

function toGlb({ vertices, indices }) {
  const [points, corners] = [Buffer.from(vertices.buffer), Buffer.from(indices.buffer)]
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    scene: 0,
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    buffers: [{ byteLength: points.length + corners.length }],
    bufferViews: [
      { buffer: 0, byteLength: points.length },
      { buffer: 0, byteOffset: points.length, byteLength: corners.length },
    ],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: vertices.length / 3,
        type: 'VEC3',
        min: [0, 0, -1],
        max: [125, 63, 1],
      },
      { bufferView: 1, componentType: 5125, count: indices.length, type: 'SCALAR' },
    ],
  }
  const text = Buffer.from(JSON.stringify(json).padEnd(Math.ceil(JSON.stringify(json).length / 4) * 4))
  const head = Buffer.alloc(20)
  head.write('glTF')
  for (const [at, value] of [
    [4, 2],
    [8, 28 + text.length + points.length + corners.length],
    [12, text.length],
    [16, 0x4e4f534a],
  ])
    head.writeUInt32LE(value, at)
  const middle = Buffer.alloc(8)
  middle.writeUInt32LE(points.length + corners.length, 0)
  middle.writeUInt32LE(0x004e4942, 4)
  return new Uint8Array(Buffer.concat([head, text, middle, points, corners]))
}

function toNifti() {
  const size = 256
  const bytes = new Uint8Array(352 + 2 * size ** 3)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 348, true)
  for (const [i, extent] of [3, size, size, size, 1, 1, 1, 1].entries())
    view.setInt16(40 + 2 * i, extent, true)
  view.setInt16(70, 4, true)
  view.setInt16(72, 16, true)
  for (let i = 0; i < 4; i++) view.setFloat32(76 + 4 * i, 1, true)
  view.setFloat32(108, 352, true)
  view.setFloat32(112, 1, true)
  bytes.set(Buffer.from('n+1\0'), 344)
  const samples = new Int16Array(bytes.buffer, 352)
  for (let i = 0; i < samples.length; i++) samples[i] = ((i * 2654435761) >>> 20) % 300
  return bytes
}

/** Bundles the readers, which no file of dist exports. */
async function loadReaders(folder) {
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const outfile = join(folder, 'decode-file.mjs')
  const entry = fileURLToPath(new URL('../../core/formats/decode-file.ts', import.meta.url))
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  return (await import(pathToFileURL(outfile).href)).decodeFile
}

/** Measures a file with both in turns; `count` reads what both must agree on. */
async function compare(what, name, bytes, { decodeFile, most, read, count }) {
  const own = async () => count(await decodeFile(bytes, name))
  const peer = async () => await read(bytes)
  assert.equal(await own(), await peer(), `${what}: both find as much`)
  const pairs = await repeat(rounds, async () => [await time(own), await time(peer)])
  const [ours, theirs] = [0, 1].map((side) => toMedian(pairs.map((pair) => pair[side])))
  const shown = `${ours.toFixed(0)} ms; the library ${theirs.toFixed(0)} ms`
  return toMultipleRow(`${what}, ${shown}`, ours / theirs, most, 'three, nifti-reader-js, fast-png')
}

const toBuffer = ({ buffer, byteOffset, byteLength }) => buffer.slice(byteOffset, byteOffset + byteLength)
const triangles = (mesh) => mesh.indices.length / 3

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-formats-'))
  try {
    const decodeFile = await loadReaders(folder)
    const sheet = createSheet()
    const volume = toNifti()
    const picture = encodePng({
      width: 4096,
      height: 4096,
      channels: 1,
      data: volume.slice(352, 352 + 4096 ** 2),
    })
    const of = (more) => ({ decodeFile, ...more })
    const readGlb = (bytes) =>
      new Promise((resolve, reject) => {
        const found = ({ scene }) => {
          let all = 0
          scene.traverse((node) => {
            all += node.geometry ? node.geometry.index.count / 3 : 0
          })
          resolve(all)
        }
        new GLTFLoader().parse(toBuffer(bytes), '', found, reject)
      })
    const readNifti = (bytes) => {
      const whole = nifti.isCompressed(toBuffer(bytes)) ? nifti.decompress(toBuffer(bytes)) : toBuffer(bytes)
      const header = nifti.readHeader(whole)
      return new Int16Array(nifti.readImage(header, whole)).reduce((sum, value) => sum + value, 0)
    }
    const sum = ({ data }) => data.reduce((total, value) => total + value, 0)
    return [
      await compare(
        'STL of 1 M triangles, welded',
        'a.stl',
        toStl(sheet),
        of({
          most: 3,
          count: triangles,
          read: (bytes) => new STLLoader().parse(toBuffer(bytes)).attributes.position.count / 3,
        }),
      ),
      await compare(
        'PLY of 1 M triangles',
        'a.ply',
        toPly(sheet),
        of({
          most: 1.2,
          count: triangles,
          read: (bytes) => new PLYLoader().parse(toBuffer(bytes)).index.count / 3,
        }),
      ),
      await compare(
        'OBJ of 1 M triangles',
        'a.obj',
        toObj(sheet),
        of({
          most: 1.2,
          count: triangles,
          read: (bytes) =>
            new OBJLoader().parse(Buffer.from(bytes).toString()).children[0].geometry.attributes.position
              .count / 3,
        }),
      ),
      await compare(
        'GLB of 1 M triangles, checked',
        'a.glb',
        toGlb(sheet),
        of({ most: 8, count: triangles, read: readGlb }),
      ),
      await compare('256³ NIfTI', 'a.nii', volume, of({ most: 1, count: sum, read: readNifti })),
      await compare(
        '256³ NIfTI by gzip',
        'a.nii.gz',
        new Uint8Array(gzipSync(volume, { level: 1 })),
        of({ most: 1.2, count: sum, read: readNifti }),
      ),
      await compare(
        'PNG of 16 M pixels',
        'a.png',
        picture,
        of({ most: 1.2, count: sum, read: (bytes) => sum(decodePng(bytes)) }),
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
