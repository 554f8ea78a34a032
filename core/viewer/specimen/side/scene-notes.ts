import type { Prepared, PreparedScenePart } from '../../../data/prepared/prepared.ts'

/** What the picture of a scene leaves out of its parts, each with its sentence. */
const rules: readonly (readonly [applies: (parts: readonly PreparedScenePart[]) => boolean, note: string])[] =
  [
    [
      (parts) => parts.filter(({ prepared }) => prepared.type === 'volume').length > 4,
      'Four volumes are drawn together, the first that are shown. Turn others off to see the rest.',
    ],
    [
      (parts) => parts.some(({ look, prepared }) => prepared.type !== 'volume' && isClear(look?.opacity)),
      'Of surfaces that let light through the nearest four are seen through each other. In a headset each ' +
        'lies before or behind another as a whole.',
    ],
    [
      (parts) => parts.some(({ look, prepared }) => look?.color && prepared.type === 'image'),
      'Images are not drawn in the colours that their parts name.',
    ],
  ]

function isClear(opacity: number | undefined): boolean {
  return opacity !== undefined && opacity > 0 && opacity < 1
}

/** Returns the sentences on what the picture of a scene leaves out; none for another kind. */
export function listSceneNotes(prepared: Prepared): readonly string[] {
  if (prepared.type !== 'scene') return []
  return rules.flatMap(([applies, note]) => (applies(prepared.parts) ? [note] : []))
}
