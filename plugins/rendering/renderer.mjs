/** The renderer of `specimen thumbnail`, for pictures with colours and views of their own. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModules } from './load-module.mjs'

const names = ['draw-mesh', 'draw-pixels', 'draw-points', 'draw-volume', 'finish-picture']
const folder = join(import.meta.dirname, '../../core/picture')

export const { drawMesh, drawPixels, drawPoints, drawVolume, finishPicture } = await loadModules(
  ...names.map((name) => join(folder, `${name}.ts`)),
)

/** Writes linear RGBA pixels of `size`² as a PNG of (size / factor)² pixels and returns the file's bytes. */
export function writePicture(path, pixels, size, factor, options) {
  const bytes = finishPicture(pixels, size, factor, options)
  writeFileSync(path, bytes)
  return bytes.length
}
