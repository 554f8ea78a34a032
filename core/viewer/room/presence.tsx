import { useComputed, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { toShownText } from '../../domain/visible-text.ts'
import { add } from '../../look/vectors.ts'
import type { Following } from './following.ts'
import type { JoinedRoom } from './joined-room.ts'
import { toCamera, toPlace } from './look-pose.ts'
import type { PresenceProps } from './page-room.ts'

/** The others in the picture: a dot with a name where each points, and an eye where each looks from. */
export function Presence(
  props: PresenceProps & { readonly state: JoinedRoom; readonly following: Following },
) {
  const { prepared, view, hit, onPlace, state, following } = props
  const layer = useRef<HTMLDivElement>(null)
  const display = useComputed(() => view.value.display)
  const { up, projection: chosen } = display.value
  const projection = prepared.type === 'image' ? 'flat' : chosen
  useLayoutEffect(() => {
    following.space.value = { bounds: prepared.bounds, up, projection }
  }, [prepared.bounds, up, projection])
  useSignalEffect(() => {
    following.cursor.value = hit.value?.place ?? null
  })
  useLayoutEffect(
    () => () => {
      following.space.value = null
      following.cursor.value = null
    },
    [],
  )
  useLayoutEffect(() => {
    if (layer.current) onPlace(layer.current)
  })
  const marks = useMarks(state, following)
  return (
    <div class="stage-labels peers" ref={layer} aria-hidden="true">
      {marks.value.map(({ peer, kind, place }) => (
        <i
          key={`${kind} ${peer.peer}`}
          class={`is-${kind}`}
          data-place={place.join()}
          data-free
          style={{ '--peer': peer.color }}
        >
          <b>{toShownText(peer.name)}</b>
        </i>
      ))}
    </div>
  )
}

function useMarks(state: JoinedRoom, { space, followed }: Following) {
  return useComputed(() => {
    const [own, active, where] = [state.own.value, state.active.value, space.value]
    return state.peers.value.flatMap((peer) => {
      const pose = state.poses.value.get(peer.peer)
      if (!where || !pose || pose.view !== active || peer.peer === own) return []
      const camera = pose.look && followed.value !== peer.peer ? toCamera(where, pose.look) : null
      return [
        ...(pose.cursor ? [{ peer, kind: 'cursor', place: toPlace(where, pose.cursor) }] : []),
        ...(camera ? [{ peer, kind: 'eye', place: add(camera.target, camera.offset) }] : []),
      ]
    })
  })
}
