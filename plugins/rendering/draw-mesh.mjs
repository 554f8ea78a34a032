/**
 * Draws a mesh: z-buffer, interpolated normals, three lights, and shade in the hollows from the depth of the
 * picture.
 */
import { createCamera } from './camera.mjs'

const lights = [
  { from: unit([-0.55, 0.7, 0.65]), color: [1.0, 0.96, 0.9], strength: 0.78 },
  { from: unit([0.9, 0.1, 0.35]), color: [0.55, 0.7, 1.0], strength: 0.3 },
  { from: unit([0.1, -0.5, -0.9]), color: [1.0, 0.6, 0.45], strength: 0.35 },
]

/**
 * Returns linear RGBA (float, premultiplied by coverage 0 or 1) of `size`² pixels.
 * `color(x, y, z, normal, front)` gives the linear colour of a point in the mesh's own coordinates.
 */
export function drawMesh(mesh, options) {
  const { size, color, gloss = 0.35, occlusion = 1 } = options
  const camera = createCamera(mesh.vertices, options)
  const normals = mesh.normals ?? new Float32Array(mesh.vertices.length)
  const buffers = {
    depth: new Float32Array(size * size).fill(Infinity),
    triangle: new Int32Array(size * size).fill(-1),
  }
  buffers.weights = new Float32Array(size * size * 2)
  const screen = project(mesh.vertices, camera)
  for (let t = 0; t < mesh.indices.length; t += 3) fillTriangle(mesh.indices, t, screen, size, buffers)
  const pixels = new Float32Array(size * size * 4)
  for (let p = 0; p < size * size; p++) {
    const t = buffers.triangle[p]
    if (t < 0) continue
    const corners = [0, 1, 2].map((k) => 3 * mesh.indices[t + k])
    const [b, c] = [buffers.weights[2 * p], buffers.weights[2 * p + 1]]
    const mix = (array, axis) =>
      array[corners[0] + axis] * (1 - b - c) + array[corners[1] + axis] * b + array[corners[2] + axis] * c
    const place = [0, 1, 2].map((axis) => mix(mesh.vertices, axis))
    let normal = mesh.normals
      ? [0, 1, 2].map((axis) => mix(normals, axis))
      : toFaceNormal(mesh.vertices, corners)
    normal = unit(normal)
    const view = camera.toView(...place)
    const eye = unit([-view[0], -view[1], 4.2 - view[2]])
    let facing = unit(camera.turn(...normal))
    const front = dot(facing, eye) >= 0
    if (!front) facing = facing.map((value) => -value)
    const shade = occlusion > 0 ? measureShade(buffers.depth, size, p, occlusion) : 1
    const lit = light(color(...place, normal, front), facing, eye, gloss, shade)
    pixels.set([...lit, 1], 4 * p)
  }
  return pixels
}

function project(vertices, camera) {
  const screen = new Float32Array(vertices.length)
  for (let i = 0; i < vertices.length; i += 3) {
    screen.set(camera.toScreen(camera.toView(vertices[i], vertices[i + 1], vertices[i + 2])), i)
  }
  return screen
}

function fillTriangle(indices, t, screen, size, { depth, triangle, weights }) {
  const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]]
  const [ax, ay, bx, by, cx, cy] = [
    screen[a],
    screen[a + 1],
    screen[b],
    screen[b + 1],
    screen[c],
    screen[c + 1],
  ]
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
  if (Math.abs(area) < 1e-9) return
  const clampPixel = (value) => Math.min(Math.max(value, 0), size - 1)
  const [left, right] = [Math.min(ax, bx, cx), Math.max(ax, bx, cx)].map(Math.floor).map(clampPixel)
  const [top, bottom] = [Math.min(ay, by, cy), Math.max(ay, by, cy)].map(Math.floor).map(clampPixel)
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5, y + 0.5]
      const u = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area
      const v = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area
      if (u < 0 || v < 0 || u + v > 1) continue
      const z = screen[a + 2] * (1 - u - v) + screen[b + 2] * u + screen[c + 2] * v
      const p = y * size + x
      if (z >= depth[p]) continue
      depth[p] = z
      triangle[p] = t
      weights[2 * p] = u
      weights[2 * p + 1] = v
    }
  }
}

/**
 * Returns 1 in the open, less where the neighbourhood rises towards the eye: rings of samples around the
 * pixel.
 */
function measureShade(depth, size, p, strength) {
  const [x, y] = [p % size, Math.floor(p / size)]
  let blocked = 0
  let count = 0
  for (let ring = 1; ring <= 4; ring++) {
    const reach = (size * ring * ring) / 190
    for (let spoke = 0; spoke < 8; spoke++) {
      const angle = (spoke + ring * 0.37) * (Math.PI / 4)
      const [sx, sy] = [Math.round(x + reach * Math.cos(angle)), Math.round(y + reach * Math.sin(angle))]
      count++
      if (sx < 0 || sy < 0 || sx >= size || sy >= size) continue
      const rise = depth[p] - depth[sy * size + sx]
      const far = (2.2 * reach) / size
      if (rise > 0.004) blocked += Math.min(rise / far, 1) * Math.max(0, 1 - Math.max(0, rise - 3 * far) * 4)
    }
  }
  return Math.max(0.12, 1 - (1.15 * strength * blocked) / count)
}

function light(base, normal, eye, gloss, shade) {
  const sky = 0.24 + 0.14 * normal[1]
  const result = [0.8, 0.95, 1.2].map((tint, i) => base[i] * sky * tint * shade)
  for (const { from, color, strength } of lights) {
    const diffuse = Math.max(0, dot(normal, from) * 0.85 + 0.15) * strength * (0.35 + 0.65 * shade)
    const half = unit(from.map((value, i) => value + eye[i]))
    const shine = gloss * strength * Math.max(0, dot(normal, half)) ** 42 * shade
    for (let i = 0; i < 3; i++) result[i] += color[i] * (base[i] * diffuse + shine)
  }
  const rim = (1 - Math.max(0, dot(normal, eye))) ** 4 * 0.16 * shade
  return result.map((value, i) => value + rim * [0.6, 0.8, 1][i])
}

function toFaceNormal(vertices, [a, b, c]) {
  const at = (from, to) => [0, 1, 2].map((axis) => vertices[to + axis] - vertices[from + axis])
  const [u, v] = [at(a, b), at(a, c)]
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function unit(vector) {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
