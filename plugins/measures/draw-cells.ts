import type { Image } from 'specimen-host/plugin'
import { createRandom } from '../shared/random.ts'

/** Returns an image of soft cells of several sizes on a dark ground with a little noise; always the same. */
export function drawCells(width: number, height: number, count: number): Image {
  const random = createRandom(7)
  const light = new Float32Array(width * height).fill(0.12)
  for (let cell = 0; cell < count; cell++) {
    const [x, y] = [random() * width, random() * height]
    const [long, flat, turn] = [6 + 14 * random(), 0.6 + 0.4 * random(), Math.PI * random()]
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const strength = 0.35 + 0.45 * random()
    const reach = Math.ceil(long * 1.3)
    for (let row = Math.max(0, Math.floor(y) - reach); row < Math.min(height, y + reach); row++)
      for (let column = Math.max(0, Math.floor(x) - reach); column < Math.min(width, x + reach); column++) {
        const [dx, dy] = [column + 0.5 - x, row + 0.5 - y]
        const radius = Math.hypot(dx * cos + dy * sin, (dy * cos - dx * sin) / flat) / long
        const at = row * width + column
        // 1 inside, 0 outside, and an edge of a few pixels between them.
        const part = Math.min(1, Math.max(0, (1.1 - radius) / 0.2))
        light[at] = Math.max(light[at] ?? 0, 0.12 + strength * part)
      }
  }
  const data = Uint8Array.from(light, (value) =>
    Math.round(255 * Math.min(1, value + 0.06 * (random() - 0.5))),
  )
  return { width, height, channels: 1, data }
}
