import { computed, type ReadonlySignal } from '@preact/signals'
import { toShownText } from '../../contract/text/visible-text.ts'
import type { BodyHand, PeerBody } from '../../contract/wire/room-bodies.ts'
import type { PeerPose } from '../../contract/wire/room-poses.ts'
import type { CompanionHand, RoomCompanion } from '../xr/companion.ts'
import type { Following } from './following.ts'
import type { JoinedRoom } from './joined-room.ts'
import { findReach, type PoseSpace, toEye } from './look-pose.ts'
import type { PeerMover } from './page-room.ts'
import { isSameJson } from './shared-view.ts'

/** Returns the others who look at the same view, with places in parts of its box; none before a result. */
export function listCompanions(
  state: JoinedRoom,
  following: Following,
): ReadonlySignal<readonly RoomCompanion[]> {
  return computed(() => {
    const [own, active, space] = [state.own.value, state.active.value, following.space.value]
    if (!space || active === null) return []
    const isHere = (part: PeerPose | PeerBody | undefined): boolean => part?.view === active
    return state.peers.value.flatMap(({ peer, name, color }) => {
      const [pose, body] = [state.poses.value.get(peer), state.bodies.value.get(peer)]
      if (peer === own || (!isHere(pose) && !isHere(body))) return []
      const isInHeadset = body?.head !== undefined && isHere(body)
      const isFollowed = following.followed.value === peer
      const isPresenter = state.presenter.value?.peer === peer
      const who = { peer, name: toShownText(name), color, isFollowed, isPresenter }
      return [{ ...who, ...(isInHeadset ? toPerson(space, body) : toCamera(pose)) }]
    })
  })
}

/**
 * Returns those who have moved the parameters of the active view, by the names of these: another who is still
 * in the room, as long as the value is the one that came from there.
 */
export function listMovers(room: JoinedRoom): ReadonlySignal<ReadonlyMap<string, PeerMover>> {
  return computed(() => {
    const start = `views/${room.active.value}/params/`
    const { value: fields } = room.fields
    const movers = new Map<string, PeerMover>()
    for (const [field, { peer: number, value, count }] of room.moves.value) {
      const peer = room.peers.value.find((other) => other.peer === number)
      if (!peer || number === room.own.value || !field.startsWith(start)) continue
      if (!isSameJson(fields.get(field) ?? null, value)) continue
      movers.set(field.slice(start.length), { name: toShownText(peer.name), color: peer.color, count })
    }
    return movers
  })
}

type Shape = Pick<RoomCompanion, 'isInHeadset' | 'metre' | 'eye' | 'left' | 'right' | 'cursor'>

function toPerson(space: PoseSpace, { metre, head, left, right }: PeerBody): Shape {
  const toHand = (hand: BodyHand | undefined): CompanionHand | null =>
    hand ? { ...hand, reach: hand.points ? findReach(space, hand) : null } : null
  return {
    isInHeadset: true,
    metre,
    eye: head ?? null,
    left: toHand(left),
    right: toHand(right),
    cursor: null,
  }
}

function toCamera(pose: PeerPose | undefined): Shape {
  const eye = pose?.look ? toEye(pose.look) : null
  return { isInHeadset: false, metre: 0, eye, left: null, right: null, cursor: pose?.cursor ?? null }
}
