/** Makes text from outside safe to read: characters that steer, reorder or hide are visible. */

/**
 * Control characters (C0 without tab and line feed, DEL, C1, of which U+009B begins commands as ESC does),
 * separators that some programs treat as line ends, and marks that turn the direction of writing.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g

/** Returns the text with such characters as `\uXXXX`, in JSON another spelling of the same text. */
export function toVisibleText(text: string): string {
  if (text.search(unseen) < 0) return text // the usual case; a search costs half of a replacement
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
