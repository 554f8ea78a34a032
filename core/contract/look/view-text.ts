/**
 * An author's view as one text: settings of the page's link without `~`, with blanks between, as in `@view
 * rendering=surface colormap=coolwarm camera=1,-2,0.5`.
 */
import { type Display, defaultDisplay } from './display.ts'
import { listChanges, readDisplay, writeDisplay } from './link-display.ts'
import { joinParts } from './part-look.ts'

/**
 * Returns the settings of a view over those it begins with; wrong ones are left out. Where parts of a scene
 * are set twice, as by a view over its author's, each part has both.
 */
export function readView(text: string, begin: Display = defaultDisplay): Display {
  return splitView(text).reduce((display, { key, value }) => {
    const next = readDisplay(display, key, value)
    const isBoth = next.parts && display.parts && next.parts !== display.parts
    return isBoth ? { ...next, parts: joinParts(display.parts, next.parts) } : next
  }, begin)
}

/** Returns the view with these settings, without those at their default. */
export function writeView(display: Display): string {
  return writeDisplay(listChanges(display, defaultDisplay))
    .map((pair) => pair.join('='))
    .join(' ')
}

/** Returns the settings of a view as they are written; `value` is empty where there is none. */
export function splitView(
  text: string,
): { readonly key: string; readonly value: string; readonly part: string }[] {
  const parts = text.split(/\s+/).filter((part) => part !== '')
  return parts.map((part) => {
    const [key = ''] = part.split('=', 1)
    return { key, value: part.slice(key.length + 1), part }
  })
}
