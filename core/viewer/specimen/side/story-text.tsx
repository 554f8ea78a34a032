import type { ComponentChildren } from 'preact'
import { isShutIn } from '../../parts/shut-in.ts'
import { toFragment } from '../../state/link.ts'
import { readStoryLink } from '../model/story.ts'
import { storyMarks } from '../model/story-marks.ts'

interface StoryTextProps {
  readonly text: string
  readonly id: string
  readonly roomId: string
}

/**
 * An author's text. `[closer look](?cells=4&~camera=…)` is a link to parameters and settings of the same
 * specimen in the same room; other links lead to http and https alone, and the rest stays text.
 */
export function StoryText(props: StoryTextProps) {
  const { text, id, roomId } = props
  const parts: ComponentChildren[] = []
  let end = 0
  for (const mark of text.matchAll(storyMarks)) {
    const [whole, label, target = '', emphasis, address] = mark
    parts.push(text.slice(end, mark.index))
    end = mark.index + whole.length
    if (emphasis !== undefined) parts.push(<em>{emphasis}</em>)
    else if (label !== undefined && target.startsWith('?')) {
      parts.push(<a href={toFragment({ ...readStoryLink(id, target), roomId })}>{label}</a>)
    } else if (address !== undefined) {
      const bare = address.replace(/[.,;:!?)\]]+$/, '')
      parts.push(<WebLink address={bare} label={bare} />, address.slice(bare.length))
    } else parts.push(isWebAddress(target) ? <WebLink address={target} label={label ?? target} /> : whole)
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

/** A link to another page; text in a frame that can open none. */
function WebLink({ address, label }: { readonly address: string; readonly label: string }) {
  if (isShutIn()) return label === address ? label : `${label} (${address})`
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}

function isWebAddress(target: string): boolean {
  return /^https?:\/\//i.test(target) && URL.canParse(target)
}
