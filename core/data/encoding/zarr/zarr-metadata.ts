/** The documents of a store: groups by OME-Zarr 0.5, arrays by Zarr 3. */
import type { JsonObject } from '../../../contract/values/json.ts'
import { toAxes, type ZarrImage, type ZarrLevel } from './zarr-image.ts'
import type { ZarrStore } from './zarr-store.ts'

const version = '0.5'
const reductions = {
  mean: 'Each sample is the mean of those of the finest level that it stands for, without NaN.',
  mode: 'Each sample is the label that most of those of the finest level have that it stands for.',
} as const

/** Returns the document of a store's own group. */
export function describeStore(store: ZarrStore): JsonObject {
  const { image, notes, orientation, valueName, valueUnit } = store
  const own = {
    notes: [...notes],
    ...(orientation && { orientation }),
    ...(valueName && { value_name: valueName }),
    ...(valueUnit && { value_unit: valueUnit }),
    ...describeAffine(image),
  }
  return toGroup({ ome: describeImage(image), specimen: own })
}

/** Returns the document of `labels/`, which names the images of labels. */
export function describeLabels({ labels }: ZarrStore): JsonObject {
  return toGroup({ ome: { version, labels: [...labels.keys()] } })
}

/** Returns the document of the group of an image of labels. */
export function describeLabelImage(image: ZarrImage): JsonObject {
  const { labels = [] } = image
  const colors = labels.flatMap(({ value, color }) =>
    color ? [{ 'label-value': value, rgba: [...color, 255] }] : [],
  )
  const properties = labels.map(({ value, name }) => ({ 'label-value': value, name }))
  const ofLabels = {
    ...(colors.length > 0 && { colors }),
    ...(properties.length > 0 && { properties }),
    source: { image: '../../' },
  }
  const affine = describeAffine(image)
  return toGroup({ ome: { ...describeImage(image), 'image-label': ofLabels }, specimen: affine })
}

/** Returns the document of the array of a level. */
export function describeArray(image: ZarrImage, { extents, chunk }: ZarrLevel): JsonObject {
  return {
    zarr_format: 3,
    node_type: 'array',
    shape: toAxes(image, extents, image.channels.length),
    data_type: image.dtype,
    chunk_grid: { name: 'regular', configuration: { chunk_shape: toAxes(image, chunk, 1) } },
    chunk_key_encoding: { name: 'default', configuration: { separator: '/' } },
    fill_value: 0,
    codecs: [{ name: 'bytes', configuration: { endian: 'little' } }],
    attributes: {},
    dimension_names: [...image.axes],
  }
}

function toGroup(attributes: JsonObject): JsonObject {
  return { zarr_format: 3, node_type: 'group', attributes }
}

function describeAffine({ place: { affine } }: ZarrImage): JsonObject {
  return affine ? { affine: affine.map((row) => [...row]) } : {}
}

function describeImage(image: ZarrImage): JsonObject {
  const { name, axes, levels, by, place, channels } = image
  const { unit } = place
  const multiscale = {
    name,
    axes: axes.map((axis) => {
      if (axis === 'c') return { name: axis, type: 'channel' }
      return { name: axis, type: 'space', ...(unit && { unit }) }
    }),
    datasets: levels.map((level, i) => ({ path: String(i), ...describeTransformations(image, level) })),
    type: by,
    metadata: { description: reductions[by] },
  }
  const omero = describeChannels(channels)
  return { version, multiscales: [multiscale], ...(omero && { omero }) }
}

/** A sample of a coarser level stands for several: its place is the middle of theirs. */
function describeTransformations(image: ZarrImage, { factors }: ZarrLevel): JsonObject {
  const { scale, translation } = image.place
  const steps = (axis: 0 | 1 | 2): number => scale[axis] * factors[axis]
  const first = (axis: 0 | 1 | 2): number => translation[axis] + (scale[axis] * (factors[axis] - 1)) / 2
  return {
    coordinateTransformations: [
      { type: 'scale', scale: toAxes(image, [steps(0), steps(1), steps(2)], 1) },
      { type: 'translation', translation: toAxes(image, [first(0), first(1), first(2)], 0) },
    ],
  }
}

/** Returns how the channels are first shown, where that is known of each. */
function describeChannels(channels: ZarrImage['channels']): JsonObject | undefined {
  const shown = channels.flatMap(({ name, window, color = 'FFFFFF' }) => {
    if (!window) return []
    const [start, end] = window
    return [{ label: name, color, active: true, window: { start, end, min: start, max: end } }]
  })
  return shown.length === channels.length ? { channels: shown } : undefined
}
