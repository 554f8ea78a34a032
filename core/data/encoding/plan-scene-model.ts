/** Scenes as models of 3MF: an object a part. */
import { boundNotes } from '../../contract/domain/result/notes.ts'
import {
  listParts,
  type MeshResult,
  type PartLook,
  type ScenePart,
  type SceneResult,
  toSmallMembers,
} from '../../contract/domain/result/result.ts'
import type { Display } from '../../contract/look/display.ts'
import { toModelPlace } from '../../contract/look/model-place.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import { frameModel, planObject, toItem } from './plan-model.ts'
import { type Rows, toText } from './rows.ts'
import { pickParts } from './scene-parts.ts'
import { toValueDisplay, withShownColors } from './shown-colors.ts'
import { weldModel } from './weld-model.ts'
import { findModelUnit } from './written-lengths.ts'

/** The rows of a model, an object at a time, and the file beside it by which this program reads the scene. */
export interface PlannedScene {
  readonly index: string
  readonly plans: readonly ((target: Uint8Array) => readonly Rows[])[]
}

/** Returns the model of the meshes of a scene. @throws `form.unavailable` for a scene without one */
export function planScene(scene: SceneResult, display: Display): PlannedScene {
  const { unit, orientation } = scene
  const { held, said } = pickParts(scene, '3mf')
  const { factor } = findModelUnit(unit)
  // 3MF holds no other parts.
  const parts = listParts(held) as readonly (readonly [string, ScenePart & MeshResult])[]
  const planned = parts.map(([name, part], i) => {
    const { look, place, offset } = part
    const mesh = weldModel(part)
    const ids = [2 * i + 1, 2 * i + 2] as const
    // Values are left out, and so is what they are.
    const { type: kind, valueName: _, valueUnit: _unit, labels: _labels, ...members } = toSmallMembers(part)
    const isEmpty = mesh.indices.length === 0
    const shown = look?.color ? undefined : withShownColors(part, toValueDisplay(name, part, display)).colors
    const entry: JsonObject = {
      name,
      kind: kind ?? part.type,
      ...(!isEmpty && { object: String(ids[1]) }),
      colors: shown !== undefined && part.colors !== undefined,
      ...(look && { look }),
      ...(place && { place }),
      members,
    }
    const item = isEmpty ? '' : toItem(ids[1], toModelPlace(place, { offset, factor }))
    const object = { mesh, colors: shown, ids, name, ...toColors(look, shown !== undefined) }
    const plan = (target: Uint8Array): readonly Rows[] => (isEmpty ? [] : planObject(object, target))
    return { entry, item, plan }
  })
  const notes = boundNotes([...(scene.notes ?? []), ...said])
  const { head, end } = frameModel(unit, { notes, items: planned.map(({ item }) => item).join('') })
  const about = { ...(unit !== undefined && { unit }), ...(orientation !== undefined && { orientation }) }
  const index = {
    type: 'scene',
    version: 1,
    ...about,
    ...(notes.length > 0 && { notes }),
    parts: planned.map(({ entry }) => entry),
  }
  const toEdge = (text: string) => (target: Uint8Array) => [toText(text, target)]
  return {
    index: JSON.stringify(index),
    plans: [toEdge(head), ...planned.map(({ plan }) => plan), toEdge(end)],
  }
}

/** Returns the colour of a look, where it is seen or nothing else is, and its opacity, in digits. */
function toColors(
  look: PartLook | undefined,
  hasOwn: boolean,
): { readonly color?: string; readonly alpha?: string } {
  const opacity = look?.opacity ?? 1
  const alpha = opacity < 1 ? toHex(Math.round(255 * opacity)) : ''
  if (hasOwn) return { alpha }
  if (!look?.color && alpha === '') return {}
  return { color: `#${(look?.color ?? [255, 255, 255]).map(toHex).join('')}${alpha}` }
}

function toHex(level: number): string {
  return level.toString(16).padStart(2, '0').toUpperCase()
}
