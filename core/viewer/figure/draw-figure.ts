import { SpecimenError } from '../../contract/domain/errors.ts'
import { drawElement, type Ink, toFont, writeText } from './draw-elements.ts'
import type { FigureChoice } from './figure-choice.ts'

/** The elements and the drawing from which a figure is made. */
export interface FigureSource {
  /** Returns the picture in 3D in this size, in pixels. */
  readonly drawStage: (width: number, height: number) => Promise<OffscreenCanvas>
  /** The element of the picture or of the slices to be drawn. */
  readonly content: HTMLElement
  readonly bar: HTMLElement | null
  /** The heading of the page. */
  readonly title: HTMLElement
}

/** A part of a figure, in its pixels. */
type Area = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>

/** In CSS pixels. */
const margin = 16
const titleHeight = 44

const inks: { readonly [ground in FigureChoice['ground']]: Ink } = {
  transparent: { text: '#1a1d23', halo: 'rgb(255 255 255 / 85%)' },
  white: { text: '#1a1d23', halo: 'rgb(255 255 255 / 85%)' },
  dark: { text: '#eceef1', halo: 'rgb(20 22 27 / 85%)' },
}
const grounds = { white: '#ffffff', dark: '#1b1e25' } as const

/** The picture and the bar of a figure, in pixels of the page. */
interface FigurePage {
  readonly picture: Pick<Area, 'width' | 'height'>
  readonly barHeight: number
  readonly pixelRatio: number
}

/** The size of a figure in pixels, and the place of the picture in it. */
export interface FigureLayout {
  readonly width: number
  readonly height: number
  /** Pixels for each CSS pixel of the page. */
  readonly scale: number
  /** The title stands above it, the colour bar below. */
  readonly picture: { x: number; y: number; width: number; height: number }
}

/**
 * Returns the layout of a figure. A multiple of the page gets its title and its colour bar beside the picture
 * as it is on the screen; in a size of its own they take their part of it.
 */
export function layOutFigure(
  page: FigurePage,
  { size, hasTitle, hasBar }: Pick<FigureChoice, 'size' | 'hasTitle' | 'hasBar'>,
): FigureLayout {
  const [above, below] = [hasTitle ? titleHeight : 0, hasBar ? page.barHeight + 2 * margin : 0]
  const [usualWidth, usualHeight] = [page.picture.width, page.picture.height + above + below]
  const isOwn = typeof size !== 'number'
  const scale = isOwn ? Math.min(size[0] / usualWidth, size[1] / usualHeight) : size * page.pixelRatio
  const [width, height] = isOwn ? size : [Math.round(usualWidth * scale), Math.round(usualHeight * scale)]
  const y = Math.round(above * scale)
  return {
    width,
    height,
    /** Pixels for each CSS pixel of the page. */
    scale,
    /** The title stands above it, the colour bar below. */
    picture: { x: 0, y, width, height: Math.max(1, height - y - Math.round(below * scale)) },
  }
}

/** Returns the layout of a figure of what is on the page. */
export function measureFigure({ content, bar }: FigureSource, choice: FigureChoice): FigureLayout {
  const barHeight = bar?.getBoundingClientRect().height ?? 0
  return layOutFigure({ picture: measureContent(content), barHeight, pixelRatio: devicePixelRatio }, choice)
}

/** Returns the box of a part of the page: of slices with a margin, and without the sliders below them. */
function measureContent(content: HTMLElement): Area {
  const slices = [...content.querySelectorAll('canvas, figcaption')].filter((part) => part.closest('.slice'))
  if (slices.length === 0) return content.getBoundingClientRect()
  const boxes = slices.map((part) => part.getBoundingClientRect())
  const x = Math.min(...boxes.map(({ left }) => left)) - margin
  const y = Math.min(...boxes.map(({ top }) => top)) - margin
  const width = Math.max(...boxes.map(({ right }) => right)) + margin - x
  return { x, y, width, height: Math.max(...boxes.map(({ bottom }) => bottom)) + margin - y }
}

/** Draws a figure. @throws what the stage throws, and `result.too-large` */
export async function drawFigure(source: FigureSource, choice: FigureChoice): Promise<OffscreenCanvas> {
  const { ground, content } = choice
  const { width, height, scale, picture: area } = measureFigure(source, choice)
  const ink = inks[ground]
  const picture = content === 'stage' ? await source.drawStage(area.width, area.height) : null
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw tooLargeError()
  if (ground !== 'transparent') {
    context.fillStyle = grounds[ground]
    context.fillRect(0, 0, width, height)
  }
  if (picture) context.drawImage(picture, area.x, area.y)
  place(context, measureContent(source.content), area)
  drawElement(context, source.content, ink)
  if (choice.hasBar && source.bar) {
    const box = source.bar.getBoundingClientRect()
    const [barWidth, barHeight] = [box.width * scale, box.height * scale]
    const [x, y] = [width - barWidth - margin * scale, height - barHeight - margin * scale]
    place(context, box, { x, y, width: barWidth, height: barHeight })
    drawElement(context, source.bar, ink)
  }
  if (choice.hasTitle) {
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.font = toFont(getComputedStyle(source.title))
    writeText(context, source.title.textContent ?? '', [margin, titleHeight - margin], ink)
  }
  return canvas
}

/** Returns a drawn figure as PNG. @throws `result.too-large` */
export async function toPng(canvas: OffscreenCanvas): Promise<Blob> {
  return await canvas.convertToBlob({ type: 'image/png' }).catch(() => {
    throw tooLargeError()
  })
}

/** Makes a context draw in the pixels of the window, with a box of it in the middle of an area. */
function place(context: OffscreenCanvasRenderingContext2D, box: Area, area: Area): void {
  const scale = Math.min(area.width / box.width, area.height / box.height)
  const x = area.x + (area.width - box.width * scale) / 2 - box.x * scale
  const y = area.y + (area.height - box.height * scale) / 2 - box.y * scale
  context.setTransform(scale, 0, 0, scale, x, y)
}

function tooLargeError(): SpecimenError {
  return new SpecimenError('result.too-large', 'The browser has no room for a picture of this size.')
}
