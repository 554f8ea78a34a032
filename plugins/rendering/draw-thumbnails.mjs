/**
 * Draws the plugins' thumbnails from what their functions return, by recipes where `specimen thumbnail` would
 * take the defaults of their parameters, and writes each into its plugin's folder:
 *
 *   node plugins/rendering/draw-thumbnails.mjs            all of them, about a minute
 *   node plugins/rendering/draw-thumbnails.mjs island     those whose name begins with "island"
 */
import { join } from 'node:path'
import { loadModules } from './load-module.mjs'
import { recipes } from './recipes.mjs'
import { drawMesh, drawPixels, drawPoints, drawVolume, writePicture } from './renderer.mjs'

const edge = 256
const [, , prefix = ''] = process.argv
const wanted = Object.entries(recipes).filter(([key]) => key.startsWith(prefix))
if (wanted.length === 0) {
  console.error(`No recipe begins with "${prefix}". There are ${Object.keys(recipes).join(', ')}.`)
  console.error('A picture of another plugin needs a recipe of its own in plugins/rendering/recipes.mjs.')
  process.exitCode = 1
}
for (const [name, recipe] of wanted) {
  const { plugin, file = join(plugin, `${name}.png`), call, factor = 4, exposure, ...options } = recipe
  const result = await call(await loadModules(join(import.meta.dirname, '..', plugin, 'index.ts')))
  const size = edge * factor
  const path = join(import.meta.dirname, '..', file)
  const bytes = writePicture(path, draw(result, { ...options, size }), size, factor, { exposure })
  console.log(`${path}: ${bytes} bytes`)
}

function draw(result, options) {
  if (result.vertices) return drawMesh(result, options)
  if (result.points) return drawPoints(result, options)
  if (result.shape) return drawVolume(result, options)
  return drawImage(result, options)
}

function drawImage({ width, height, channels, data }, { size }) {
  const level = (i) => (data[i] / 255) ** 2.2
  const read = (pixel) => [...[0, 1, 2].map((c) => level(pixel * channels + (channels > 2 ? c : 0))), 1]
  return drawPixels({ width, height, read }, size)
}
