import { toDotDisplay } from '../../contract/look/label-dots.ts'
import type { PreparedCloud, PreparedLabels, PreparedTable } from '../../data/prepared/prepared.ts'
import type { ResultView } from './view.ts'

/**
 * Creates the view of labels, or of the rows of a table: a dot at each place, as `createCloud` draws points.
 * Texts of labels are the page's, or the headset's.
 */
export function createLabelsView(
  { result, bounds, centre, positions }: PreparedLabels | PreparedTable,
  createCloud: (dots: PreparedCloud) => ResultView,
): ResultView {
  const view = createCloud({
    type: 'point_cloud',
    result: {
      type: 'point_cloud',
      points: result.points ?? positions,
      ...(result.offset && { offset: result.offset }),
    },
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
