import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { toVisibleText } from '../../domain/visible-text.ts'
import type { Display } from '../../look/display.ts'
import { listChanges } from '../../look/link-display.ts'
import { Picture } from './picture.tsx'
import type { SharedStage } from './shared-stage.ts'
import { useShownView } from './shown-view.ts'
import { SidePanel } from './side-panel.tsx'
import { SpecimenHead } from './specimen-head.tsx'
import { type ModelProps, useModel } from './use-model.ts'

interface PageProps extends ModelProps {
  readonly sharedStage: SharedStage
  /** The gallery as it was left. */
  readonly home: string
  /** Stands in the head in place of sharing and downloads. */
  readonly head?: ComponentChildren
}

/** The page of one specimen in one room: the picture, its tools, and the panel. */
export function SpecimenPage(props: PageProps) {
  const { id, view, client, onChange } = props
  const { roomId } = view.peek() // the page is made again for another room
  const { model, send } = useModel(props)
  const { base, shownView, meaning } = useShownView(view, model)
  const display = useComputed(() => shownView.value.display).value
  const params = useComputed(() => view.value.params).value
  const setDisplay = (change: Partial<Display>): void =>
    onChange({ display: listChanges({ ...view.peek().display, ...change }, base) })
  const body = model.body.value
  const name = toVisibleText(body?.display_name ?? id)
  useTitle(name)
  const isClipping = useSignal(false)
  return (
    <main class="specimen">
      <SpecimenHead
        {...{ name, model, client, params, roomId, send }}
        home={props.home}
        view={shownView}
        own={props.head}
      />
      <Picture
        {...{ model, meaning, client, onChange }}
        sharedStage={props.sharedStage}
        view={shownView}
        onDisplay={setDisplay}
        isClipping={isClipping.value}
      />
      {body && (
        <SidePanel
          {...{ body, roomId, params, display, base }}
          meaning={meaning.value}
          run={model.run}
          prepared={model.prepared.value}
          onDisplay={setDisplay}
          isClipping={isClipping}
          onDrag={(changed, name) => send(changed, () => model.drag(changed, name))}
          onSettle={(changed) => send(changed, model.settle)}
          tried={model.tried}
          onPick={(picked) => {
            model.timeline.push(picked)
            send(picked, model.restore)
          }}
        />
      )}
    </main>
  )
}

function useTitle(name: string): void {
  useEffect(() => {
    const before = document.title
    document.title = `${name} · ${before}`
    return () => {
      document.title = before
    }
  }, [name])
}
