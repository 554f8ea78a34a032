/**
 * Draws the plugins' thumbnails from what their functions return, and writes each into its plugin's folder:
 *
 *   node plugins/render-thumbnail.mjs            all of them, about a minute
 *   node plugins/render-thumbnail.mjs island     those whose name begins with "island"
 */
import { join } from 'node:path'
import { drawPoints, drawVolume } from './rendering/draw-cloud.mjs'
import { drawMesh } from './rendering/draw-mesh.mjs'
import { loadPlugin } from './rendering/load-plugin.mjs'
import { writePicture } from './rendering/picture.mjs'
import { recipes } from './rendering/recipes.mjs'

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
  const result = await call(await loadPlugin(plugin))
  const size = edge * factor
  const path = join(import.meta.dirname, file)
  const bytes = writePicture(path, draw(result, { ...options, size }), size, factor, { exposure })
  console.log(`${path}: ${bytes} bytes`)
}

function draw(result, options) {
  if (result.vertices) return drawMesh(result, options)
  if (result.points) return drawPoints(result, options)
  if (result.shape) return drawVolume(result, options)
  return drawImage(result, options)
}

/** Returns an RGB image as pixels, each repeated as often as the picture needs. */
function drawImage({ width, height, channels, data }, { size }) {
  const pixels = new Float32Array(size * size * 4)
  for (let p = 0; p < size * size; p++) {
    const [x, y] = [
      Math.floor(((p % size) * width) / size),
      Math.floor((Math.floor(p / size) * height) / size),
    ]
    const i = (y * width + x) * channels
    pixels.set(
      [0, 1, 2].map((c) => (data[i + (channels > 2 ? c : 0)] / 255) ** 2.2),
      4 * p,
    )
    pixels[4 * p + 3] = 1
  }
  return pixels
}
