/** Labels: values of samples, vertices or points that stand for parts, and are never between two of these. */
import { cutText } from '../../text/cut-text.ts'

/** A value of a volume of labels, and what it stands for: a type, as no interface is JSON to the compiler. */
export type Label = {
  /** A whole number, as the samples have it. */
  readonly value: number
  /** At most {@link labelNameLength} characters, and not empty. */
  readonly name: string
  /** sRGB red, green, blue from 0 to 255, where the file or function gives one. */
  readonly color?: readonly [red: number, green: number, blue: number]
}

/** Most labels of a result. */
export const labelCount = 4096
/** Most characters of a label's name. */
export const labelNameLength = 100

/** The form of labels, for refusals. */
export const labelsWanted =
  `at most ${labelCount} objects of a whole number (value), each once, a text of 1 to ${labelNameLength} ` +
  'characters (name), and maybe three bytes (color)'

/** Returns untrusted labels as a result has them; undefined where they are none, or name a value twice. */
export function parseLabels(found: unknown): readonly Label[] | undefined {
  if (!Array.isArray(found) || found.length > labelCount) return undefined
  const labels = Array.from<unknown, Label | undefined>(found, parseLabel)
  const isWhole = labels.every((label) => label !== undefined)
  return isWhole && new Set(labels.map(({ value }) => value)).size === labels.length ? labels : undefined
}

/**
 * Returns labels within the bounds: long names cut, of a value's several the first, and none without a name.
 * @param isUsed tells values of the samples; labels of others are left out
 */
export function pickLabels(
  labels: Iterable<Label>,
  isUsed: (value: number) => boolean = () => true,
): readonly Label[] {
  const bounded = new Map<number, Label>()
  for (const { value, name, color } of labels) {
    if (bounded.size === labelCount) break
    const label = parseLabel({ value, name: cutText(name.toWellFormed(), labelNameLength), color })
    if (label && !bounded.has(value) && isUsed(value)) bounded.set(value, label)
  }
  return [...bounded.values()]
}

function parseLabel(found: unknown): Label | undefined {
  if (typeof found !== 'object' || found === null) return undefined
  const { value, name, color }: { value?: unknown; name?: unknown; color?: unknown } = found
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined
  if (typeof name !== 'string' || name === '' || name.length > labelNameLength || !name.isWellFormed())
    return undefined
  if (color === undefined || color === null) return { value, name }
  const [red, green, blue] = Array.isArray(color) && color.length === 3 ? Array.from<unknown>(color) : []
  return isByte(red) && isByte(green) && isByte(blue) ? { value, name, color: [red, green, blue] } : undefined
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && (value & 255) === value
}
