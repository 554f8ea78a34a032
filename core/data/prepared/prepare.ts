import type {
  ArrowsResult,
  ImageResult,
  LinesResult,
  MeshResult,
  PartResult,
  PointCloudResult,
  Result,
  TableResult,
} from '../../contract/domain/result/result.ts'
import { joinBoxes } from '../../contract/look/box.ts'
import type { Display } from '../../contract/look/display.ts'
import { colorLabels } from '../../contract/look/labels.ts'
import { usualLimits } from './grid.ts'
import type { PlainFile } from './plain-file.ts'
import { prepareArrows } from './prepare-arrows.ts'
import { prepareCloud } from './prepare-cloud.ts'
import { prepareLines, preparePlaces } from './prepare-lines.ts'
import { prepareMesh } from './prepare-mesh.ts'
import { findSceneBounds, findShownPlace, prepareScene } from './prepare-scene.ts'
import { prepareVolume } from './prepare-volume.ts'
import type { Prepared, PreparedPart, PreparedScenePart, ValueRange } from './prepared.ts'

/**
 * Returns a result ready to be drawn; a mesh without normals is smooth over angles up to `creaseAngle`. The
 * checked arrays stay unchanged. 100 MB take 0.1 to 0.5 s.
 */
export function prepare(result: Result, creaseAngle?: number, limits = usualLimits): Prepared {
  if (result.type !== 'scene') return preparePart(result, creaseAngle, limits)
  return prepareScene(result, (part) => preparePart(part, creaseAngle, limits))
}

function preparePart(
  result: PartResult,
  creaseAngle: number | undefined,
  limits: typeof usualLimits,
): PreparedPart {
  switch (result.type) {
    case 'mesh':
      return prepareMesh(withLabelColors(result), creaseAngle)
    case 'volume':
      return prepareVolume(result, limits)
    case 'point_cloud':
      return prepareCloud(withLabelColors(result))
    case 'lines':
      return prepareLines(withLabelColors(result))
    case 'arrows':
      return prepareArrows(withLabelColors(result))
    case 'labels':
      return { type: 'labels', result, range: null, ...preparePlaces(result) }
    case 'table':
      return { type: 'table', result, range: null, ...preparePlaces(toPlaces(result)) }
    case 'image':
      return {
        type: 'image',
        result,
        range: findColorRange(result),
        bounds: { low: [0, 0, 0], high: [result.width, result.height, 0] },
      }
  }
}

const noPoints = new Float32Array()

function toPlaces({ points = noPoints, offset }: TableResult): Pick<PointCloudResult, 'points' | 'offset'> {
  return { points, ...(offset && points.length > 0 && { offset }) }
}

/** Returns a result whose labels have their colours, where it has no colours of its own. */
function withLabelColors<Labelled extends MeshResult | PointCloudResult | LinesResult | ArrowsResult>(
  result: Labelled,
): Labelled {
  const { scalars, labels, colors } = result
  return scalars && labels && !colors ? { ...result, colors: colorLabels(scalars, labels) } : result
}

/** Returns the range of all channels but alpha, which is the last of two and of four. */
function findColorRange({ data, channels }: ImageResult): ValueRange {
  const colors = channels % 2 === 0 ? channels - 1 : channels
  let [low, high] = [Infinity, -Infinity]
  for (let pixel = 0; pixel < data.length; pixel += channels) {
    for (let i = pixel; i < pixel + colors; i++) {
      const value = data[i] ?? 0
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return low <= high ? [low, high] : [0, 0]
}

/** Returns the memory of a content, each block once, for transfer to the page. */
export function listBuffers(content: Prepared | PlainFile): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>()
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer)
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  visit(content)
  return [...buffers]
}

/** Returns a content with its parts where a view shows them, and their box; the same for none moved. */
export function moveParts<Content extends Prepared>(content: Content, settings: Display['parts']): Content {
  if (content.type !== 'scene' || !settings?.some(({ move }) => move)) return content
  const parts = content.parts.map(({ place: _, ...part }, i): PreparedScenePart => {
    const place = content.parts[i] && findShownPlace(content.parts[i], settings)
    return { ...part, ...(place && { place }) }
  })
  return { ...content, parts, shownBounds: joinBoxes(content.bounds, findSceneBounds(parts)) }
}
