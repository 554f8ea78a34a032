/**
 * Makes cell.bin from the picture of a cell in scikit-image (PyPI), which is CC0:
 *
 * pip download scikit-image==0.26.0 --no-deps && unzip scikit_image-*.whl skimage/data/cell.png
 * node plugins/equalize/convert-cell.mjs skimage/data/cell.png
 *
 * It is written as gzip of 660×550 uint8, the top row first.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { decode } from 'fast-png'

const [, , path] = process.argv
if (path === undefined) throw new Error('Name the file cell.png.')

const { width, height, channels, data } = decode(readFileSync(path))
const packed = gzipSync(data, { level: 9 })
writeFileSync(join(import.meta.dirname, 'cell.bin'), packed)
console.log(`cell.bin: ${height}×${width}×${channels}, ${packed.length} bytes`)
