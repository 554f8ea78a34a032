import type { Prepared } from '../data/prepared.ts'

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
    case 'image':
      return `An image of ${result.width} × ${result.height} pixels.`
  }
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
