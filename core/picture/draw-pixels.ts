/** Rows of pixels, each linear red, green, blue and opacity. */
export interface Pixels {
  readonly width: number
  readonly height: number
  /** Indexed from the top row. */
  readonly read: (pixel: number) => readonly [red: number, green: number, blue: number, opacity: number]
}

/** Returns linear RGBA of `size`² pixels with a picture in the middle, scaled to fit by repetition. */
export function drawPixels({ width, height, read }: Pixels, size: number): Float32Array {
  const longer = Math.max(width, height)
  const [wide, high] = [Math.ceil((size * width) / longer), Math.ceil((size * height) / longer)]
  const [left, top] = [(size - wide) >> 1, (size - high) >> 1]
  const light = new Float32Array(size * size * 4)
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const row = Math.min(height - 1, Math.floor((y * height) / high))
      const [red, green, blue, alpha] = read(
        row * width + Math.min(width - 1, Math.floor((x * width) / wide)),
      )
      light.set([red * alpha, green * alpha, blue * alpha, alpha], 4 * ((top + y) * size + left + x))
    }
  }
  return light
}
