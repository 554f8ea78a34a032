/**
 * `formats`: files decoded beside libraries, in turns in one process, results compared: 1 M triangles of STL, PLY, GLB
 * and OBJ beside three, 256³ of NIfTI beside nifti-reader-js, 16 M pixels of PNG beside fast-png, 2,000 tiles of TIFF
 * beside utif2, and 300 slices of CT beside dicom-parser and a loop that copies their samples unchecked.
 */
import assert from 'node:assert'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { deflateSync, gzipSync } from 'node:zlib'
import dicomParser from 'dicom-parser'
import { build } from 'esbuild'
import { decode as decodePng, encode as encodePng } from 'fast-png'
import * as nifti from 'nifti-reader-js'
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js'
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js'
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js'
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js'
import utif from 'utif2'
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

/** Returns a TIFF of 2,000 tiles of 64×64 samples of 16 bits, 50 in a row, each by deflate. */
function toTiff() {
  const [across, down, side] = [50, 40, 64]
  const tiles = Array.from({ length: across * down }, (_, tile) => {
    const samples = Uint16Array.from(
      { length: side ** 2 },
      (_, i) => (tile + ((i * 2654435761) >>> 22)) & 0xfff,
    )
    return deflateSync(new Uint8Array(samples.buffer), { level: 1 })
  })
  let at = 8
  const places = tiles.map(({ length }) => {
    at += length
    return at - length
  })
  const lists = Buffer.from(Uint32Array.from([...places, ...tiles.map(({ length }) => length)]).buffer)
  const entries = [
    [256, across * side],
    [257, down * side],
    [258, 16],
    [259, 8],
    [262, 1],
    [277, 1],
    [322, side],
    [323, side],
    [324, at],
    [325, at + 4 * tiles.length],
  ]
  const directory = Buffer.alloc(2 + 12 * entries.length + 4)
  directory.writeUInt16LE(entries.length, 0)
  for (const [i, [tag, value]] of entries.entries()) {
    const count = tag === 324 || tag === 325 ? tiles.length : 1
    directory.writeUInt16LE(tag, 2 + 12 * i)
    directory.writeUInt16LE(4, 4 + 12 * i)
    directory.writeUInt32LE(count, 6 + 12 * i)
    directory.writeUInt32LE(value, 10 + 12 * i)
  }
  const head = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  head.writeUInt32LE(at + lists.length, 4)
  return new Uint8Array(Buffer.concat([head, ...tiles, lists, directory]))
}

/** Returns 300 slices of CT of 512² samples, 1 mm apart. */
function toSeries() {
  const element = (tag, type, value) => {
    const padded = value.length % 2 === 1 ? `${value} ` : value
    const content = typeof padded === 'string' ? Buffer.from(padded) : padded
    const head = Buffer.alloc(type === 'OW' ? 12 : 8)
    head.writeUInt16LE(tag >>> 16, 0)
    head.writeUInt16LE(tag & 0xffff, 2)
    head.write(type, 4)
    if (type === 'OW') head.writeUInt32LE(content.length, 8)
    else head.writeUInt16LE(content.length, 6)
    return Buffer.concat([head, content])
  }
  const short = (value) => Buffer.from(Uint16Array.of(value).buffer)
  return Array.from({ length: 300 }, (_, z) => {
    const samples = Int16Array.from({ length: 512 ** 2 }, (_, i) => (z + ((i * 2654435761) >>> 20)) % 3000)
    const parts = [
      element(0x00020010, 'UI', '1.2.840.10008.1.2.1'),
      element(0x00080018, 'UI', `1.2.${z}`),
      element(0x00080060, 'CS', 'CT'),
      element(0x0020000e, 'UI', '1.2.3'),
      element(0x00200032, 'DS', `0\\0\\${z}`),
      element(0x00200037, 'DS', '1\\0\\0\\0\\1\\0'),
      element(0x00280002, 'US', short(1)),
      element(0x00280010, 'US', short(512)),
      element(0x00280011, 'US', short(512)),
      element(0x00280030, 'DS', '0.5\\0.5'),
      element(0x00280100, 'US', short(16)),
      element(0x00280101, 'US', short(16)),
      element(0x00280102, 'US', short(15)),
      element(0x00280103, 'US', short(1)),
      element(0x00281052, 'DS', '-1024'),
      element(0x00281053, 'DS', '1'),
      element(0x7fe00010, 'OW', Buffer.from(samples.buffer)),
    ]
    const bytes = new Uint8Array(Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), ...parts]))
    const read = async (start, end) => bytes.subarray(start, end)
    return { path: `${z}.dcm`, size: bytes.length, bytes, read }
  })
}

/** Reads the series as a program does that knows it: parsed, sorted and copied. */
function readSeries(files) {
  const slices = files.map(({ bytes }) => {
    const data = dicomParser.parseDicom(bytes)
    return { data, at: data.floatString('x00200032', 2) }
  })
  slices.sort((one, other) => one.at - other.at)
  const volume = new Int16Array(slices.length * 512 ** 2)
  for (const [z, { data }] of slices.entries()) {
    const { dataOffset, length } = data.elements.x7fe00010
    const stored = new Int16Array(data.byteArray.slice(dataOffset, dataOffset + length).buffer)
    const intercept = data.floatString('x00281052')
    for (let i = 0; i < stored.length; i++) volume[z * 512 ** 2 + i] = stored[i] + intercept
  }
  return volume
}

/** Bundles the readers, which no file of dist exports. */
async function loadReaders(folder) {
  symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  const outfile = join(folder, 'decode-file.mjs')
  const entry = fileURLToPath(new URL('../../core/data/formats/decode-file.ts', import.meta.url))
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  return await import(pathToFileURL(outfile).href)
}

/** Measures a file with both in turns; `count` and `read` tell of each what both must agree on. */
async function compare(what, name, bytes, { decodeFile, most, read, count, library }) {
  const own = async () => count(await decodeFile(bytes, name))
  const peer = async () => await read(bytes)
  assert.equal(await own(), await peer(), `${what}: both find as much`)
  const pairs = await repeat(rounds, async () => [await time(own), await time(peer)])
  const [ours, theirs] = [0, 1].map((side) => toMedian(pairs.map((pair) => pair[side])))
  const shown = `${ours.toFixed(0)} ms; the library ${theirs.toFixed(0)} ms`
  return toMultipleRow(`${what}, ${shown}`, ours / theirs, most, library)
}

const toBuffer = ({ buffer, byteOffset, byteLength }) => buffer.slice(byteOffset, byteOffset + byteLength)
const triangles = (mesh) => mesh.indices.length / 3

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'bench-formats-'))
  try {
    const { decodeFile, openFiles } = await loadReaders(folder)
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
    const readTiff = (bytes) => {
      const [page] = utif.decode(toBuffer(bytes))
      utif.decodeImage(toBuffer(bytes), page)
      return sum({ data: new Uint16Array(page.data.buffer, page.data.byteOffset, page.data.length / 2) })
    }
    const sum = ({ data }) => data.reduce((total, value) => total + value, 0)
    return [
      await compare(
        'STL of 1 M triangles, welded',
        'a.stl',
        toStl(sheet),
        of({
          most: 3,
          library: 'three',
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
          library: 'three',
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
          library: 'three',
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
        of({ most: 8, count: triangles, read: readGlb, library: 'three' }),
      ),
      await compare(
        '256³ NIfTI',
        'a.nii',
        volume,
        of({ most: 1, count: sum, read: readNifti, library: 'nifti-reader-js' }),
      ),
      await compare(
        '256³ NIfTI by gzip',
        'a.nii.gz',
        new Uint8Array(gzipSync(volume, { level: 1 })),
        of({ most: 1.2, count: sum, read: readNifti, library: 'nifti-reader-js' }),
      ),
      await compare(
        'PNG of 16 M pixels',
        'a.png',
        picture,
        of({ most: 1.2, count: sum, read: (bytes) => sum(decodePng(bytes)), library: 'fast-png' }),
      ),
      await compare(
        'TIFF of 2,000 tiles',
        'a.tif',
        toTiff(),
        of({ most: 3, count: sum, read: readTiff, library: 'utif2' }),
      ),
      await compare('CT of 300 slices', '', toSeries(), {
        decodeFile: async (files) => await (await openFiles(files)).read(0),
        most: 1.2,
        count: sum,
        read: (files) => sum({ data: readSeries(files) }),
        library: 'dicom-parser',
      }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
