/**
 * Makes head.bin and brain.bin from the Colin 27 average of MRIcron's templates (Debian package
 * mricron-data):
 *
 * apt-get download mricron-data && dpkg -x mricron-data_*.deb /tmp/mricron node
 * plugins/head-scan/convert-scan.mjs /tmp/mricron/usr/share/mricron/templates
 *
 * ch2.nii.gz is the whole head, ch2bet.nii.gz the same scan without the skull: 181×217×181 uint8 at 1 mm.
 * Both are smoothed a little, resampled to 1.5 mm, and written as gzip of 121×145×121 uint8, x fastest, z
 * slowest.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('Name the folder that holds ch2.nii.gz and ch2bet.nii.gz.')

const spacing = 1.5
convert('ch2.nii.gz', 'head.bin')
convert('ch2bet.nii.gz', 'brain.bin')

function convert(source, target) {
  const { shape, data } = readNifti(join(folder, source))
  let grid = { shape, data: Float32Array.from(data) }
  for (const axis of [0, 1, 2]) grid = resample(blur(grid, axis), axis)
  const bytes = Uint8Array.from(grid.data, Math.round)
  const packed = gzipSync(bytes, { level: 9 })
  writeFileSync(join(import.meta.dirname, target), packed)
  console.log(`${target}: ${grid.shape.join('×')}, ${packed.length} bytes`)
}

/** Reads uint8 NIfTI-1, little-endian; shape is [x, y, z], x fastest. */
function readNifti(path) {
  const bytes = gunzipSync(readFileSync(path))
  if (bytes.readInt32LE(0) !== 348 || bytes.readInt16LE(70) !== 2)
    throw new Error(`${path} is no uint8 NIfTI-1 file.`)
  const shape = [1, 2, 3].map((axis) => bytes.readInt16LE(40 + 2 * axis))
  return { shape, data: bytes.subarray(bytes.readFloatLE(108)) }
}

/** Smooths along one axis by (1, 2, 1) / 4: about 0.7 mm. */
function blur({ shape, data }, axis) {
  const step = [1, shape[0], shape[0] * shape[1]][axis]
  const result = data.map((value, i) => {
    const position = Math.floor(i / step) % shape[axis]
    const low = position > 0 ? data[i - step] : value
    const high = position < shape[axis] - 1 ? data[i + step] : value
    return (low + 2 * value + high) / 4
  })
  return { shape, data: result }
}

/** Takes samples every `spacing` millimetres along one axis, linearly between neighbours. */
function resample({ shape, data }, axis) {
  const step = [1, shape[0], shape[0] * shape[1]][axis]
  const count = Math.floor((shape[axis] - 1) / spacing) + 1
  const next = shape.map((extent, i) => (i === axis ? count : extent))
  const result = new Float32Array(next[0] * next[1] * next[2])
  for (let i = 0; i < result.length; i++) {
    const place = [i % next[0], Math.floor(i / next[0]) % next[1], Math.floor(i / (next[0] * next[1]))]
    const position = place[axis] * spacing
    const low = Math.min(Math.floor(position), shape[axis] - 2)
    place[axis] = low
    const from = place[0] + shape[0] * (place[1] + shape[1] * place[2])
    result[i] = data[from] * (1 - (position - low)) + data[from + step] * (position - low)
  }
  return { shape: next, data: result }
}
