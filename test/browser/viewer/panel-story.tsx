/** A page with nothing but a panel: what it hands on is kept where a test can read it. */
import { render } from 'preact'
import { useState } from 'preact/hooks'
import type { Issue } from '../../../core/domain/errors.ts'
import type { ParameterSchema, Params } from '../../../core/domain/schema.ts'
import { Panel } from '../../../core/viewer/panel/panel.tsx'

export interface Story {
  readonly schema: ParameterSchema
  readonly params: Params
  readonly shownParams: Params | null
  readonly issues: readonly Issue[]
  /** Keeps its parameters until something settles. */
  readonly isLazy: boolean
}

/** A call of the panel: what was sent, and the name of what is dragged. */
export type Sent = readonly ['drag', Params, string] | readonly ['settle', Params]

declare global {
  var sent: Sent[]
  var showStory: (story: Story) => void
}

globalThis.sent = []

function StoryPanel({ story }: { readonly story: Story }) {
  const [params, setParams] = useState(story.params)
  return (
    <Panel
      title="Parameters"
      hasHeading
      {...story}
      params={params}
      onDrag={(next, name) => {
        if (!story.isLazy) setParams(next)
        sent.push(['drag', next, name])
      }}
      onSettle={(next) => {
        setParams(next)
        sent.push(['settle', next])
      }}
    />
  )
}

let count = 0
globalThis.showStory = (story) => {
  sent = []
  const place = document.getElementById('story')
  if (place) render(<StoryPanel key={count++} story={story} />, place)
}
