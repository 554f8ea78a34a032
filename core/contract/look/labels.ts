/** Labels: values that stand for parts, with a colour each. */
import type { Label } from '../domain/result/labels.ts'
import { colormapSize } from './colormaps.ts'
import type { Vector3 } from './display.ts'
import { toLevel } from './linear-light.ts'
import { toVector } from './vectors.ts'

/** A value that is a label. */
export interface DrawnLabel {
  readonly value: number
  /** Its entry in a table of {@link colormapSize} colours, from 1 on; labels beyond these share entries. */
  readonly rank: number
  /** The name that the file or function gives; empty for none. */
  readonly name: string
  /** sRGB bytes. */
  readonly color: Vector3
  /** Number of samples, vertices or points. */
  readonly count: number
}

/** Returns the entry of the label at a place in the list: 0 is what has no label, and clear. */
export function toRank(place: number): number {
  return 1 + (place % (colormapSize - 1))
}

/** Returns the colours of labels as a table, four sRGB bytes each. */
export function sampleLabels(labels: readonly DrawnLabel[]): Uint8Array<ArrayBuffer> {
  const colors = new Uint8Array(4 * colormapSize)
  for (const { rank, color } of labels.toReversed()) colors.set([...color, 255], 4 * rank)
  return colors
}

/** Turn of the hue from one value to the next: the golden angle, so that neighbours are never alike. */
const goldenAngle = 137.508
/** Lightness and chroma of OKLCh, in turn. */
const tones = [
  [0.74, 0.14],
  [0.62, 0.17],
  [0.84, 0.11],
] as const

/** Returns the colour of a value: always the same, so that two volumes of the same parts are alike. */
export function chooseLabelColor(value: number): Vector3 {
  const [lightness, chroma] = tones[Math.abs(value) % tones.length] ?? tones[0]
  const hue = ((value * goldenAngle + 20) * Math.PI) / 180
  return toSrgb(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue))
}

/** Returns the colour of each value, three sRGB bytes: that of its label, else one of its own. */
export function colorLabels(values: Float32Array, labels: readonly Label[]): Uint8Array {
  const known = new Map(labels.map(({ value, color }) => [value, color]))
  const colors = new Uint8Array(3 * values.length)
  let color: Vector3 = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    // Neighbours are mostly equal, and looked up once.
    if (i === 0 || value !== values[i - 1]) color = known.get(value) ?? chooseLabelColor(value)
    colors.set(color, 3 * i)
  }
  return colors
}

/** Björn Ottosson, "A perceptual color space for image processing" (2020). */
function toSrgb(lightness: number, a: number, b: number): Vector3 {
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return toVector((channel) => toLevel(linear[channel] ?? 0))
}

/**
 * Returns names by value, from an author's legend: `0 air, 1 skull, 2 brain`, or in the order of the values
 * but 0. Names of the labels themselves come first.
 */
export function nameLabels(labels: readonly DrawnLabel[], legend: string): ReadonlyMap<number, string> {
  const parts = legend
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const numbered = parts.flatMap((part) => {
    const [, value, name] = /^(-?\d+)[\s:=]+(\S.*)$/.exec(part) ?? []
    return value !== undefined && name !== undefined ? [[Number(value), name] as const] : []
  })
  const inOrder = labels.flatMap(({ value }, i) =>
    parts[i] === undefined ? [] : [[value, parts[i]] as const],
  )
  const said = new Map(numbered.length > 0 ? numbered : parts.length > 1 ? inOrder : [])
  return new Map(labels.map(({ value, name }) => [value, name === '' ? (said.get(value) ?? '') : name]))
}
