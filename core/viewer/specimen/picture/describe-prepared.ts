import { countRows } from '../../../contract/domain/result/columns.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'

/** Returns a description of a picture for screen readers: `A mesh of 12 triangles.` */
export function describePrepared(prepared: Prepared | null): string {
  if (prepared === null) return 'Nothing is shown yet.'
  const { result } = prepared
  switch (result.type) {
    case 'mesh':
      return `A mesh of ${count(result.indices.length / 3, 'triangle')}.`
    case 'volume':
      return `A volume of ${result.shape.toReversed().join(' × ')} samples.`
    case 'point_cloud':
      return `A point cloud of ${count(result.points.length / 3, 'point')}.`
    case 'lines':
      return `Lines through ${count(result.points.length / 3, 'point')}.`
    case 'arrows':
      return `Arrows at ${count(result.points.length / 3, 'point')}.`
    case 'labels':
      return `Labels at ${count(result.points.length / 3, 'point')}.`
    case 'scene': {
      const names = Object.keys(result.parts)
      return `A scene of ${count(names.length, 'part')}${names.length > 0 ? `: ${names.join(', ')}` : ''}.`
    }
    case 'table': {
      const { columns } = result
      return `A table of ${count(countRows(columns), 'row')} and ${count(columns.length, 'column')}.`
    }
    case 'image':
      return `An image of ${result.width} × ${result.height} pixels.`
  }
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
