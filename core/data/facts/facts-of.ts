import type { PartResult, Result } from '../../contract/domain/result/result.ts'
import type { Facts, PartFacts } from '../../contract/wire/facts.ts'
import { measureArrows } from './arrow-facts.ts'
import { measureCloud } from './cloud-facts.ts'
import { measureImage } from './image-facts.ts'
import { measureLabels } from './label-facts.ts'
import { measureLines } from './line-facts.ts'
import { measureMesh } from './mesh-facts.ts'
import { measureScene } from './scene-facts.ts'
import { measureTable } from './table-facts.ts'
import { measureVolume } from './volume-facts.ts'

/**
 * Returns the facts of a result, each as its schema in `core/contract/wire/facts.ts` defines it. Equal
 * results have equal facts. Blocks: a third of a second for a million triangles, or for 256³ float32
 * samples.
 */
export function factsOf(result: Result): Facts {
  return result.type === 'scene' ? measureScene(result, measurePart) : measurePart(result)
}

function measurePart(result: PartResult): PartFacts {
  switch (result.type) {
    case 'mesh':
      return measureMesh(result)
    case 'volume':
      return measureVolume(result)
    case 'point_cloud':
      return measureCloud(result)
    case 'lines':
      return measureLines(result)
    case 'arrows':
      return measureArrows(result)
    case 'labels':
      return measureLabels(result)
    case 'image':
      return measureImage(result)
    case 'table':
      return measureTable(result)
  }
}
