/** A row of samples with those above and below; at the edges of a picture these are the row itself. */
export interface RowPlace {
  readonly plane: Uint8Array
  readonly above: number
  readonly at: number
  readonly below: number
  /** Samples of the row. */
  readonly length: number
}

/** Pixels across and down for one sample of a component. */
export interface Ratio {
  readonly across: number
  readonly down: number
}

/**
 * Writes one row of a component at the width of the picture as libjpeg does: halves are interpolated
 * ("fancy upsampling"), others repeated. `half` is the row's place among those of one row of samples.
 */
export function upsampleRow(row: RowPlace, { across, down }: Ratio, half: number, target: Uint8Array): void {
  const isFancy = row.length > 2
  if (across === 2 && down === 1 && isFancy) widenRow(row, target)
  else if (across === 2 && down === 2 && isFancy) widenBetween(row, half, target)
  else if (across === 1 && down === 2) mixRows(row, half, target)
  else {
    const { plane, at, length } = row
    for (let x = 0; x < target.length; x++)
      target[x] = plane[at + Math.min(length - 1, Math.floor(x / across))] ?? 0
  }
}

/** Each sample is 3/4 of the nearer one and 1/4 of the farther. */
function widenRow({ plane, at, length }: RowPlace, target: Uint8Array): void {
  let [before, here] = [plane[at] ?? 0, plane[at] ?? 0]
  for (let i = 0; i < length; i++) {
    const next = i + 1 < length ? (plane[at + i + 1] ?? 0) : here
    target[2 * i] = i === 0 ? here : (3 * here + before + 1) >> 2
    target[2 * i + 1] = i + 1 === length ? here : (3 * here + next + 2) >> 2
    before = here
    here = next
  }
}

function widenBetween({ plane, above, at, below, length }: RowPlace, half: number, target: Uint8Array): void {
  const other = half === 0 ? above : below
  let here = 3 * (plane[at] ?? 0) + (plane[other] ?? 0)
  let before = here
  for (let i = 0; i < length; i++) {
    const next = i + 1 < length ? 3 * (plane[at + i + 1] ?? 0) + (plane[other + i + 1] ?? 0) : here
    target[2 * i] = (3 * here + before + 8) >> 4
    target[2 * i + 1] = (3 * here + next + 7) >> 4
    before = here
    here = next
  }
}

function mixRows({ plane, above, at, below, length }: RowPlace, half: number, target: Uint8Array): void {
  const [other, bias] = half === 0 ? [above, 1] : [below, 2]
  for (let i = 0; i < length; i++)
    target[i] = (3 * (plane[at + i] ?? 0) + (plane[other + i] ?? 0) + bias) >> 2
}
