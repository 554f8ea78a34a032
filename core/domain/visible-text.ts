/**
 * Text from outside on its way to a terminal: what could steer it, or reorder and hide what stands beside, is
 * made visible.
 */

/**
 * Control characters (C0 without tab and line feed, DEL, C1, of which U+009B begins commands as ESC does),
 * separators that some take for a line's end, and marks that turn the direction of writing.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/**
 * Returns the text with such characters as `\uXXXX`, which in a line of JSON is another spelling of the same
 * text.
 */
export function toVisibleText(text: string): string {
  if (text.search(unseen) < 0) return text // nearly always; looking costs half of replacing nothing
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
