/** Things in the order of a small key, those with equal keys in their own order. */
export interface Buckets {
  readonly things: Uint32Array
  /** The things with the key k are those from `starts[k]` up to `starts[k + 1]`. */
  readonly starts: Uint32Array
}

/** Returns things, numbered from 0, by the key of each, which is below `limit`: a counting sort. */
export function toBuckets(keys: Uint32Array, limit: number): Buckets {
  const starts = new Uint32Array(limit + 2)
  // Counted two places ahead, so that the start of a key stands one ahead, and moves while things are placed.
  for (let thing = 0; thing < keys.length; thing++) {
    const at = (keys[thing] ?? 0) + 2
    starts[at] = (starts[at] ?? 0) + 1
  }
  for (let key = 2; key < starts.length; key++) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0)
  const things = new Uint32Array(keys.length)
  for (let thing = 0; thing < keys.length; thing++) {
    const at = (keys[thing] ?? 0) + 1
    const to = starts[at] ?? 0
    things[to] = thing
    starts[at] = to + 1
  }
  return { things, starts: starts.subarray(0, limit + 1) }
}
