/** The looks of labels: a dot at each place, and its text above. */
import type { Display } from './display.ts'

/** CSS pixels of a dot. */
const dotPixels = 4
/** CSS pixels between the middle of a dot and its text. */
export const textGap = 4

/** Characters that a picture shows of a text. */
export const mostLetters = 48

/** Returns the settings with which the places of labels are drawn as points. */
export function toDotDisplay(display: Display): Display {
  return { ...display, colorBy: 'plain', solidColor: 'white', shading: 'none', pointSize: dotPixels }
}
