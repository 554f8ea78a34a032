import { encode } from 'uqr'

/** Modules of light around a code; two are enough on a screen, where nothing stands beside it. */
const lightEdge = 2
/** Black on bright white, whatever the colours of the terminal are, and back to those. */
const [paper, plain] = ['\u001b[30;107m', '\u001b[0m']

/**
 * Draws a text as a QR code for a terminal, two modules above each other in one character.
 * @throws where it is longer than the largest code holds: 2,953 bytes
 */
export function drawTerminalCode(text: string): string {
  const { size, data } = encode(text, { ecc: 'L', border: lightEdge })
  const isDark = (x: number, y: number): boolean => data[y]?.[x] === true
  const rows = Array.from({ length: Math.ceil(size / 2) }, (_, i) => {
    const blocks = Array.from({ length: size }, (_, x) => toBlock(isDark(x, 2 * i), isDark(x, 2 * i + 1)))
    return `${paper}${blocks.join('')}${plain}`
  })
  return rows.join('\n')
}

function toBlock(isUpperDark: boolean, isLowerDark: boolean): string {
  if (isUpperDark) return isLowerDark ? '█' : '▀'
  return isLowerDark ? '▄' : ' '
}
