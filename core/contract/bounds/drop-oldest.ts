/** Removes the entries of a map that were set first, until it has no more than `most`. */
export function dropOldest(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return
    map.delete(key)
  }
}
