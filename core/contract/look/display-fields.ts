/**
 * The settings of a picture as fields of a room: each by its key in a link, and what is set of each part of a
 * scene by itself (`parts/brain` is `0.4:cc3333`), so that two people who change two parts at once keep both.
 */
import type { Display, PartSetting } from './display.ts'
import { readDisplay, writeDisplay } from './link-display.ts'
import { readPart, writePart } from './part-words.ts'

const ofPart = 'parts/'

/** Returns name and text of the fields of settings. */
export function writeDisplayFields(settings: Partial<Display>): [name: string, text: string][] {
  const { parts, ...others } = settings
  if (!parts) return writeDisplay(settings)
  const fields = parts.map((part): [string, string] => [`${ofPart}${part.name}`, writePart(part)])
  return [...writeDisplay(others), ...fields.filter(([, text]) => text !== '')]
}

/** Returns the settings of fields from any source; unreadable ones are left out. */
export function readDisplayFields(fields: Iterable<readonly [name: string, text: string]>): Partial<Display> {
  const parts: PartSetting[] = []
  let display: Partial<Display> = {}
  for (const [name, text] of fields) {
    const part = name.startsWith(ofPart) ? readPart(name.slice(ofPart.length), text) : undefined
    if (part) parts.push(part)
    else display = readDisplay(display, name, text)
  }
  return parts.length > 0 ? { ...display, parts } : display
}
