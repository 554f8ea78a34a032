/**
 * Draws points and volumes: glowing points that add up, and rays that gather light and lose it on their way.
 */
import { createCamera } from './camera.mjs'

/**
 * Returns linear RGBA of `size`² pixels; every point adds a soft spot of its colour. `glow` is the brightness
 * of one.
 */
export function drawPoints({ points, colors }, options) {
  const { size, glow = 0.05, spot = 1.2 } = options
  const camera = createCamera(points, options)
  const pixels = new Float32Array(size * size * 4)
  for (let i = 0; i < points.length; i += 3) {
    const view = camera.toView(points[i], points[i + 1], points[i + 2])
    const [sx, sy, depth] = camera.toScreen(view)
    const nearness = Math.max(0.15, (5.4 - depth) / 2.2)
    const rgb = colors ? [colors[i], colors[i + 1], colors[i + 2]].map(toLinear) : [0.6, 0.8, 1]
    const strength = typeof glow === 'function' ? glow(i / 3, nearness) : glow * nearness ** 1.5
    const reach = typeof spot === 'function' ? spot(i / 3) : spot
    for (let y = Math.floor(sy - 2 * reach); y <= sy + 2 * reach; y++) {
      for (let x = Math.floor(sx - 2 * reach); x <= sx + 2 * reach; x++) {
        if (x < 0 || y < 0 || x >= size || y >= size) continue
        const fall = strength * Math.exp(-((x + 0.5 - sx) ** 2 + (y + 0.5 - sy) ** 2) / (reach * reach * 0.7))
        const p = 4 * (y * size + x)
        for (let k = 0; k < 3; k++) pixels[p + k] += rgb[k] * fall
      }
    }
  }
  return pixels
}

/**
 * Returns linear RGBA of `size`² pixels of a volume. `transfer(value, slope, isCut)` gives [red, green, blue,
 * opacity] of a unit of length, where 2 is the diameter of the volume. `isAway(x, y, z)` takes samples away,
 * by their distance from the middle in the unit of the spacing; `isCut` says that the ray has just entered
 * through such a cut.
 */
export function drawVolume({ shape, data, spacing = [1, 1, 1] }, options) {
  const { size, transfer, steps = 260, isAway = () => false } = options
  const extent = [2, 1, 0].map((axis) => ((shape[axis] - 1) * spacing[axis]) / 2)
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((c) =>
    extent.map((half, axis) => ((c >> axis) & 1 ? half : -half)),
  )
  const camera = createCamera(corners, options)
  const radius = Math.hypot(...extent)
  // Rows of the turn are the view's axes in the volume's own directions.
  const columns = [camera.turn(1, 0, 0), camera.turn(0, 1, 0), camera.turn(0, 0, 1)]
  const back = (v) =>
    columns.map((column) => (column[0] * v[0] + column[1] * v[1] + column[2] * v[2]) * radius)
  const pixels = new Float32Array(size * size * 4)
  const scale = (size / 2) * (options.zoom ?? 1) * 4.2 * 0.98
  for (let p = 0; p < size * size; p++) {
    const [dx, dy] = [((p % size) + 0.5 - size / 2) / scale, (size / 2 - Math.floor(p / size) - 0.5) / scale]
    const color = [0, 0, 0]
    let through = 1
    let isCut = false
    // Spreads the rings of equal depth into fine noise.
    const jitter = (p * 0.618 + Math.floor(p / size) * 0.414) % 1
    for (let s = 0; s < steps && through > 0.01; s++) {
      const depth = 3.2 + (2 * (s + jitter)) / steps
      const place = back([dx * depth, dy * depth, 4.2 - depth])
      const value = sample(shape, data, spacing, extent, place)
      if (value === null || isAway(...place)) {
        isCut = value !== null
        continue
      }
      const [r, g, b, opacity] = transfer(
        value,
        () => toSlope(shape, data, spacing, extent, place, back),
        isCut,
      )
      const stop = 1 - Math.exp((-opacity * 2) / steps)
      isCut = false
      for (const [k, part] of [r, g, b].entries()) color[k] += part * stop * through
      through *= 1 - stop
    }
    pixels.set([...color, 1 - through], 4 * p)
  }
  return pixels
}

/** Returns how a small step towards the light changes the value: positive where the surface faces it. */
function toSlope(shape, data, spacing, extent, place, back) {
  const toLight = back([-0.5, 0.65, 0.6]).map((value) => value * 0.02)
  const there =
    sample(
      shape,
      data,
      spacing,
      extent,
      place.map((value, i) => value + toLight[i]),
    ) ?? 0
  const here =
    sample(
      shape,
      data,
      spacing,
      extent,
      place.map((value, i) => value - toLight[i]),
    ) ?? 0
  return here - there
}

function sample([depth, height, width], data, spacing, extent, [x, y, z]) {
  const [fx, fy, fz] = [
    (x + extent[0]) / spacing[2],
    (y + extent[1]) / spacing[1],
    (z + extent[2]) / spacing[0],
  ]
  if (fx < 0 || fy < 0 || fz < 0 || fx >= width - 1 || fy >= height - 1 || fz >= depth - 1) return null
  const [ix, iy, iz] = [Math.floor(fx), Math.floor(fy), Math.floor(fz)]
  const [tx, ty, tz] = [fx - ix, fy - iy, fz - iz]
  const i = (iz * height + iy) * width + ix
  const row = (k) => data[k] * (1 - tx) + data[k + 1] * tx
  const layer = (k) => row(k) * (1 - ty) + row(k + width) * ty
  return layer(i) * (1 - tz) + layer(i + width * height) * tz
}

function toLinear(value) {
  return (value / 255) ** 2.2
}
