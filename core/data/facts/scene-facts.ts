import { listParts, type PartResult, type SceneResult } from '../../contract/domain/result/result.ts'
import { withPlaceWords } from '../../contract/domain/result/with-words.ts'
import { mapBox, toPlaceAffine } from '../../contract/look/affine.ts'
import { type Bounds, joinBoxes } from '../../contract/look/box.ts'
import type { PartFacts, SceneFacts } from '../../contract/wire/facts.ts'
import { toFactBox } from './box-facts.ts'
import { listPlaceTexts } from './texts.ts'

/** Returns the facts of a scene; `SceneFacts` defines each. */
export function measureScene(scene: SceneResult, measure: (part: PartResult) => PartFacts): SceneFacts {
  const parts = listParts(scene.parts).map(([name, part]) => {
    const facts = measure(withPlaceWords(part, scene))
    const own = facts.kind === 'image' ? null : facts.bounds
    return { name, facts, box: own && part.place ? mapBox(toPlaceAffine(part.place), own) : own }
  })
  const boxes = parts.flatMap(({ box }): Bounds[] => (box ? [box] : []))
  const [first, ...others] = boxes
  return {
    kind: 'scene',
    ...listPlaceTexts(scene),
    part_count: parts.length,
    bounds: toFactBox(first && others.reduce(joinBoxes, first)),
    parts: Object.fromEntries(parts.map(({ name, facts }) => [name, facts])),
  }
}
