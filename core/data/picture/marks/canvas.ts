import type { Vector3 } from '../../../contract/look/display.ts'
import type { Colors } from '../finish-picture.ts'
import { findGlyph, glyphSize } from './glyphs.ts'

/** Bytes of sRGB. */
export type MarkColor = Vector3

/** The colour of letters and bars, and of what surrounds them. */
export const [white, black]: readonly [MarkColor, MarkColor] = [
  [235, 235, 240],
  [10, 12, 16],
]

/** Pixels from the left and the top, across and down. */
type Rectangle = readonly [left: number, top: number, width: number, height: number]

/** Draws lines and letters into a picture, each dot a square of `scale` pixels. */
export class MarkCanvas {
  readonly scale: number
  readonly #colors: Colors

  constructor(colors: Colors, scale: number) {
    this.#colors = colors
    this.scale = scale
  }

  get width(): number {
    return this.#colors.width
  }

  get height(): number {
    return this.#colors.height
  }

  /** Fills a rectangle, as far as it is in the picture. */
  fill([left, top, width, height]: Rectangle, ink: MarkColor): void {
    const { rgb, width: across, height: down } = this.#colors
    const [first, last] = [Math.max(0, Math.round(left)), Math.min(across, Math.round(left + width))]
    for (let y = Math.max(0, Math.round(top)); y < Math.min(down, Math.round(top + height)); y++)
      for (let x = first; x < last; x++) rgb.set(ink, 3 * (y * across + x))
  }

  /** Draws a line of the width of a dot. */
  line(from: readonly [number, number], to: readonly [number, number], ink: MarkColor): void {
    const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1])))
    const half = this.scale / 2
    for (let i = 0; i <= steps; i++) {
      const [x, y] = [from[0] + ((to[0] - from[0]) * i) / steps, from[1] + ((to[1] - from[1]) * i) / steps]
      this.fill([x - half, y - half, this.scale, this.scale], ink)
    }
  }

  /** Returns the pixels that a text takes across. */
  measure(text: string): number {
    return Math.max(0, [...text].length * (glyphSize.width + 1) - 1) * this.scale
  }

  get lineHeight(): number {
    return glyphSize.height * this.scale
  }

  /** Writes a text with a dark edge, by its upper left corner. */
  write(text: string, left: number, top: number, ink: MarkColor): void {
    const { scale } = this
    for (const [around, color] of [
      [1, black],
      [0, ink],
    ] as const)
      for (const [i, letter] of [...text].entries())
        for (const [column, bits] of (findGlyph(letter) ?? []).entries())
          for (let row = 0; row < glyphSize.height; row++) {
            if (((bits >> row) & 1) === 0) continue
            const x = left + (i * (glyphSize.width + 1) + column) * scale
            const side = scale + 2 * around
            this.fill([x - around, top + row * scale - around, side, side], color)
          }
  }
}
