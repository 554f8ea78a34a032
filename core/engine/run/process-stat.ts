/**
 * Returns the fields of `/proc/<pid>/stat` from the third, the state, on. The second, the program's name in
 * brackets, may hold spaces and brackets itself: the program chooses it.
 */
export function parseProcessStat(text: string): readonly string[] {
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
