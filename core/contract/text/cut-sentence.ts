/** Words with a full stop that is no end; of one letter all are, as in `U.S.` and `e.g.`. */
const abbreviations =
  'al approx ca cf dr eq etc fig figs incl max min mr mrs ms no nos nr prof ref resp sec sp st vol vs'.split(
    ' ',
  )

/**
 * Returns the first sentence of a text, or its first paragraph where that has no full stop. A full stop after
 * an abbreviation or before a small letter is no end.
 */
export function cutSentence(text: string): string {
  const [line = ''] = text.trim().split('\n\n', 1)
  for (const { index } of line.matchAll(/[.!?。](?=\s|$)/gu)) {
    const end = index + 1
    const rest = line.slice(end).trimStart()
    const isLast = rest === ''
    if (isLast || !(line[index] === '.' && (isAbbreviation(line.slice(0, index)) || /^\p{Ll}/u.test(rest))))
      return line.slice(0, end)
  }
  return line
}

function isAbbreviation(before: string): boolean {
  const [, word = ''] = /(?:^|[^\p{L}\p{N}])(\p{L}+)$/u.exec(before) ?? []
  return [...word].length === 1 || abbreviations.includes(word.toLowerCase())
}
