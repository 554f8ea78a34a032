import { computed, effect, signal, untracked } from '@preact/signals'
import type { Vector3 } from '../../contract/look/display.ts'
import type { OwnBody } from '../xr/companion.ts'
import type { JoinedRoom, RoomPage } from './joined-room.ts'
import { type PoseSpace, toCamera, toHeadLook, toLook, toPoint } from './look-pose.ts'
import { isSameJson } from './shared-view.ts'

/**
 * Sends where this person looks and points, and follows the look of another until this person moves. Who
 * follows passes on the followed look as it came, so that two who follow each other come to rest. A person in
 * a headset is followed by the head; the camera of one who is in a headset rests.
 */
export class Following {
  /** The number of the followed peer. */
  readonly followed = signal<number | null>(null)
  /** The space of the shown result; null while there is none. */
  readonly space = signal<PoseSpace | null>(null)
  /** The place that this person points at. */
  readonly cursor = signal<Vector3 | null>(null)
  /** The head and the hands of this person in a headset; null for one at the page. */
  readonly body = signal<OwnBody | null>(null)
  readonly #ends: readonly (() => void)[]

  constructor(page: RoomPage, state: JoinedRoom) {
    const { followed, space, cursor, body } = this
    const camera = computed(() => page.view.value.camera)
    const specimenId = computed(() => page.view.value.specimenId)
    const pose = computed(() => (followed.value === null ? undefined : state.poses.value.get(followed.value)))
    const head = computed(() =>
      followed.value === null ? undefined : state.bodies.value.get(followed.value),
    )
    const isSeen = computed(() => pose.value !== undefined || head.value !== undefined)
    const isInHeadset = computed(() => body.value !== null)
    const look = keepSame(() => {
      if (head.value?.head && head.value.view === state.active.value) return toHeadLook(head.value.head)
      return pose.value?.view === state.active.value ? pose.value?.look : undefined
    })
    let led = camera.peek()
    let shown = specimenId.peek()
    const lead = (): void => {
      if (followed.value === null || !space.value || !isSeen.value || isInHeadset.value) return
      led = look.value ? toCamera(space.value, look.value) : null
      untracked(() => page.change({ camera: led }))
    }
    const letGo = (): void => {
      const [now, id] = [camera.value, specimenId.value]
      if (now !== led && id === shown) followed.value = null // the person has moved it
      led = now
      shown = id
    }
    const send = (): void => {
      if (isInHeadset.value) {
        if (state.stage.value === 'joined') untracked(() => state.pose({ view: state.active.value ?? 0 }))
        return
      }
      const own = camera.value && space.value ? toLook(space.value, camera.value) : undefined
      const at = cursor.value && space.value ? toPoint(space.value, cursor.value) : undefined
      const sent = {
        view: state.active.value ?? 0,
        look: followed.value === null ? own : look.value,
        cursor: at,
      }
      if (state.stage.value === 'joined') untracked(() => state.pose(sent))
    }
    let wasInHeadset = false
    const sendBody = (): void => {
      const [shown, isJoined] = [body.value, state.stage.value === 'joined']
      if (isJoined && (shown || wasInHeadset))
        untracked(() => state.body({ view: state.active.value ?? 0, metre: 1, ...shown }))
      wasInHeadset = shown !== null
    }
    const leave = (): void => {
      const { value: number } = followed
      if (number !== null && !state.peers.value.some(({ peer }) => peer === number)) followed.value = null
    }
    this.#ends = [lead, letGo, send, sendBody, leave].map((run) => effect(run))
  }

  close(): void {
    for (const end of this.#ends) end()
  }
}

/** Returns a computed value that keeps its identity while it is the same as JSON. */
function keepSame<Value>(read: () => Value) {
  let kept: Value | undefined
  return computed(() => {
    const next = read()
    if (!isSameJson(kept, next)) kept = next
    return kept
  })
}
