import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { HostCalls, SpecimenBody } from '../../client/client.ts'
import { defaultRoomId } from '../../contract/domain/invocation.ts'
import { cutSentence } from '../../contract/text/cut-sentence.ts'
import { UndoButtons } from '../history/undo-buttons.tsx'
import { Icon } from '../parts/icon.tsx'
import { EnterButton } from '../room/person-form.tsx'
import { ownFileId } from '../state/view-state.ts'
import type { OpenedView } from './model/opened-view.ts'
import { toPlainStory } from './model/story-marks.ts'
import { Downloads } from './save/downloads.tsx'
import { ShareButton } from './share-button.tsx'

interface SpecimenHeadProps {
  readonly name: string
  readonly client: HostCalls
  readonly roomId: string
  /** Null in a page of another. */
  readonly home: string | null
  readonly toAddress: () => string
  readonly opened: OpenedView
  /** Stands in the place of comparing, sharing and downloads. */
  readonly own: ComponentChildren
  readonly hasDownloads: boolean
  /** Puts a second view beside the first; undefined when there is one. */
  readonly onCompare: (() => void) | undefined
  /** Enters a room; undefined in a page of another. */
  readonly onRoom: ((room: string) => void) | undefined
}

/** The head of a specimen's page: the way back, the name of the active view, and what concerns it. */
export function SpecimenHead(props: SpecimenHeadProps) {
  const { name, client, roomId, home, toAddress, opened, own, hasDownloads, onCompare, onRoom } = props
  const { model, onStep, shownView, params, view } = opened
  const heading = useHeading(home !== null)
  const body = model.body.value
  return (
    <header class="specimen-head">
      {home !== null && (
        <a class="icon-button" href={home} aria-label="All specimens">
          <Icon name="back" />
        </a>
      )}
      <div class="specimen-title">
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {name}
        </h1>
        {body && <Lead body={body} />}
      </div>
      {body && <UndoButtons timeline={model.timeline} onStep={onStep} />}
      {body && !own && onCompare && (
        <button type="button" class="icon-button" aria-label="Compare" onClick={onCompare}>
          <Icon name="compare" word="Compare" />
        </button>
      )}
      {body && !own && onRoom && roomId === defaultRoomId && <EnterButton onEnter={onRoom} />}
      {own ?? <ShareButton view={shownView} toAddress={toAddress} isDynamic={body?.is_dynamic ?? false} />}
      {body && !own && hasDownloads && (
        <Downloads
          body={body}
          hasHost={onRoom !== undefined}
          isReadable={model.file.value === null}
          prepared={model.prepared.value}
          params={params.value}
          roomId={view.peek().roomId}
          client={client}
        />
      )}
    </header>
  )
}

/** Focuses the heading, because the followed card is gone and has taken the focus with it. */
function useHeading(isWanted: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isWanted && document.activeElement === document.body) heading.current?.focus()
  }, [])
  return heading
}

/** The first sentence about a specimen, below its name, and the way to the rest. */
function Lead({ body }: { readonly body: SpecimenBody }) {
  const { id, description, story_text: story } = body
  const text = description || (story[0] ?? '')
  if (text === '' || id === ownFileId) return null // the head of a person's own file says it
  return (
    <div class="specimen-lead">
      <p dir="auto">{cutSentence(toPlainStory(text))}</p>
      <button type="button" onClick={({ currentTarget }) => openAbout(currentTarget)}>
        more
      </button>
    </div>
  )
}

/** Opens the section “About”, and what it is folded in. */
function openAbout(button: HTMLElement): void {
  const about = button.closest('.specimen')?.querySelector<HTMLDetailsElement>('details.about')
  for (let part = about; part; part = part.parentElement?.closest('details')) part.open = true
  about?.querySelector('summary')?.focus()
  about?.scrollIntoView({ block: 'start' })
}
