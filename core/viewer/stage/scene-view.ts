import { Group, type Object3D, Vector3 } from 'three'
import type { Display } from '../../contract/look/display.ts'
import { findPartLook, type ShownLook, toPartDisplay } from '../../contract/look/part-look.ts'
import type { PreparedPart, PreparedScene, PreparedScenePart } from '../../data/prepared/prepared.ts'
import type { Hit } from './hit.ts'
import { noPlacement, Placement } from './placement.ts'
import { joinUploads } from './upload-parts.ts'
import type { ResultView } from './view.ts'

/** A part with its view, below an object that has its place in the scene. */
interface PartView {
  readonly part: PreparedScenePart
  readonly view: ResultView
  readonly holder: Object3D
  readonly placement: Placement
}

/**
 * Draws the parts of a scene in one space, each by its own view. Parts that let light through are drawn from
 * the farthest to the nearest by their middles: where two of them cross, the order is that of the whole.
 */
export function createSceneView(
  { parts, bounds }: PreparedScene,
  createPart: (prepared: PreparedPart) => ResultView,
): ResultView {
  const all = parts.map((part): PartView => {
    const view = createPart(part.prepared)
    const holder = new Group().add(view.object)
    const placement = part.place ? new Placement(part.place) : noPlacement
    holder.matrixAutoUpdate = false
    holder.matrix.copy(placement.matrix)
    return { part, view, holder, placement }
  })
  const views = all.map(({ view }) => view)
  const volumeBox = views.find((view) => view.volumeBox)?.volumeBox
  const resolutions = views.flatMap(({ movingResolution }) => movingResolution ?? [])
  return {
    object: new Group().add(...all.map(({ holder }) => holder)),
    bounds,
    projection:
      views.length > 0 && views.every(({ projection }) => projection === 'flat') ? 'flat' : 'chosen',
    byteLength: views.reduce((total, { byteLength }) => total + byteLength, 0),
    ...(resolutions.length > 0 && { movingResolution: Math.min(...resolutions) }),
    ...(volumeBox && { volumeBox }),
    upload: joinUploads(...views.map(({ upload }) => upload)),
    apply(display) {
      for (const { part, view, holder } of all) {
        const look = findPartLook(part, display.parts)
        holder.visible = look.isShown && look.opacity > 0
        view.apply(toDrawnDisplay(part, display, look))
      }
    },
    clip(kept, planes) {
      for (const { view, placement } of all) view.clip(placement.toSpecimenSpaces(kept), planes)
    },
    prepareFrame(frame) {
      for (const view of views) view.prepareFrame(frame)
    },
    pick(ray, tolerance) {
      const hits = all.flatMap(({ part, view, holder, placement }) => {
        // A tolerance is for each unit along, which the place scales alike.
        const hit = holder.visible ? view.pick(placement.toSpecimenRay(ray), tolerance) : null
        return hit ? [{ ...hit, place: placement.toScene(hit.place), part: part.name }] : []
      })
      const far = (hit: Hit): number => ray.origin.distanceTo(new Vector3(...hit.place))
      return hits.reduce<Hit | null>((best, hit) => (best && far(best) <= far(hit) ? best : hit), null)
    },
    dispose() {
      for (const view of views) view.dispose()
    },
  }
}

/** Returns the settings of a part, of which its opacity is a factor. */
function toDrawnDisplay(
  { prepared: { type } }: PreparedScenePart,
  display: Display,
  look: ShownLook,
): Display {
  const own = toPartDisplay(display, look)
  const { meshOpacity, density } = own
  return {
    ...own,
    meshOpacity: meshOpacity * look.opacity,
    density: type === 'volume' ? density * look.opacity : density,
  }
}
