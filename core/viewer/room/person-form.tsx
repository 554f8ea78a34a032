import { useRef } from 'preact/hooks'
import { defaultRoomId, isRoomId, roomIdRule } from '../../contract/domain/invocation.ts'
import { PopoverButton } from '../parts/popover-button.tsx'
import { longestName, type Person, readPerson, storePerson } from './person.ts'

/** Asks for a room and for the person's name and colour, which this browser keeps. */
export function EnterButton({ onEnter }: { readonly onEnter: (room: string) => void }) {
  return (
    <PopoverButton icon="people" word="Room" label="Enter a room">
      {() => (
        <PersonForm
          person={readPerson()}
          asksRoom
          onSubmit={(person, room) => {
            storePerson(person)
            onEnter(room)
          }}
        />
      )}
    </PopoverButton>
  )
}

interface PersonFormProps {
  readonly person: Person
  /** False in a room: the person alone changes. */
  readonly asksRoom: boolean
  readonly onSubmit: (person: Person, room: string) => void
  /** Given where the person is asked and need not answer. */
  readonly onSkip?: (() => void) | undefined
}

/** The name and colour of a person and, where `onSubmit` wants one, the name of a room. */
export function PersonForm(props: PersonFormProps) {
  const { person, asksRoom, onSubmit, onSkip } = props
  const form = useRef<HTMLFormElement>(null)
  const read = (name: string): string =>
    String(new FormData(form.current ?? undefined).get(name) ?? '').trim()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    onSubmit({ name: read('name') || person.name, color: read('color') }, read('room'))
  }
  return (
    <form class="share" ref={form} onSubmit={submit}>
      {asksRoom && <RoomField />}
      <label>
        Your name
        <input
          name="name"
          required
          autocomplete="nickname"
          maxLength={longestName}
          autofocus={onSkip !== undefined}
          defaultValue={onSkip ? '' : person.name}
          placeholder={person.name}
        />
      </label>
      <label>
        Your colour
        <input name="color" type="color" defaultValue={person.color} />
      </label>
      <button type="submit">{asksRoom ? 'Enter' : 'Save'}</button>
      {onSkip && (
        <button type="button" onClick={onSkip}>
          Skip
        </button>
      )}
      {asksRoom && (
        <small>All in a room see the same, and each other. The link to this page leads into it.</small>
      )}
    </form>
  )
}

function RoomField() {
  return (
    <label>
      Room
      <input
        name="room"
        required
        autocomplete="off"
        maxLength={128}
        onInput={({ currentTarget: field }) => {
          const isSound =
            field.value === '' || (isRoomId(field.value.trim()) && field.value !== defaultRoomId)
          field.setCustomValidity(isSound ? '' : `Another name: ${roomIdRule}, and not ${defaultRoomId}.`)
        }}
      />
    </label>
  )
}
