/**
 * The transfer function of a volume: the mapping from values to fractions of a window, and the opacity along
 * it, as settings say or as suits the data. Plain functions, which page, picking and software renderer share.
 */
import type { Dtype } from '../domain/result/elements.ts'
import { type ColormapName, chooseColormap, colormapSize, sampleColormap } from './colormaps.ts'
import type { Display, SurfaceColor } from './display.ts'
import { findThreshold } from './find-threshold.ts'
import { type DrawnLabel, sampleLabels } from './labels.ts'
import type { OpacityCurve } from './opacity-curve.ts'
import { countBetween, quantileAt } from './quantiles.ts'
import { formatNumber, roundDigitsOutward, roundOutward } from './ticks.ts'

/** Smallest and largest finite value; equal where there is one value only. */
export type ValueRange = readonly [low: number, high: number]

/** The distribution of a volume's values. */
export interface VolumeValues {
  /** Smallest and largest finite value. */
  readonly range: ValueRange
  /** Number of samples in equal parts of the range. */
  readonly histogram: Uint32Array
  /** See `measureQuantiles`. */
  readonly quantiles: Float64Array
  readonly result: {
    readonly type: 'volume'
    readonly dtype: Dtype
    /** The window that the file or its scanner chose. */
    readonly window?: ValueRange
  }
  readonly labels?: { readonly list: readonly DrawnLabel[] }
}

/** A transfer function in which every setting has a value. */
export interface Transfer {
  readonly window: ValueRange
  readonly scale: 'linear' | 'log'
  /** The value in the middle of a diverging colormap; null for values of one sign. */
  readonly center: number | null
  readonly colormap: ColormapName
  readonly opacity: OpacityCurve
  /** The labels whose ranks stand in place of values, and are coloured one by one; null for measures. */
  readonly labels: readonly DrawnLabel[] | null
}

/** The settings that make a transfer function. */
export type TransferSettings = Pick<
  Display,
  'rendering' | 'window' | 'scale' | 'center' | 'colormap' | 'opacity'
>

/**
 * Optical depth of full opacity along the longest side of the box, at density 1: spacing and resolution do
 * not change the picture.
 */
export const directDepth = 200

/** The opacity from which content counts as visible, for picking and in the depth buffer. */
export const notableOpacity = 0.1

/** Opacity of an isosurface around another. */
const nestedOpacity = 0.35

/** Parts of the samples at the two ends that the default window omits: a few hot ones would make all dark. */
const omitted = 0.02

/** The window of a logarithmic scale spans this ratio at most. */
const mostDecades = 1e3

/** Returns the transfer function of a volume: the settings, and what suits its values where they are null. */
export function chooseTransfer(values: VolumeValues, settings: TransferSettings): Transfer {
  if (values.labels) return { ...labelTransfer, labels: values.labels.list }
  const chosen = findChosen(values)
  const center = settings.center ?? (chosen && !spans(chosen, 0) ? null : findCenter(values))
  const spread = center === null && !chosen && spansDecades(values)
  const wanted = settings.scale ?? (spread ? 'log' : 'linear')
  const { rendering } = settings
  const window =
    settings.window ??
    chosen ??
    findProjected(values, { rendering, center, scale: wanted }) ??
    findWindow(values, center, wanted)
  const scale = window[0] > 0 ? wanted : 'linear'
  const colormap = settings.colormap ?? (center === null ? chooseColormap(null, values.result) : 'coolwarm')
  const mapping = { window, scale, center, colormap }
  return { ...mapping, opacity: settings.opacity ?? findCurve(values, mapping), labels: null }
}

/** Returns whether a volume is shown by the window of its file or scanner. */
export function hasWindowOfFile(values: VolumeValues, { window }: Pick<Display, 'window'>): boolean {
  return window === null && !values.labels && findChosen(values) !== undefined
}

/** Returns the window of the file, unless all values lie beside it. */
function findChosen({ result: { window }, range: [low, high] }: VolumeValues): ValueRange | undefined {
  return window && window[0] < high && window[1] > low ? window : undefined
}

function spans([low, high]: ValueRange, value: number): boolean {
  return low < value && value < high
}

/** Ranks are entries of the table of colours; all but 0 are seen. */
const labelTransfer = {
  window: [0, colormapSize - 1],
  scale: 'linear',
  center: null,
  colormap: 'viridis',
  opacity: [0, 0, 0.5 / colormapSize, 1, 1, 1],
} as const

/** Returns the colours of a transfer function at equal distances, four sRGB bytes each. */
export function sampleTransfer(
  { colormap, labels }: Pick<Transfer, 'colormap' | 'labels'>,
  isInverted: boolean,
): Uint8Array<ArrayBuffer> {
  return labels ? sampleLabels(labels) : sampleColormap(colormap, isInverted)
}

/** Returns the way in which a volume is drawn: labels are seen as they are. */
export function chooseRendering(
  { labels }: VolumeValues,
  { rendering }: Pick<Display, 'rendering'>,
): Display['rendering'] {
  return labels ? 'direct' : rendering
}

/** Returns the position of a value in the window, from 0 to 1; 0 for NaN. */
export function toFraction(value: number, mapping: Pick<Transfer, 'window' | 'scale'>): number {
  return Number.isNaN(value) ? 0 : Math.max(0, Math.min(1, toPosition(value, mapping)))
}

/** Returns the position of a value in the window or beyond: below 0, or above 1. */
export function toPosition(
  value: number,
  { window: [low, high], scale }: Pick<Transfer, 'window' | 'scale'>,
): number {
  return scale === 'log'
    ? Math.log(Math.max(value, Number.MIN_VALUE) / low) / (Math.log(high / low) || Number.MIN_VALUE)
    : (value - low) / (high - low || Number.MIN_VALUE)
}

/** Returns the value at a position in the window or beyond: the inverse of {@link toPosition}. */
export function toValue(
  fraction: number,
  { window: [low, high], scale }: Pick<Transfer, 'window' | 'scale'>,
): number {
  return scale === 'log' ? low * (high / low) ** fraction : low + (high - low) * fraction
}

/** Returns the optical depth of the longest side at an opacity: its square, so that 0.1 is thin. */
export function toExtinction(opacity: number): number {
  return directDepth * opacity * opacity
}

/** Returns the values of the isosurfaces: two for values of both signs, else one. */
export function toIsovalues(
  values: VolumeValues,
  settings: TransferSettings & Pick<Display, 'isovalue'>,
): readonly number[] {
  if (settings.isovalue) return settings.isovalue
  const transfer = chooseTransfer(values, settings)
  if (transfer.center !== null) return [0.2, 0.8].map((fraction) => toRound(fraction, transfer))
  if (transfer.scale === 'linear') return [findThreshold(values.histogram, values.range, transfer.window)]
  return [toRound(0.5, transfer)]
}

/** Colours of surfaces where the colormap would give greys, the innermost last. */
const surfaceColors = ['sage', 'blue', 'terracotta', 'white'] as const satisfies readonly SurfaceColor[]

/** A surface of equal value, as it is drawn. */
export interface IsoSurface {
  readonly value: number
  readonly opacity: number
  readonly color: SurfaceColor
}

/**
 * Returns the isosurfaces by growing value. Only the innermost is solid, that of the highest value, and on
 * the other side of a centre that of the lowest.
 */
export function toSurfaces(
  values: VolumeValues,
  settings: TransferSettings & Pick<Display, 'isovalue' | 'surfaceColors'>,
): readonly IsoSurface[] {
  const { center, colormap } = chooseTransfer(values, settings)
  const surfaces = toIsovalues(values, settings).map((value, i) => ({
    value,
    color: settings.surfaceColors?.[i],
  }))
  const usual = colormap === 'grey' ? surfaceColors.slice(-surfaces.length) : []
  return surfaces
    .toSorted((one, other) => one.value - other.value)
    .map(({ value, color: chosen }, i) => {
      const color: SurfaceColor = chosen ?? usual[i] ?? 'map'
      const isInnermost = i === surfaces.length - 1 || (center !== null && i === 0 && value < center)
      return { value, opacity: isInnermost ? 1 : nestedOpacity, color }
    })
}

function toRound(fraction: number, transfer: Transfer): number {
  const value = toValue(fraction, transfer)
  return Number(formatNumber(value, Math.abs(value) / 100))
}

/** Float values on both sides of zero, with comparable extent and most of them near zero. */
function findCenter({ result, quantiles }: VolumeValues): number | null {
  const [low, high] = [quantileAt(quantiles, omitted), quantileAt(quantiles, 1 - omitted)]
  const less = Math.min(-low, high)
  const isBalanced = less > 0 && less >= 0.4 * Math.max(-low, high)
  const isSigned = isBalanced && Math.abs(quantileAt(quantiles, 0.5)) <= 0.5 * less
  return result.dtype.startsWith('float') && isSigned ? 0 : null
}

/** Positive floats of which half are a hundredth of the largest at most, and few are near it. */
function spansDecades({ result, quantiles }: VolumeValues): boolean {
  const at = (part: number): number => quantileAt(quantiles, part)
  const high = at(1 - omitted)
  const isPositive = at(0) >= 0 && at(0.5) > 0
  return result.dtype.startsWith('float') && isPositive && high >= 100 * at(0.5) && high >= 2 * at(0.9)
}

/** The way in which values are drawn, and their scale. */
type ProjectedForm = Pick<Transfer, 'center' | 'scale'> & Pick<TransferSettings, 'rendering'>

/**
 * Returns the window of the highest or lowest samples of rays: by that of all they would be of one colour. A
 * ray shows one of n samples along a side, so 2 % of rays are 2 % / n of the samples. Undefined for values
 * that are not projected so, or have a centre.
 */
function findProjected(
  { histogram, quantiles }: VolumeValues,
  { rendering, center, scale }: ProjectedForm,
): ValueRange | undefined {
  if (center !== null || scale === 'log' || (rendering !== 'maximum' && rendering !== 'minimum'))
    return undefined
  const side = Math.cbrt(histogram.reduce((sum, count) => sum + count, 0))
  // Nearer to an end there is one sample, which may be an outlier.
  const few = Math.max(omitted / side, 1 / Math.max(1, quantiles.length - 1))
  const [below, above] = rendering === 'maximum' ? [omitted, few] : [few, omitted]
  const [low, high] = [quantileAt(quantiles, below), quantileAt(quantiles, 1 - above)]
  return low < high ? roundOutward(low, high) : undefined
}

/** The 2nd to 98th percentile, around the centre if there is one; the whole range where they are equal. */
function findWindow({ range, quantiles }: VolumeValues, center: number | null, scale: Transfer['scale']) {
  const most = scale === 'log' ? 1 : 1 - omitted / (center === null ? 1 : 4)
  const [low, high] = [quantileAt(quantiles, omitted), quantileAt(quantiles, most)]
  if (scale === 'log' && high > 0) return roundDigitsOutward(Math.max(low, high / mostDecades), high)
  if (center !== null) {
    const reach = Math.max(high - center, center - low) || Math.max(range[1] - center, center - range[0])
    return roundOutward(center - reach, center + reach)
  }
  return low < high ? roundOutward(low, high) : range
}

/**
 * Returns the curve that suits the data: both ends of a diverging scale opaque; shells of a logarithmic one;
 * else clear up to the air around the content, which the threshold of N. Otsu separates, and solid beyond.
 */
function findCurve(
  values: VolumeValues,
  { window, scale, center }: Omit<Transfer, 'opacity' | 'labels'>,
): OpacityCurve {
  const mapping = { window, scale }
  if (center !== null) {
    const middle = toFraction(center, mapping)
    const towards = (end: number, part: number): number => middle + (end - middle) * part
    const low = [0, 1, towards(0, 0.5), 0.8, towards(0, 0.35), 0]
    return [...low, towards(1, 0.35), 0, towards(1, 0.5), 0.8, 1, 1]
  }
  if (scale === 'log') return [0, 0, 1, 0.6]
  const threshold = toFraction(findWindowThreshold(values, mapping), mapping)
  return [0.5 * threshold, 0, threshold, 0.7, 1, 1]
}

/** Counts by the quantiles within the window: a histogram of all may have it in a few parts. */
function findWindowThreshold({ quantiles }: VolumeValues, { window }: Pick<Transfer, 'window' | 'scale'>) {
  const parts = 128
  const edges = Array.from({ length: parts + 1 }, (_, i) => window[0] + ((window[1] - window[0]) * i) / parts)
  const counts = countBetween(quantiles, edges).map((part) => Math.round(part * 1e6))
  return findThreshold(Uint32Array.from(counts), window, window)
}
