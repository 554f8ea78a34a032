const number = '[-+]?(?:\\d+[.]?\\d*|[.]\\d+)(?:[eEdD][-+]?\\d+)?'
const lineEnd = '[ \\t]*(?:\\r\\n|\\n|\\r)'
const mark = new RegExp(
  `^(?:\\xef\\xbb\\xbf)?\\s*\\d{1,9}${lineEnd}([^\\r\\n]{0,800})(?:\\r\\n|\\n|\\r)([^\\r\\n]*)`,
)
const named = new RegExp(`^\\s*[A-Za-z][\\w+*-]*(?:\\s+${number}){3}(?:\\s|$)`)
const numbered = new RegExp(`^\\s*\\d{1,3}(?:\\s+${number}){3}\\s*$`)

/**
 * Returns whether a text is that of atoms: behind its count and a line of words an element stands first, or,
 * where that line is empty, an atomic number before three others.
 */
export function isAtoms(start: string): boolean {
  const [, words = '', first = ''] = mark.exec(start) ?? []
  if (/\bProperties\s*=\s*"?[\w:]*\bpos:/i.test(words)) return true
  return (
    named.test(first) ||
    (words.trim() === '' && numbered.test(first) && !/[.]/.test(first.split(/\s+/)[0] ?? ''))
  )
}
