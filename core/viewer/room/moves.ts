/** The peers who have changed the parameters of a view last: a picture names them beside its handles. */
import type { RoomEvent } from '../../client/client.ts'
import type { Json } from '../../contract/values/json.ts'

/** The last change of a field by another. */
interface Move {
  readonly peer: number
  readonly value: Json
  readonly count: number
}

/** Changes of parameters by others, by the names of their fields. */
export type PeerMoves = ReadonlyMap<string, Move>

/** Returns the moves after a change. One by several peers, or by the host, is no peer's. */
export function addMoves(
  moves: PeerMoves,
  { by, fields }: Extract<RoomEvent, { type: 'changed' }>,
): PeerMoves {
  const next = new Map(moves)
  for (const [name, value] of Object.entries(fields)) {
    if (name.endsWith('/specimen')) {
      const view = name.slice(0, -'specimen'.length)
      for (const known of moves.keys()) if (known.startsWith(view)) next.delete(known)
    }
    if (!/^views\/\d\/params\//.test(name)) continue
    if (by === 0) next.delete(name)
    else next.set(name, { peer: by, value, count: (moves.get(name)?.count ?? 0) + 1 })
  }
  return next
}
