/**
 * Segments of `.seg.nrrd`, as 3D Slicer writes them among the key/value pairs of a header: `Segment0_Name`,
 * `Segment0_LabelValue`, `Segment0_Color` and `Segment0_Layer`, and so on.
 */
import { type Label, labelCount } from '../../../../contract/domain/result/labels.ts'

interface Segment {
  readonly label: Label
  /** The volume that it is in. */
  readonly layer: number
}

/** Returns the labels of a layer by the pairs of a header; undefined for a file without segments. */
export function readSegments(
  pairs: ReadonlyMap<string, string>,
): ((layer: number) => readonly Label[]) | undefined {
  const numbers = new Set<number>()
  for (const key of pairs.keys()) {
    const [, number] = /^segment(\d{1,6})_(id|name|labelvalue)$/.exec(key) ?? []
    if (number !== undefined && numbers.size < labelCount) numbers.add(Number(number))
  }
  if (numbers.size === 0) return undefined
  const segments = Array.from(numbers, (number) => readSegment(pairs, number))
  return (layer) => segments.filter((segment) => segment.layer === layer).map(({ label }) => label)
}

/** Files from before Slicer 4.11 have neither values nor layers: each segment is 1 in a volume of its own. */
function readSegment(pairs: ReadonlyMap<string, string>, number: number): Segment {
  const read = (key: string): string | undefined => pairs.get(`segment${number}_${key}`)
  const value = Number(read('labelvalue') ?? 1)
  const name = read('name') ?? read('id') ?? ''
  const [red, green, blue] = (read('color') ?? '').split(' ').map((part) => Math.round(255 * Number(part)))
  const isColor = [red, green, blue].every((part) => part !== undefined && part >= 0 && part <= 255)
  const color = isColor ? ([red ?? 0, green ?? 0, blue ?? 0] as const) : undefined
  const layer = Number(read('layer') ?? (read('labelvalue') === undefined ? number : 0))
  return { label: color ? { value, name, color } : { value, name }, layer }
}
