import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { LoadAgain } from '../../parts/load-again.tsx'
import type { Hit } from '../../stage/hit.ts'
import type { Stage } from '../../stage/stage.ts'
import type { Meaning } from '../model/meaning.ts'
import { ClipHandles, type ClippedContent } from '../over/clip-handles.tsx'
import { Labels } from '../over/labels.tsx'
import type { Measure } from '../over/measure.ts'
import { ScaleBar } from '../over/scale-bar.tsx'
import { findSide, ViewCube } from '../over/view-cube.tsx'
import { describePrepared } from './describe-prepared.ts'
import { findNothing } from './find-nothing.ts'
import { type RunningStage, type StageInputs, useStage } from './use-stage.ts'

const clickPixels = 4
const keys = {
  solid: 'Arrow keys turn it, plus and minus zoom, 0 fits it, 1 to 6 show its sides.',
  flat: 'Arrow keys move it, plus and minus zoom, 0 fits it.',
}
const pickingKey = ' Enter picks the place in the middle.'
/** Radians, pixels and factor of one press of a key. */
const turn = Math.PI / 24
const shift = 24
const step = 1.1

interface StageFrameProps extends StageInputs {
  readonly meaning: ReadonlySignal<Meaning>
  readonly onHover: (hit: Hit | null) => void
  readonly onFit: () => void
  /** The parts of a scene that the marks are on; empty for none. */
  readonly ends: ReadonlySignal<string>
  /** The current measurement: Enter then picks the place in the middle, which has a cross. */
  readonly measure: Measure | null
  /** True while another place is picked, in the same way. */
  readonly isPicking: boolean
  readonly onClick: (hit: Hit | null) => void
  /** The content of handles, which are below the texts: none lies over digits. Null for none. */
  readonly clipped: ClippedContent | null
  /** More over the picture; what has a `data-place` is moved with it. */
  readonly children: ComponentChildren
}

/** The canvas with the specimen, and the texts over it. */
export function StageFrame(props: StageFrameProps) {
  const { prepared, view, marks, ends, measure, meaning } = props
  const { onFit, onHover, onClick, clipped } = props
  const state = useStage(props)
  const { place, frame, stage, drawn, isLost, isBusy } = state
  const drawnClass = useComputed(() => (drawn.value === null ? '' : ' is-drawn')).value
  const isPicking = measure !== null || props.isPicking
  const isAnatomical = prepared.value?.orientation !== undefined
  const isFlat = prepared.value?.type === 'image'
  const says = `${keys[isFlat ? 'flat' : 'solid']}${isPicking ? pickingKey : ''}`
  const pressed = useRef<readonly [x: number, y: number] | undefined>(undefined)
  const pick = ({ offsetX, offsetY }: PointerEvent): Hit | null => stage.value?.pick(offsetX, offsetY) ?? null
  return (
    <div
      class={`stage${isLost.value ? ' is-lost' : ''}${drawnClass}`}
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys turn the picture, as the label says
      tabIndex={0}
      role="application"
      aria-busy={isBusy.value}
      aria-label={`${describePrepared(prepared.value)} ${says}`}
      onKeyDown={(event) => {
        const { clientWidth: x, clientHeight: y } = event.currentTarget
        if (stage.value && moveCamera(stage.value, { onFit, isAnatomical, isFlat }, event))
          event.preventDefault()
        else if (stage.value && isPicking && event.key === 'Enter') onClick(stage.value.pick(x / 2, y / 2))
      }}
      onPointerDown={({ offsetX, offsetY }) => {
        pressed.current = [offsetX, offsetY]
      }}
      onPointerMove={(event) => event.buttons === 0 && onHover(pick(event))}
      onPointerLeave={() => onHover(null)}
      onPointerUp={(event) => {
        const [x, y] = pressed.current ?? [Number.NaN, Number.NaN]
        pressed.current = undefined
        if (Math.hypot(event.offsetX - x, event.offsetY - y) <= clickPixels) onClick(pick(event))
      }}
    >
      <div class="stage-canvas" ref={place} />
      {clipped && <ClipHandles {...clipped} stage={stage} />}
      <Labels
        prepared={prepared}
        view={view}
        texts={state.texts}
        marks={marks}
        ends={ends}
        measure={measure}
        unit={meaning.value.unit}
      />
      <ScaleBar prepared={prepared.value} unit={meaning.value.unit} />
      {props.children}
      {prepared.value && prepared.value.type !== 'image' && (
        <ViewCube stage={stage.value} isAnatomical={isAnatomical} />
      )}
      {isPicking && <span class="stage-middle" />}
      <StageNotes state={state} prepared={prepared} />
    </div>
  )
}

/** The texts in the place of a picture, or over an old one. */
function StageNotes(props: { readonly prepared: StageInputs['prepared']; readonly state: RunningStage }) {
  const { prepared, state } = props
  const { stage, drawn, problem, isLost } = state
  const nothing = useComputed(() => prepared.value && findNothing(prepared.value)).value
  const isDrawing = useComputed(() => stage.value !== null && prepared.value !== drawn.value).value
  if (problem.value === null && !isLost.value) {
    return (
      <>
        {nothing !== null && (
          <p class="stage-note" role="status">
            {nothing}
          </p>
        )}
        {isDrawing && (
          <p class="job-strip is-running" role="status">
            Drawing …
          </p>
        )}
      </>
    )
  }
  return (
    <>
      {problem.value !== null && (
        <div class="stage-note" role="alert">
          <p>{problem.value.text}</p>
          {problem.value.isIncomplete && <LoadAgain />}
        </div>
      )}
      {isLost.value && (
        <div class="stage-note" role="status">
          <p>
            The graphics card was taken away. The picture comes back with it, or when the page is loaded
            again.
          </p>
          <LoadAgain />
        </div>
      )}
    </>
  )
}

/** The picture that keys move. */
interface KeyedPicture {
  readonly onFit: () => void
  readonly isAnatomical: boolean
  /** True of an image, which has no sides. */
  readonly isFlat: boolean
}

/** Moves the camera by a key; returns whether the key does that. With Shift, and of an image, it moves. */
function moveCamera(
  stage: Stage,
  { onFit, isAnatomical, isFlat }: KeyedPicture,
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
): boolean {
  if (ctrlKey || metaKey || altKey) return false
  const go = (right: number, up: number): void =>
    shiftKey || isFlat ? stage.pan(right * shift, -up * shift) : stage.orbit(right * turn, up * turn)
  const moves: { readonly [key: string]: () => void } = {
    ArrowLeft: () => go(-1, 0),
    ArrowRight: () => go(1, 0),
    ArrowUp: () => go(0, 1),
    ArrowDown: () => go(0, -1),
    '+': () => stage.zoom(1 / step),
    '=': () => stage.zoom(1 / step),
    '-': () => stage.zoom(step),
    '0': onFit,
  }
  const side = isFlat ? undefined : findSide(key, isAnatomical)
  const move = side ? () => stage.face(side) : moves[key]
  move?.()
  return move !== undefined
}
