import { encode } from 'uqr'

/** A QR code as a picture: its modules a side with the light edge, and the dark ones as a path. */
export interface DrawnCode {
  readonly side: number
  readonly path: string
}

/** Modules of light around a code, without which cameras do not find it (ISO/IEC 18004). */
const quietEdge = 4

/** Draws a text as a QR code. @throws where it is longer than the largest code holds: 2,953 bytes */
export function drawCode(text: string): DrawnCode {
  const { size, data } = encode(text, { ecc: 'L', border: quietEdge })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { side: size, path: path.join('') }
}
