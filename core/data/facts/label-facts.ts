import type { LabelsResult } from '../../contract/domain/result/result.ts'
import type { LabelsFacts } from '../../contract/wire/facts.ts'
import { measureBox, toFactBox } from './box-facts.ts'
import { listPlaceTexts } from './texts.ts'

/** Returns the facts of texts at places; `LabelsFacts` defines each. */
export function measureLabels(labels: LabelsResult): LabelsFacts {
  const { points, texts, offset } = labels
  return {
    kind: 'labels',
    ...listPlaceTexts(labels),
    label_count: texts.length,
    distinct_count: new Set(texts).size,
    bounds: toFactBox(measureBox(points), offset),
  }
}
