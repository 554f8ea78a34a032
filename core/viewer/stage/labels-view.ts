import { toDotDisplay } from '../../contract/look/label-dots.ts'
import type { PreparedCloud, PreparedLabels } from '../../data/prepared/prepared.ts'
import type { ResultView } from './view.ts'

/**
 * Creates the view of labels: a dot at each place, as `createCloud` draws points. Their texts are the page's,
 * or the headset's.
 */
export function createLabelsView(
  { result, bounds, centre, positions }: PreparedLabels,
  createCloud: (dots: PreparedCloud) => ResultView,
): ResultView {
  const view = createCloud({
    type: 'point_cloud',
    result: { type: 'point_cloud', points: result.points, ...(result.offset && { offset: result.offset }) },
    bounds,
    centre,
    positions,
    diameter: 0,
    range: null,
  })
  return {
    ...view,
    apply: (display) => {
      const { color, width } = display
      view.apply({ ...toDotDisplay(display), color, width })
    },
  }
}
