import type { MeshResult } from '../../contract/domain/result/result.ts'
import type { MeshFacts } from '../../contract/wire/facts.ts'
import { listScalarLabels } from '../prepared/find-labels.ts'
import { measureStatistics } from './measure-statistics.ts'

/**
 * Returns the statistics of the scalars of vertices or points, or the number that each label has: the mean of
 * labels would be no measure.
 */
export function measureScalars(
  result: Pick<MeshResult, 'scalars' | 'labels'>,
): Pick<MeshFacts, 'scalars' | 'labels'> {
  const { scalars } = result
  const labels = listScalarLabels(result)
  if (labels) {
    const rows = labels.map(({ value, name, count }) => ({
      value,
      name: name === '' ? null : name,
      count,
    }))
    return { scalars: null, labels: rows }
  }
  return { scalars: scalars ? measureStatistics(scalars) : null, labels: null }
}
