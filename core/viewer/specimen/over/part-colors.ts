import type { PartColor } from '../../../contract/domain/result/scene.ts'
import type { Display } from '../../../contract/look/display.ts'
import { findPartLook } from '../../../contract/look/part-look.ts'
import { solidColors } from '../../../contract/look/solid-colors.ts'
import type { PreparedScenePart } from '../../../data/prepared/prepared.ts'
import { toPartContent } from '../model/chosen-part.ts'
import { findBar, findShownLabels } from './value-bar.ts'

/** Most colours that stand for all of a part. */
const most = 5

/** Returns the colours by which a part is known: its one colour, else some of its labels, values or own. */
export function listPartColors(part: PreparedScenePart, display: Display): readonly PartColor[] {
  const look = findPartLook(part, display.parts)
  const content = toPartContent(part, display)
  const { prepared } = content
  if (look.color && content.hasOneColor) return [look.color]
  const labels = findShownLabels(content)
  if (labels) return labels.slice(0, most).map(({ color: [red, green, blue] }) => [red, green, blue])
  const bar = findBar(content)
  if (bar) return pickColors(bar.colors, 4)
  if (prepared.type === 'image' && prepared.result.data instanceof Uint8Array)
    return pickColors(prepared.result.data, prepared.result.channels)
  if ('colors' in prepared.result && prepared.result.colors) return pickColors(prepared.result.colors, 3)
  const solid =
    solidColors[
      prepared.type === 'labels' || prepared.type === 'table' ? 'white' : content.display.solidColor
    ]
  return [[solid >> 16, (solid >> 8) & 255, solid & 255]]
}

/** Returns some of the colours of a list, those of the same value once. */
function pickColors(list: ArrayLike<number>, channels: number): readonly PartColor[] {
  const last = list.length / channels - 1
  const colors = Array.from({ length: most }, (_, i): PartColor => {
    const at = channels * Math.round((i / (most - 1)) * Math.max(0, last))
    return [list[at] ?? 0, list[at + 1] ?? 0, list[at + 2] ?? 0]
  })
  return colors.filter((color, i) => colors.findIndex((other) => other.join() === color.join()) === i)
}
