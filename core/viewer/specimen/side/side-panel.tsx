import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { HostCalls, SpecimenBody } from '../../../client/client.ts'
import { type DrawPreset, Presets, TriedStrip } from '../../history/picks.tsx'
import { explainUnknown } from '../../panel/explain.ts'
import { Button } from '../../parts/button.tsx'
import { pictureHeight, pictureWidth } from '../model/keep-picture.ts'
import type { SpecimenModel } from '../model/specimen-model.ts'
import { About } from './about.tsx'
import { FramePanel } from './frame-panel.tsx'
import { createPanelData, type PanelHost } from './panel-data.tsx'
import { ParameterPanel, type ShownPanel } from './parameter-panel.tsx'
import { PictureSettings } from './picture-settings.tsx'

/** The view of a panel, and what it offers beside its parameters. */
export interface SidePanelProps extends ShownPanel, Pick<PanelHost, 'client' | 'isDrawing' | 'bringer'> {
  readonly roomId: string
  /** What the views of the page show, for parameters that take data. */
  readonly offered: PanelHost['shown']
}

/** The panel beside the active view: parameters, settings, and texts. */
export function SidePanel(props: SidePanelProps) {
  const { opened, roomId, beside, client, isDrawing, bringer, offered } = props
  const { model, params, isClipping, onDisplay, room } = opened
  // Read again after a reload of the function, and of those around it.
  const data = useMemo(() => {
    const { retry: onAgain } = model
    return createPanelData({ client, isDrawing, bringer, isInRoom: room !== null, shown: offered, onAgain })
  }, [client, isDrawing, bringer, room, offered, model.body.value])
  const { run: work, shown } = model.run.value
  const code = work.stage === 'failed' ? work.failure.code : null
  useEffect(() => {
    if (code === 'file.missing') data.askFiles() // one has gone since it was found
  }, [code])
  const [body, prepared] = [model.body.value, model.prepared.value]
  if (!body) return null
  const { schema, presets } = body
  const unknown = explainUnknown(schema, params.value)
  const picks = schema && { schema, params: params.value, tried: model.tried, onPick: model.params.set }
  return (
    <>
      <Lockable refusal={room?.refusal.value ?? null}>
        {unknown !== null && <Note class="panel-problem" text={unknown} />}
        {picks && presets && (
          <Presets
            {...picks}
            presets={presets}
            draw={isDrawing ? toDraw(client.picture, body.id) : undefined}
            isResting={shown !== null && work.stage === 'idle'}
          />
        )}
        {schema && (
          <ParameterPanel
            key={JSON.stringify(schema)} // its state begins with the defaults of a schema
            opened={opened}
            schema={schema}
            beside={beside}
            data={data}
          />
        )}
        {picks && <TriedStrip {...picks} />}
        {prepared?.result.notes?.map((note) => (
          <Note key={note} class="panel-note" text={note} />
        ))}
        <SecondContent model={model} />
        {schema === null && <FramePanel model={model} params={params} />}
        {prepared === null && model.file.value === null && <ComingSettings type={body.type} />}
        {prepared && (
          <PictureSettings
            prepared={prepared}
            isClipping={isClipping}
            parts={opened.parts}
            onDisplay={onDisplay}
            meaning={opened.meaning.value}
            display={opened.display}
            base={opened.base.value}
          />
        )}
      </Lockable>
      {/* Outside: a story is read also where nothing may be changed. */}
      <About
        body={body}
        roomId={roomId}
        isOpen={schema === null}
        opened={opened}
        facts={client.facts}
        data={data}
      />
    </>
  )
}

/**
 * The places of the settings while nothing is shown yet: what is read below them stays where it is when they
 * come. The style gives each kind of result its usual height.
 */
function ComingSettings({ type }: { readonly type: SpecimenBody['type'] }) {
  const titles = type === 'image' ? ['Clipping'] : ['Picture', 'Light and camera', 'Clipping']
  return (
    <>
      {titles.map((title) => (
        <details
          key={title}
          class="settings is-coming"
          data-type={title === 'Picture' ? type : undefined}
          open={title === 'Picture'}
        >
          <summary>{title}</summary>
        </details>
      ))}
    </>
  )
}

/** Disables its fields while a room refuses changes, and says why. */
function Lockable(props: { readonly refusal: string | null; readonly children: ComponentChildren }) {
  const { refusal, children } = props
  return (
    <fieldset class="lockable" disabled={refusal !== null}>
      {/* Chromium lets go of a dragged slider when a child of its fieldset comes or goes. */}
      <div class="side-parts">
        {refusal !== null && <Note class="panel-note" text={refusal} />}
        {children}
      </div>
    </fieldset>
  )
}

function toDraw(picture: HostCalls['picture'], id: string): DrawPreset {
  const size = { width: pictureWidth, height: pictureHeight, mediaType: 'image/webp', within: 1 } as const
  return async (params, signal) => await picture(id, { params, ...size, signal })
}

function Note(props: { readonly class: string; readonly text: string }) {
  return (
    <p class={props.class} role="status">
      {props.text}
    </p>
  )
}

/** Names the place of the user's own content beside the specimen's, and takes it away. */
function SecondContent({ model: { prepared, companion } }: { readonly model: SpecimenModel }) {
  const second = prepared.value?.second
  if (!companion.value || !second) return null
  return (
    <section class="second-content" aria-label="Your own file">
      <p role="status">{second.note}</p>
      <Button
        onClick={() => {
          companion.value = null
        }}
      >
        Take {companion.value.name} away
      </Button>
    </section>
  )
}
