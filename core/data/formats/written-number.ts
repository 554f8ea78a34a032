/**
 * Returns the number that a word stands for: with an exponent of C (`1e5`) or Fortran (`1d5`), and by the
 * words of C libraries for what is no finite number (`-inf`, `nan(ind)`, `1.#QNAN`). Undefined for any other
 * word.
 */
export function toWrittenNumber(word: string): number | undefined {
  if (/^[-+]?(\d+[.]?\d*|[.]\d+)([ed][-+]?\d+)?$/i.test(word)) return Number(word.replace(/d/i, 'e'))
  if (/^[-+]?(nan(\(\w*\))?|1[.]#(qnan|snan|ind)0*)$/i.test(word)) return Number.NaN
  if (/^[-+]?(inf|infinity|1[.]#inf0*)$/i.test(word)) return word.startsWith('-') ? -Infinity : Infinity
  return undefined
}
