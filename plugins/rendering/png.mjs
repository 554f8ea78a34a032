/**
 * Small PNG files: full colour where that is small enough, else the best of 256 or fewer colours (median
 * cut).
 */
import { deflateSync } from 'node:zlib'

/** Returns a PNG of 8-bit RGB pixels with as many colours as fit into `limit` bytes, at least 64. */
export function encodeSmallPng(rgb, width, height, limit = 40_000) {
  const full = encodePng(rgb, width, height)
  // Smooth shading shows every missing colour: worth a few bytes more.
  if (full.length <= 1.15 * limit) return full
  for (const colors of [256, 160, 100]) {
    const bytes = encodeIndexedPng(rgb, width, height, colors)
    if (bytes.length <= limit) return bytes
  }
  return encodeIndexedPng(rgb, width, height, 64)
}

function encodeIndexedPng(rgb, width, height, count) {
  const palette = choosePalette(rgb, count)
  const known = new Map()
  const indices = new Uint8Array(width * height)
  for (let i = 0; i < indices.length; i++) {
    const [r, g, b] = [rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]]
    const key = (r << 16) | (g << 8) | b
    if (!known.has(key)) known.set(key, findNearest(palette, r, g, b))
    indices[i] = known.get(key)
  }
  return assemble(indices, width, height, 1, 3, Buffer.from(palette.flat()))
}

/** Returns a PNG of 8-bit RGB pixels. */
export function encodePng(rgb, width, height) {
  return assemble(rgb, width, height, 3, 2)
}

/**
 * Splits the box of colours with the widest side, weighted by its pixels, at its median, until there are
 * `count`.
 */
function choosePalette(rgb, count) {
  const colors = Array.from({ length: rgb.length / 3 }, (_, i) => [
    rgb[3 * i],
    rgb[3 * i + 1],
    rgb[3 * i + 2],
  ])
  const boxes = [measureBox(colors)]
  while (boxes.length < count) {
    boxes.sort((a, b) => b.weight - a.weight)
    const widest = boxes.shift()
    if (widest.spread === 0) break
    widest.colors.sort((a, b) => a[widest.axis] - b[widest.axis])
    const middle = widest.colors.length >> 1
    boxes.push(measureBox(widest.colors.slice(0, middle)), measureBox(widest.colors.slice(middle)))
  }
  return boxes.map(({ colors: members }) =>
    [0, 1, 2].map((axis) =>
      Math.round(members.reduce((sum, color) => sum + color[axis], 0) / members.length),
    ),
  )
}

function measureBox(colors) {
  const spreads = [0, 1, 2].map((axis) => {
    let [low, high] = [255, 0]
    for (const color of colors) [low, high] = [Math.min(low, color[axis]), Math.max(high, color[axis])]
    return high - low
  })
  const spread = colors.length > 1 ? Math.max(...spreads) : 0
  return {
    colors,
    spread,
    axis: spreads.indexOf(Math.max(...spreads)),
    weight: spread ** 1.6 * colors.length ** 0.6,
  }
}

function findNearest(palette, r, g, b) {
  let [best, least] = [0, Infinity]
  for (const [i, [pr, pg, pb]] of palette.entries()) {
    const distance = 2 * (pr - r) ** 2 + 4 * (pg - g) ** 2 + (pb - b) ** 2
    if (distance < least) [best, least] = [i, distance]
  }
  return best
}

function assemble(pixels, width, height, channels, colorType, palette) {
  const stride = width * channels
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * stride, (y + 1) * stride)
    const above = y > 0 ? pixels.subarray((y - 1) * stride, y * stride) : new Uint8Array(stride)
    const best = palette ? 0 : chooseFilter(row, above, channels)
    rows[y * (stride + 1)] = best
    rows.set(filterRow(row, above, best, channels), y * (stride + 1) + 1)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colorType, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [toChunk('IHDR', header), ...(palette ? [toChunk('PLTE', palette)] : [])]
  return Buffer.concat([
    signature,
    ...chunks,
    toChunk('IDAT', deflateSync(rows, { level: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The filter whose bytes are smallest in sum, as the standard advises for full colour. */
function chooseFilter(row, above, channels) {
  const sums = [0, 1, 2, 3, 4].map((filter) =>
    filterRow(row, above, filter, channels).reduce((sum, byte) => sum + Math.min(byte, 256 - byte), 0),
  )
  return sums.indexOf(Math.min(...sums))
}

function filterRow(row, above, filter, channels) {
  return row.map((value, i) => {
    const [left, up, corner] = [row[i - channels] ?? 0, above[i], above[i - channels] ?? 0]
    const guess = [0, left, up, (left + up) >> 1, toPaeth(left, up, corner)][filter]
    return value - guess
  })
}

function toPaeth(left, up, corner) {
  const estimate = left + up - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

function toChunk(name, body) {
  const chunk = Buffer.alloc(body.length + 12)
  chunk.writeUInt32BE(body.length, 0)
  chunk.write(name, 4, 'latin1')
  chunk.set(body, 8)
  chunk.writeUInt32BE(toCrc(chunk.subarray(4, -4)), body.length + 8)
  return chunk
}

function toCrc(bytes) {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
