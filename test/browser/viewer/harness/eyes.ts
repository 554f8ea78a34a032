/** Pictures of both eyes of an emulated headset. */
import { decode } from 'fast-png'

/** Both eyes, beside each other, as the last frame has drawn them. */
export interface Eyes {
  readonly data: ArrayLike<number>
  readonly width: number
  readonly height: number
}

/** Returns both eyes of a picture, a PNG in base64. */
export function toEyes(base64: string): Eyes {
  const { data, width: columns, height: rows } = decode(Buffer.from(base64, 'base64'))
  return { data, width: columns, height: rows }
}

/** Returns the pixels of one eye that are lit, and their mean column from the eye's left side. */
export function measureEye(
  { data, width: columns, height: rows }: Eyes,
  eye: 0 | 1,
): { count: number; column: number } {
  const half = columns / 2
  let [count, sum] = [0, 0]
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < half; x++) {
      if ((data[4 * (y * columns + eye * half + x) + 3] ?? 0) < 128) continue
      count++
      sum += x
    }
  return { count, column: sum / count }
}

/** Returns a picture without the hands and the board, which stand in the scene beside the specimen. */
export const alone = `
  const shootAlone = async (entered) => {
    const others = entered.scene.scene.children.filter((child) => child !== entered.scene.stand)
    entered.visit.step = () => { for (const other of others) other.visible = false }
    return await headset.shoot(entered)
  }
`
