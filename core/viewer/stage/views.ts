import { Group } from 'three'
import { joinBoxes } from '../../contract/look/box.ts'
import type { Prepared, PreparedPart } from '../../data/prepared/prepared.ts'
import { createMeshView } from './mesh-view.ts'
import { joinUploads } from './upload-parts.ts'
import type { Card, ResultView } from './view.ts'

/** Null until there is a result of another kind: a page of meshes does without. */
let further: typeof import('./further-views.ts') | null = null

let scenes: typeof import('./scene-view.ts') | null = null

/** Fetches the script that draws a result, unless it is here. @throws when it is missing */
export async function fetchViews(prepared: Prepared): Promise<void> {
  const { second } = prepared
  if (prepared.type === 'scene' || second?.prepared.type === 'scene')
    scenes ??= await import('./scene-view.ts')
  if (!isOfMeshes(prepared) || (second && !isOfMeshes(second.prepared)))
    further ??= await import('./further-views.ts')
}

function isOfMeshes(prepared: Prepared): boolean {
  return prepared.type === 'mesh'
}

/**
 * Creates the view of a result of any kind, after {@link fetchViews}.
 * @throws `result.too-large` when the card cannot take it
 */
export function createView(prepared: Prepared, card: Card): ResultView {
  const { second } = prepared
  const first = createWhole(prepared, card)
  return second && !second.overlay ? createPairView(first, createWhole(second.prepared, card)) : first
}

function createWhole(prepared: Prepared, card: Card): ResultView {
  if (prepared.type !== 'scene') return createAlone(prepared, card)
  if (!scenes) throw new Error('The script of scenes was not fetched.')
  return scenes.createSceneView(prepared, (part) => createAlone(part, card))
}

function createAlone(prepared: PreparedPart & Pick<Prepared, 'second'>, card: Card): ResultView {
  if (prepared.type === 'mesh') return createMeshView(prepared)
  if (!further) throw new Error('The script of further views was not fetched.')
  switch (prepared.type) {
    case 'volume':
      return further.createVolumeView(prepared, card)
    case 'point_cloud':
      return further.createCloudView(prepared)
    case 'lines':
      return further.createLinesView(prepared, card)
    case 'arrows':
      return further.createArrowsView(prepared)
    case 'labels':
    case 'table':
      return further.createLabelsView(prepared, further.createCloudView)
    case 'image':
      return further.createImageView(prepared, card)
  }
}

/** Joins two views in one space. Settings that depend on values are those of the first alone. */
function createPairView(first: ResultView, second: ResultView): ResultView {
  const both = [first, second]
  return {
    object: new Group().add(first.object, second.object),
    bounds: joinBoxes(first.bounds, second.bounds),
    projection: both.every(({ projection }) => projection === 'flat') ? 'flat' : 'chosen',
    byteLength: first.byteLength + second.byteLength,
    movingResolution: Math.min(...both.map(({ movingResolution = 1 }) => movingResolution)),
    apply(display) {
      first.apply(display)
      second.apply({
        ...display,
        window: null,
        colormap: null,
        isovalue: null,
        surfaceColors: null,
        scale: null,
        center: null,
        opacity: null,
      })
    },
    clip(kept, planes) {
      for (const view of both) view.clip(kept, planes)
    },
    compose: (renderer, picture) => both.some((view) => view.compose?.(renderer, picture)),
    upload: joinUploads(first.upload, second.upload),
    prepareFrame(frame) {
      for (const view of both) view.prepareFrame(frame)
    },
    pick(ray, tolerance) {
      const hits = both.map((view) => view.pick(ray, tolerance))
      const distances = hits.map((hit) =>
        hit ? ray.origin.distanceTo(ray.origin.clone().set(...hit.place)) : Infinity,
      )
      const [near = Infinity, far = Infinity] = distances
      const [hit, other] = hits
      if (near <= far) return hit ?? null
      return other ? { ...other, values: [] } : null // the names of values are the first one's
    },
    dispose() {
      for (const view of both) view.dispose()
    },
  }
}
