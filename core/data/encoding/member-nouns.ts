/** The members of results in words. */
import type { kinds } from '../../contract/domain/result/kinds.ts'

type MemberName = {
  readonly [Type in keyof typeof kinds]: keyof (typeof kinds)[Type]['members']
}[keyof typeof kinds]

/** Each member in words. */
const nouns: { readonly [name in MemberName]: string } = {
  unit: 'unit of lengths',
  valueName: 'name of the values',
  valueUnit: 'unit of the values',
  offset: 'offset',
  notes: 'notes',
  vertices: 'vertices',
  indices: 'triangles',
  normals: 'normals',
  colors: 'colours',
  scalars: 'values',
  points: 'points',
  starts: 'starts of lines',
  vectors: 'vectors',
  texts: 'texts',
  orientation: 'anatomical orientation',
  space: 'name of the space',
  labels: 'labels',
  window: 'window of values',
  shape: 'shape',
  data: 'samples',
  spacing: 'spacing',
  origin: 'origin',
  direction: 'directions',
  frame: 'number of its volume',
  frames: 'number of volumes',
  parts: 'parts',
  plot: 'plot',
  x: 'column along x',
  y: 'column along y',
  columns: 'columns',
  width: 'width',
  height: 'height',
  channels: 'channels',
}

/** Returns members in words, as a list within a sentence. */
export function toNouns(names: readonly string[]): string {
  const words: { readonly [name: string]: string } = nouns
  return joinWords(names.map((name) => words[name] ?? name))
}

/** Returns a list within a sentence. */
export function joinWords(words: readonly string[]): string {
  const [last = ''] = words.slice(-1)
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${last}` : last
}
