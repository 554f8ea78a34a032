import type { Display } from '../../../contract/look/display.ts'
import { findPartLook } from '../../../contract/look/part-look.ts'
import type { Prepared, PreparedScenePart } from '../../../data/prepared/prepared.ts'

/** As many as the stage draws, whose script comes later than this one. */
const mostVolumes = 4

/** A part that is shown, and how. */
interface SeenPart extends Pick<PreparedScenePart, 'prepared'> {
  /** Above 0. */
  readonly opacity: number
  readonly hasColor: boolean
}

/** What the picture of a scene leaves out of the parts that are shown, each with its sentence. */
const rules: readonly (readonly [applies: (parts: readonly SeenPart[]) => boolean, note: string])[] = [
  [
    (parts) => parts.filter(({ prepared }) => prepared.type === 'volume').length > mostVolumes,
    'Four volumes are drawn together, the first that are shown. Turn others off to see the rest.',
  ],
  [
    (parts) => parts.some(({ opacity, prepared }) => prepared.type !== 'volume' && opacity < 1),
    'Of surfaces that let light through the nearest four are seen through each other. In a headset each ' +
      'lies before or behind another as a whole.',
  ],
  [
    (parts) => parts.some(({ hasColor, prepared }) => hasColor && prepared.type === 'image'),
    'Images are not drawn in the colours that their parts name.',
  ],
]

/** Returns the sentences on what the picture of a scene leaves out in a view; none for another kind. */
export function listSceneNotes(
  prepared: Prepared,
  { parts, meshOpacity }: Pick<Display, 'parts' | 'meshOpacity'>,
): readonly string[] {
  if (prepared.type !== 'scene') return []
  const seen = prepared.parts.flatMap((part): SeenPart[] => {
    const { isShown, opacity, color } = findPartLook(part, parts)
    const { type } = part.prepared
    const own = type === 'mesh' || type === 'arrows' ? opacity * meshOpacity : opacity
    return isShown && own > 0
      ? [{ prepared: part.prepared, opacity: own, hasColor: color !== undefined }]
      : []
  })
  return rules.flatMap(([applies, note]) => (applies(seen) ? [note] : []))
}
