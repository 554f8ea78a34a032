/** Most notes of a result, as the host takes them. */
const most = 16

/** Returns notes on a result before those of the data that it was made of, without what would be too many. */
export function addNotes(notes: readonly string[], further: readonly string[] = []): readonly string[] {
  return [...new Set([...notes, ...further])].slice(0, most)
}
