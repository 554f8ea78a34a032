import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CatalogEntry, HostCalls } from '../../client/client.ts'
import { toVisibleText } from '../../contract/text/visible-text.ts'
import { mostRoomViews, type RoomPeer } from '../../contract/wire/room-messages.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { PopoverButton } from '../parts/popover-button.tsx'
import type { Following } from './following.ts'
import { InviteButton } from './invite-button.tsx'
import type { JoinedRoom } from './joined-room.ts'
import { type Person, storePerson } from './person.ts'
import { PersonForm } from './person-form.tsx'
import { listNumbers, readSpecimen } from './shared-view.ts'

/** The state of a page's part in a room, and the ways out of it. */
export interface RoomBarProps {
  readonly roomId: string
  /** The whole address that leads into the room. */
  readonly address: string
  readonly state: JoinedRoom
  readonly following: Following
  readonly person: Signal<Person>
  /** True where this browser knows no person yet: the name is asked for once. */
  readonly asksName: boolean
  readonly client: HostCalls
  readonly onLeave: () => void
}

/** The strip of a room above the page: who is there, its specimens, and what a person can do with it. */
export function RoomBar(props: RoomBarProps) {
  const { roomId, state, onLeave } = props
  return (
    <section class={`room-bar is-${state.stage.value}`} aria-label={`Room ${roomId}`}>
      <strong class="room-name">Room {roomId}</strong>
      <InviteButton address={props.address} />
      <Specimens {...props} />
      <RoomStatus {...props} />
      <People {...props} />
      <Lock state={state} />
      <Button onClick={onLeave}>Leave</Button>
    </section>
  )
}

function People({ state, following, person, asksName }: RoomBarProps) {
  const own = state.own.value
  const others = state.peers.value.filter(({ peer }) => peer !== own)
  const name = state.peers.value.find(({ peer }) => peer === own)?.name ?? person.value.name
  const isAsked = useSignal(asksName)
  return (
    <ul class="room-people" aria-label="People">
      <li style={{ '--peer': person.value.color }}>
        <PopoverButton
          icon="person"
          label={`You are ${toVisibleText(name)}`}
          isOpenAtFirst={asksName}
          // Whoever has been asked and has left the question is not asked again.
          onOpen={() => storePerson(person.value)}
        >
          {(close) => {
            const end = (): void => {
              isAsked.value = false
              close()
            }
            return (
              <PersonForm
                person={person.value}
                asksRoom={false}
                onSubmit={(chosen) => {
                  storePerson(chosen)
                  person.value = chosen
                  end()
                }}
                onSkip={isAsked.value ? end : undefined}
              />
            )
          }}
        </PopoverButton>
      </li>
      {others.map((peer) => (
        <li key={peer.peer} style={{ '--peer': peer.color }}>
          <Other
            peer={peer}
            following={following}
            isInHeadset={state.bodies.value.get(peer.peer)?.head !== undefined}
          />
        </li>
      ))}
    </ul>
  )
}

interface OtherProps {
  readonly peer: RoomPeer
  readonly following: Following
  readonly isInHeadset: boolean
}

function Other({ peer, following, isInHeadset }: OtherProps) {
  const isFollowed = following.followed.value === peer.peer
  const name = toVisibleText(peer.name)
  const place = isInHeadset ? ', who is in a headset' : ''
  return (
    <button
      type="button"
      class="chip"
      aria-pressed={isFollowed}
      aria-label={`Follow ${name}${place}`}
      title={`Follow ${name}${place}${peer.may_change ? '' : ', who only watches'}`}
      onClick={() => {
        following.followed.value = isFollowed ? null : peer.peer
      }}
    >
      {name}
      {isInHeadset && <Icon name="headset" />}
    </button>
  )
}

/** The news for a person: a lost connection, a refusal, a lock; all read aloud. */
function RoomStatus({ state, following }: RoomBarProps) {
  const { stage, notice, refusal, peers } = state
  const followed = peers.value.find(({ peer }) => peer === following.followed.value)
  const isEnded = stage.value === 'ended'
  const text = {
    connecting: 'Connecting …',
    away: 'Reconnecting …',
    ended: notice.value,
    joined: notice.value || refusal.value || (followed ? `You follow ${toVisibleText(followed.name)}.` : ''),
  }[stage.value]
  return (
    <p class="room-status" title={text} role={isEnded || notice.value !== '' ? 'alert' : 'status'}>
      {text}
    </p>
  )
}

function Specimens({ state, client }: RoomBarProps) {
  const entries = useSignal<readonly CatalogEntry[]>([])
  useEffect(() => {
    // Without it the specimens have their ids.
    client.catalog().then((found) => (entries.value = found), console.warn)
  }, [])
  const [fields, active, isOpen] = [state.fields.value, state.active.value, state.refusal.value === null]
  const views = listNumbers(fields).map((number) => {
    const id = readSpecimen(fields, number) ?? ''
    const name = toVisibleText(entries.value.find((entry) => entry.id === id)?.display_name ?? id)
    return { number, id, name }
  })
  const free = entries.value.filter(({ id, available }) => available && !views.some((view) => view.id === id))
  return (
    <fieldset class="room-specimens" disabled={!isOpen}>
      <legend class="panel-hidden">Specimens of the room</legend>
      {views.map(({ number, name }) => (
        <span key={number}>
          <button
            type="button"
            class="chip"
            aria-pressed={number === active}
            onClick={() => state.activate(number)}
          >
            {name}
          </button>
          {views.length > 1 && (
            <button
              type="button"
              class="icon-button is-small"
              aria-label={`Close ${name}`}
              onClick={() => state.shut(number)}
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      {views.length < mostRoomViews && free.length > 0 && (
        <select
          aria-label="Add a specimen"
          value=""
          onChange={({ currentTarget }) => {
            state.open(currentTarget.value)
            currentTarget.value = ''
          }}
        >
          <option value="">+ Add</option>
          {free.map(({ id, display_name }) => (
            <option key={id} value={id}>
              {toVisibleText(display_name)}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  )
}

/** Lets a presenter alone change what all see, or ends the lock of another for one who may. */
function Lock({ state }: { readonly state: JoinedRoom }) {
  const presenter = state.presenter.value
  const isOwn = presenter?.peer === state.own.value
  const mayEnd = presenter !== undefined && state.mayUnlock.value && state.stage.value === 'joined'
  const other =
    presenter && !isOwn ? `End the lock of ${toVisibleText(presenter.name)}` : 'Lock for the others'
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={isOwn ? 'Unlock for all' : other}
      aria-pressed={presenter !== undefined}
      disabled={state.refusal.value !== null && !mayEnd}
      onClick={() => state.set({ presenter: presenter ? null : { peer: state.own.peek(), locks: true } })}
    >
      <Icon name="lock" />
    </button>
  )
}
