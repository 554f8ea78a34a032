import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import type { ShownView } from '../../state/view-state.ts'
import { listTexts, TextLayer } from './place-texts.ts'

interface TextsProps {
  readonly prepared: ReadonlySignal<Prepared | null>
  readonly view: ReadonlySignal<ShownView>
  /** Receives the layer, which is placed with each frame. */
  readonly layer: RefObject<TextLayer | null>
}

/** The texts of labels over the picture. */
export function Texts({ prepared, view, layer }: TextsProps) {
  const element = useRef<HTMLDivElement>(null)
  const display = useComputed(() => view.value.display)
  const content = prepared.value
  const { slabs, plane, parts } = display.value
  useLayoutEffect(() => {
    if (!element.current) return
    layer.current ??= new TextLayer(element.current)
    layer.current.show(content ? listTexts(content, { slabs, plane, parts }) : [])
  }, [content, slabs, plane, parts])
  return <div class="stage-texts" ref={element} />
}
