import type { Prepared, PreparedScenePart } from '../../../data/prepared/prepared.ts'
import { solidTypes } from '../settings/part-rows.ts'

/** What the picture of a scene leaves out of the looks and places of its parts, each with its sentence. */
const rules: readonly (readonly [applies: (parts: readonly PreparedScenePart[]) => boolean, note: string])[] =
  [
    [
      (parts) => parts.length > 1 && parts.some(({ prepared }) => prepared.type === 'volume'),
      'What lies within the volume is drawn before or behind all of it. Turn the volume off to see it whole.',
    ],
    [
      (parts) => parts.some(({ look }) => look?.width !== undefined),
      'Lines and points are drawn in pixels, and not in the widths that their parts name.',
    ],
    [
      (parts) => parts.some(({ look, prepared }) => look?.color && uncolored.includes(prepared.type)),
      'Volumes, images and labels are not drawn in the colours that their parts name.',
    ],
    [
      (parts) =>
        parts.some(({ look, prepared }) => isClear(look?.opacity) && solidTypes.includes(prepared.type)),
      'Points, lines, labels and images let no light through, whatever opacity their parts name.',
    ],
  ]

const uncolored: readonly string[] = ['volume', 'image', 'labels']

function isClear(opacity: number | undefined): boolean {
  return opacity !== undefined && opacity > 0 && opacity < 1
}

/** Returns the sentences on what the picture of a scene leaves out; none for another kind. */
export function listSceneNotes(prepared: Prepared): readonly string[] {
  if (prepared.type !== 'scene') return []
  return rules.flatMap(([applies, note]) => (applies(prepared.parts) ? [note] : []))
}
