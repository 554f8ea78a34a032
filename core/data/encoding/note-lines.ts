/** Notes of a result in the files of it that have a place for free text. */

/**
 * Returns notes as lines of ASCII, the text that every reader of a comment takes. No line ends with a
 * backslash, which would make the next one a part of it.
 */
export function toNoteLines(notes: readonly string[] = []): readonly string[] {
  return notes.map((note) =>
    note
      .replaceAll('µ', 'u')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replace(/[^ -~]/gu, '?')
      .replace(/[\\ ]+$/, '')
      .trim(),
  )
}

/** Returns notes as a text of XML, in ASCII and without `%`, which stands for a number in a row. */
export function toXmlText(notes: readonly string[]): string {
  const text = notes.join(' ').replace(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
  return text.replace(/[&<>%]|[^ -~]/gu, (character) => `&#${character.codePointAt(0)};`)
}
