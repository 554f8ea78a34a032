/**
 * Makes bunny.stl (binary) from the npm package `bunny`: node
 * specimens/stanford-bunny/convert.mjs
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { withPackage } from '../unpack-package.mjs'

const { positions: found, cells } = await withPackage('bunny@1.0.1', (folder) =>
  createRequire(import.meta.url)(folder),
)
/** The package has y up; here z is up, as the viewer and most of science have it. */
const positions = found.map(([x, y, z]) => [x, 0 - z, y])
writeFileSync(join(import.meta.dirname, 'bunny.stl'), toStl())

/**
 * Binary STL: 80 bytes of text, the number of triangles, then normal, three corners and two spare bytes each.
 */
function toStl() {
  const bytes = Buffer.alloc(84 + 50 * cells.length)
  bytes.write('Stanford Bunny, Stanford Computer Graphics Laboratory, 1994')
  bytes.writeUInt32LE(cells.length, 80)
  for (const [t, cell] of cells.entries()) {
    const corners = cell.map((i) => positions[i])
    for (const [i, value] of [toNormal(corners), ...corners].flat().entries())
      bytes.writeFloatLE(value, 84 + 50 * t + 4 * i)
  }
  return bytes
}

function toNormal([a, b, c]) {
  const [u, v] = [b, c].map((corner) => corner.map((value, axis) => value - a[axis]))
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  const length = Math.hypot(...normal) || 1
  return normal.map((value) => value / length)
}
