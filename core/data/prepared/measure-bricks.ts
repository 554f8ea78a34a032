import { brickSide, type VolumeBricks, type VolumeTexture } from './prepared.ts'

/** Above the bits of every non-negative half float; missing samples are negative. */
const firstNegative = 0x8000

/**
 * Returns the bricks of a texture. Adjacent samples count as part of a brick, because values are
 * interpolated. Half floats from 0 on have the order of their bits. 100 ms for 256 × 256 × 256.
 */
export function measureBricks(texture: VolumeTexture): VolumeBricks {
  const { data, width, height, depth } = texture
  const [columns, rows, layers] = [toBricks(width), toBricks(height), toBricks(depth)]
  const length = 2 * columns * rows * layers
  const bounds = data instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length)
  for (let i = 0; i < length; i += 2) bounds[i] = 0xffff
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      const start = (z * height + y) * width
      const row = measureRow(data.subarray(start, start + width), columns)
      for (const layer of listBricks(z, layers))
        for (const brickRow of listBricks(y, rows))
          widen(bounds, 2 * columns * (layer * rows + brickRow), row)
    }
  }
  return { width: columns, height: rows, depth: layers, data: bounds }
}

function toBricks(count: number): number {
  return Math.ceil(count / brickSide)
}

function listBricks(at: number, count: number): readonly number[] {
  const own = Math.floor(at / brickSide)
  const place = at % brickSide
  if (place === 0 && own > 0) return [own - 1, own]
  return place === brickSide - 1 && own < count - 1 ? [own, own + 1] : [own]
}

function measureRow(samples: Uint8Array | Uint16Array, columns: number): Uint16Array {
  const bounds = new Uint16Array(2 * columns)
  for (let column = 0; column < columns; column++) {
    let [low, high] = [0xffff, 0]
    const end = Math.min(samples.length, (column + 1) * brickSide + 1)
    for (let x = Math.max(0, column * brickSide - 1); x < end; x++) {
      const value = samples[x] ?? 0
      if (value >= firstNegative) continue
      if (value < low) low = value
      if (value > high) high = value
    }
    bounds[2 * column] = low
    bounds[2 * column + 1] = high
  }
  return bounds
}

function widen(bounds: Uint8Array | Uint16Array, start: number, row: Uint16Array): void {
  for (let i = 0; i < row.length; i += 2) {
    const [low, high] = [row[i] ?? 0, row[i + 1] ?? 0]
    if (low < (bounds[start + i] ?? 0)) bounds[start + i] = low
    if (high > (bounds[start + i + 1] ?? 0)) bounds[start + i + 1] = high
  }
}
