import { useEffect, useRef } from 'preact/hooks'
import type { SpecimenBody } from '../../../client/client.ts'
import { Button } from '../../parts/button.tsx'
import type { OpenedView } from '../model/opened-view.ts'
import { listPages, readStory, turnStory } from '../model/story.ts'
import { StoryText } from './story-text.tsx'

interface StoryProps {
  readonly body: SpecimenBody
  readonly roomId: string
  readonly opened: OpenedView
}

/**
 * The story of a specimen, a page at a time; the others are there for those who search in the page. The
 * buttons stand above the text, where they stay for one of another length.
 */
export function Story({ body, roomId, opened }: StoryProps) {
  const pages = useRef<HTMLDivElement>(null)
  const page = readStory(opened)
  useEffect(() => {
    const { current } = pages
    // The browser has found a searched text in a page that is hidden.
    const show = ({ target }: Event): void => {
      const place = target instanceof Element ? [...(current?.children ?? [])].indexOf(target) : -1
      if (place >= 0) opened.model.storyPage.value = place
    }
    current?.addEventListener('beforematch', show)
    return () => current?.removeEventListener('beforematch', show)
  }, [opened.model, page === null])
  if (!page) return null
  const { at, count } = page
  return (
    <div class="story">
      {count > 1 && (
        <nav class="story-pages" aria-label="Pages of the story">
          <Turn label="Back" says="Back a page" isOff={at === 0} onTurn={() => turnStory(opened, -1)} />
          <span>{`${at + 1} of ${count}`}</span>
          <Turn label="Next" says="Next page" isOff={at === count - 1} onTurn={() => turnStory(opened, 1)} />
        </nav>
      )}
      <div aria-live="polite" ref={pages}>
        {listPages(body.story_text).map((text, place) => (
          <p key={`${place}`} dir="auto" hidden={place === at ? undefined : 'until-found'}>
            <StoryText text={text} id={body.id} roomId={roomId} />
          </p>
        ))}
      </div>
    </div>
  )
}

interface TurnProps {
  readonly label: string
  /** The label in full: the picture has a side that is called Back. */
  readonly says: string
  readonly isOff: boolean
  readonly onTurn: () => void
}

/** A button that keeps the focus where it has nothing more to turn to. */
function Turn({ label, says, isOff, onTurn }: TurnProps) {
  return (
    <Button aria-label={says} aria-disabled={isOff} onClick={() => !isOff && onTurn()}>
      {label}
    </Button>
  )
}
