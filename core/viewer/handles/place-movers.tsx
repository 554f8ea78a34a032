import { useRef } from 'preact/hooks'
import type { Vector3 } from '../../contract/look/display.ts'
import { subtract } from '../../contract/look/vectors.ts'
import { readSteps } from '../../contract/schema/issue-words.ts'
import type { PeerMover } from '../room/page-room.ts'
import type { HandleGround } from './handle-ground.ts'
import type { RowHandle } from './place-handle.ts'

interface PlaceMoversProps {
  /** Those who have moved parameters last, by the names of these. */
  readonly movers: ReadonlyMap<string, PeerMover>
  readonly handles: readonly RowHandle[]
  readonly ground: HandleGround
}

/** The places of the parts of a parameter, and the part that the last move has moved most. */
interface MovedParts {
  readonly count: number
  readonly parts: ReadonlyMap<string, Vector3>
  readonly moved: string
}

/** The names of others at the parts that they move, in their colours, until they have rested for a while. */
export function PlaceMovers({ movers, handles, ground }: PlaceMoversProps) {
  const before = useRef<ReadonlyMap<string, MovedParts>>(new Map())
  const now = new Map<string, MovedParts>()
  for (const [name, parts] of listParts(handles)) {
    const former = before.current.get(name)
    const count = movers.get(name)?.count ?? 0
    const moved = former?.count === count ? former.moved : findMoved(former?.parts, parts)
    now.set(name, { count, parts, moved })
  }
  before.current = now
  return (
    <div class="peers" aria-hidden="true">
      {[...movers].map(([name, { name: person, color, count }]) => {
        const moved = now.get(name)
        const place = moved?.parts.get(moved.moved)
        if (!place) return null
        const put = ground.put(place)
        // Made again by each move, so that it is there for as long as after the first.
        return (
          <i key={`${name} ${count}`} class="is-mover" {...put} style={{ ...put.style, '--peer': color }}>
            <b>{person}</b>
          </i>
        )
      })}
    </div>
  )
}

/** Returns the places of parts by the name of their parameter. */
function listParts(handles: readonly RowHandle[]): ReadonlyMap<string, ReadonlyMap<string, Vector3>> {
  const all = new Map<string, Map<string, Vector3>>()
  for (const { row, grips } of handles) {
    const [name = ''] = readSteps(row.pointer)
    const parts = all.get(name) ?? new Map<string, Vector3>()
    for (const { key, at } of grips) parts.set(`${row.pointer} ${key}`, at)
    all.set(name, parts)
  }
  return all
}

/** Returns the part that has moved most; the first one where none was there before. */
function findMoved(
  before: ReadonlyMap<string, Vector3> | undefined,
  parts: ReadonlyMap<string, Vector3>,
): string {
  let [found, most] = ['', -1]
  for (const [key, at] of parts) {
    const from = before?.get(key)
    const way = from ? Math.hypot(...subtract(at, from)) : 0
    if (way > most * (1 + 1e-9)) [found, most] = [key, way]
  }
  return found
}
