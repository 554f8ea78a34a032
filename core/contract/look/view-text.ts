/**
 * An author's view as one text: settings of the page's link without `~`, with blanks between, as in `@view
 * rendering=surface colormap=coolwarm camera=1,-2,0.5`.
 */
import { type Display, defaultDisplay } from './display.ts'
import { listChanges, readDisplay, writeDisplay } from './link-display.ts'

/** Returns the settings of a view over those it begins with; wrong parts are left out. */
export function readView(text: string, begin: Display = defaultDisplay): Display {
  return splitView(text).reduce((display, { key, value }) => readDisplay(display, key, value), begin)
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
