/** A page with nothing but a panel: what it hands on is kept where a test can read it. */
import { signal } from '@preact/signals'
import { render } from 'preact'
import type { Issue } from '../../../core/contract/domain/errors.ts'
import type { ParameterSchema, Params } from '../../../core/contract/domain/schema.ts'
import { Panel } from '../../../core/viewer/panel/panel.tsx'

export interface Story {
  readonly schema: ParameterSchema
  readonly params: Params
  readonly shownParams: Params | null
  readonly issues: readonly Issue[]
}

/** A call of the panel: what was sent, and the name of what is dragged. */
export type Sent = readonly ['drag', Params, string] | readonly ['settle', Params]

declare global {
  var sent: Sent[]
  var showStory: (story: Story) => void
  /** Changes the parameters by another hand than the panel's. */
  var setParams: (params: Params) => void
}

globalThis.sent = []

let count = 0
globalThis.showStory = (story) => {
  sent = []
  const params = signal(story.params)
  globalThis.setParams = (next) => {
    params.value = next
  }
  const panel = (
    <Panel
      key={count++}
      title="Parameters"
      hasHeading
      {...story}
      params={params}
      onDrag={(next, name) => {
        params.value = next
        sent.push(['drag', next, name])
      }}
      onSettle={(next) => {
        params.value = next
        sent.push(['settle', next])
      }}
    />
  )
  const place = document.getElementById('story')
  if (place) render(panel, place)
}
