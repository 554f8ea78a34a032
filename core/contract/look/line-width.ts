import type { Display } from './display.ts'

/** CSS pixels of a line of a result, as wide near as far. */
const usualPixels = 2

/** Returns the CSS pixels of lines: a chosen number, else the usual one times the chosen factor. */
export function toLinePixels({ pointScale, pointSize }: Pick<Display, 'pointScale' | 'pointSize'>): number {
  return pointSize ?? usualPixels * pointScale
}
