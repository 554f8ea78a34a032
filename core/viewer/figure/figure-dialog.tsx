import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Params } from '../../contract/domain/schema.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { Panel } from '../panel/panel.tsx'
import { saveFile } from '../parts/save.ts'
import { isShutIn } from '../parts/shut-in.ts'
import { drawFigure, type FigureSource, measureFigure, toPng } from './draw-figure.ts'
import { type FigureChoice, readFigureChoice, toFigureSchema } from './figure-choice.ts'

/** The picture of a specimen, and the name of a file for it. */
export interface FigureProps {
  /** The element of the picture with all that stands in and around it. */
  readonly root: HTMLElement
  readonly drawStage: FigureSource['drawStage']
  readonly fileName: string
  /** The wishes of the last time. */
  readonly params: Signal<Params>
  readonly onClose: () => void
}

/** A dialog that saves or copies the picture as a figure. */
export function FigureDialog(props: FigureProps) {
  const { root, params, fileName, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const note = useSignal<{ readonly role: 'status' | 'alert'; readonly text: string } | null>(null)
  const parts = useMemo(() => {
    const names = [...root.querySelectorAll('.slice-name')].map((name) => name.textContent ?? '')
    const [isLarge, hasBar] = ['.slice-stage', '.legend'].map((part) => root.querySelector(part) !== null)
    return { slices: names, isLarge: isLarge === true, hasBar: hasBar === true }
  }, [root])
  useLayoutEffect(() => {
    root.classList.add('is-figure') // lists are whole in a figure, and scroll on the page
    dialog.current?.showModal()
    return () => root.classList.remove('is-figure')
  }, [root])
  const choice = readFigureChoice(parts, params.value)
  const source = findSource(props, choice.content)
  const { width, height } = measureFigure(source, choice)
  const schema = useMemo(() => toFigureSchema(parts, params.value), [parts, params.value.size])
  const act = async (use: (png: Promise<Blob>) => Promise<string | null>): Promise<void> => {
    note.value = { role: 'status', text: 'Drawing …' }
    try {
      const text = await use(drawFigure(source, choice).then(toPng))
      if (text === null) dialog.current?.close()
      else note.value = { role: 'status', text }
    } catch (error) {
      note.value = { role: 'alert', text: toThrownText(error) }
    }
  }
  const change = (changed: Params): void => {
    params.value = changed
    note.value = null
  }
  return (
    <dialog ref={dialog} class="figure-dialog" aria-labelledby="figure-title" onClose={onClose}>
      <h2 id="figure-title">Picture</h2>
      <Panel
        title="Picture to save"
        hasHeading={false}
        schema={schema}
        params={params}
        shownParams={null}
        issues={[]}
        onDrag={change}
        onSettle={change}
      />
      <Preview source={source} choice={choice} width={width} height={height} />
      <p class="figure-size">{`${width} × ${height} pixels`}</p>
      <p class="figure-note" role={note.value?.role ?? 'status'}>
        {note.value?.text}
      </p>
      <footer>
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <button type="button" class="button" onClick={() => void act(copyPicture)}>
          Copy
        </button>
        <button type="button" class="button is-main" onClick={() => void act(savePicture(fileName))}>
          Save as PNG
        </button>
      </footer>
    </dialog>
  )
}

/** In CSS pixels; it is drawn finer, because lines would be thinner than a pixel. */
const previewSide = { width: 340, height: 180 }
const previewFactor = 2

interface PreviewProps {
  readonly source: FigureSource
  readonly choice: FigureChoice
  readonly width: number
  readonly height: number
}

/** The figure in small. A refusal is said when it is saved. */
function Preview(props: PreviewProps) {
  const { source, choice, width, height } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = Math.min(previewSide.width / width, previewSide.height / height)
  const [columns, rows] = [Math.ceil(width * scale), Math.ceil(height * scale)]
  useEffect(() => {
    let isWanted = true
    drawFigure(source, { ...choice, size: [columns * previewFactor, rows * previewFactor] }).then(
      (drawn) => {
        if (!canvas.current || !isWanted) return
        Object.assign(canvas.current, { width: drawn.width, height: drawn.height })
        canvas.current.getContext('2d')?.drawImage(drawn, 0, 0)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [JSON.stringify(choice), columns, rows])
  return (
    <canvas
      class="figure-preview"
      role="img"
      aria-label="Preview"
      ref={canvas}
      style={{ width: `${columns}px`, height: `${rows}px` }}
    />
  )
}

function findSource({ root, drawStage }: FigureProps, content: FigureChoice['content']): FigureSource {
  const found =
    typeof content === 'number'
      ? root.querySelectorAll<HTMLElement>('.slice')[content]
      : root.querySelector<HTMLElement>(content === 'slices' ? '.slices-row' : '.stage')
  return {
    drawStage,
    content: found ?? root,
    bar: root.querySelector<HTMLElement>('.legend'),
    title: root.closest('.specimen')?.querySelector('h1') ?? root,
  }
}

function savePicture(fileName: string) {
  return async (png: Promise<Blob>): Promise<null> => {
    saveFile(fileName, await png)
    return null
  }
}

/** Puts a picture on the clipboard: at once, as the press of the button allows, and the bytes follow. */
async function copyPicture(png: Promise<Blob>): Promise<string> {
  if (typeof ClipboardItem === 'undefined' || navigator.clipboard === undefined || isShutIn()) {
    await png
    return 'This browser lets no page at this address copy a picture. Save it instead.'
  }
  await Promise.all([png, navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])])
  return 'The picture is copied.'
}
