/** Taking parts of a scene out by hand: they are moved in the view, whose owner is its settings. */
import type { Signal } from '@preact/signals'
import { type Affine, identity, joinAffine } from '../../../contract/look/affine.ts'
import { diagonal } from '../../../contract/look/box.ts'
import type { PartMove, Vector3 } from '../../../contract/look/display.ts'
import { changePart, findPartLook } from '../../../contract/look/part-look.ts'
import { readMove, toMoveAffine } from '../../../contract/look/part-move.ts'
import { add, along, scale, subtract, toVector } from '../../../contract/look/vectors.ts'
import { findPartMiddle } from '../../../data/prepared/prepare-scene.ts'
import type { PreparedScene } from '../../../data/prepared/prepared.ts'
import type { BoardCell } from '../../xr/board-words.ts'
import type { VisitSubject } from '../../xr/visit-subject.ts'
import type { PartedView } from './headset-parts.ts'
import { findPick, type HeadsetTools } from './headset-tools.ts'

/** A part that is let go so near to its place goes back: as a part of the scene's diagonal. */
const backPart = 0.02
/** And turned by no more degrees. */
const backDegrees = 8

/** Returns the button with which hands take parts; none where there is one part, or none. */
export function listTaking(
  { model, room }: PartedView,
  { pointing, notes }: HeadsetTools,
  isTaking: Signal<boolean>,
): readonly BoardCell[] {
  const prepared = model.prepared.value
  if (prepared?.type !== 'scene' || prepared.parts.length < 2) return []
  const press = (): void => {
    pointing.startMeasure(null)
    if (notes.added.peek() !== 'none') notes.toggle()
    isTaking.value = !isTaking.peek()
  }
  const isOff = (room?.refusal.value ?? null) !== null
  return [{ label: 'Take out', isOn: isTaking.value, isOff, press }]
}

/** Returns what takes the part that is hit; null where hands take the specimen. */
export function findTaking(view: PartedView, tools: HeadsetTools, isTaking: boolean): VisitSubject['onPart'] {
  const prepared = view.model.prepared.value
  const isLocked = (view.room?.refusal.value ?? null) !== null
  if (!isTaking || isLocked || prepared?.type !== 'scene' || findPick(tools)) return null
  return (hit) => takePart(view, prepared, hit?.part)
}

/** Returns what the hands are to do next; null for nothing. */
export function sayTaking(isTaking: boolean): string | null {
  return isTaking ? 'Take a part to move it, and what is beside them to move all.' : null
}

function takePart(
  { display, onDisplay }: PartedView,
  { parts, bounds }: PreparedScene,
  name: string | undefined,
): ReturnType<NonNullable<VisitSubject['onPart']>> {
  const part = parts.find((each) => each.name === name)
  if (!part) return null
  const middle = findPartMiddle(part)
  const { move } = findPartLook(part, display.peek().parts)
  const before = move ? toMoveAffine(move, middle) : identity
  const size = diagonal(bounds) || 1
  return (map, isHeld) => {
    const found = roundMove(readMove(joinAffine(readMap(map, middle, size), before), middle), size)
    const isBack = !isHeld && found !== undefined && isNear(found, size)
    onDisplay({ parts: changePart(display.peek().parts, part, { move: isBack ? undefined : found }) }, isHeld)
  }
}

/** Returns a move without the noise of its last digits: a millionth of the scene, a hundredth of a degree. */
function roundMove(move: PartMove | undefined, size: number): PartMove | undefined {
  if (!move) return undefined
  const round = (vector: Vector3, step: number): Vector3 =>
    toVector((axis) => step * Math.round(vector[axis] / step) + 0)
  return { shift: round(move.shift, 1e-6 * size), turn: round(move.turn, 0.01) }
}

function isNear({ shift, turn }: PartMove, size: number): boolean {
  return Math.hypot(...shift) < backPart * size && Math.hypot(...turn) < backDegrees
}

/** Returns a map as it is around a place, by places at a distance from it. */
function readMap(map: (place: Vector3) => Vector3, place: Vector3, size: number): Affine {
  const middle = map(place)
  const column = (axis: 0 | 1 | 2): Vector3 =>
    scale(subtract(map(add(place, along(axis, size))), middle), 1 / size)
  const columns = [column(0), column(1), column(2)] as const
  const start = toVector(
    (row) => middle[row] - columns.reduce((sum, each, i) => sum + each[row] * (place[i] ?? 0), 0),
  )
  return { columns, start }
}
