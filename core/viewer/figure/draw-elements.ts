import { toShownText } from '../../contract/text/visible-text.ts'

/** The colours of texts that stand on no ground of their own. */
export interface Ink {
  readonly text: string
  readonly halo: string
}

/** Elements of the page that are no part of a picture. */
const skipped = [
  'input, button, select, textarea, .panel-hidden, .stage-canvas, .stage-note, .stage-middle',
  '.clip-handles, .place-handles',
].join()
const haloWidth = 3

/**
 * Draws an element of the page and all inside it: grounds, borders, canvases and texts, where they stand in
 * the window, in CSS pixels. What is written in the colour of the page is written with the ink.
 */
export function drawElement(
  context: OffscreenCanvasRenderingContext2D,
  element: Element,
  ink: Ink | null,
): void {
  const style = getComputedStyle(element)
  if (element.matches(skipped) || style.display === 'none' || style.visibility === 'hidden') return
  const box = element.getBoundingClientRect()
  const { globalAlpha } = context
  context.globalAlpha = globalAlpha * (Number.parseFloat(style.opacity) || 0)
  const hasGround = fillGround(context, box, style, ink)
  strokeBorders(context, box, style, ink)
  if (element instanceof HTMLCanvasElement && box.width > 0) drawCanvas(context, box, style, element)
  const inner = hasGround ? null : ink
  for (const node of element.childNodes) {
    if (node instanceof Element) drawElement(context, node, inner)
    else if (node instanceof Text) drawText(context, node, style, inner)
  }
  context.globalAlpha = globalAlpha
}

/** Returns whether texts inside stand on a ground of their own. */
function fillGround(
  context: OffscreenCanvasRenderingContext2D,
  { x, y, width, height }: DOMRect,
  { backgroundColor, color, borderTopLeftRadius }: CSSStyleDeclaration,
  ink: Ink | null,
): boolean {
  if (width * height === 0 || /, 0\)$|^transparent$/.test(backgroundColor)) return false
  context.fillStyle = ink && backgroundColor === color ? ink.text : backgroundColor
  const radius = Math.min(height / 2, Number.parseFloat(borderTopLeftRadius) || 0)
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
  return true
}

function strokeBorders(
  context: OffscreenCanvasRenderingContext2D,
  { left, top, right, bottom, width, height }: DOMRect,
  style: CSSStyleDeclaration,
  ink: Ink | null,
): void {
  const [above, beside, below, before] = [
    style.borderTopWidth,
    style.borderRightWidth,
    style.borderBottomWidth,
    style.borderLeftWidth,
  ].map(Number.parseFloat)
  context.fillStyle = ink?.text ?? style.borderTopColor
  if (above) context.fillRect(left, top, width, above)
  if (below) context.fillRect(left, bottom - below, width, below)
  if (before) context.fillRect(left, top, before, height)
  if (beside) context.fillRect(right - beside, top, beside, height)
}

function drawCanvas(
  context: OffscreenCanvasRenderingContext2D,
  { x, y, width, height }: DOMRect,
  { imageRendering }: CSSStyleDeclaration,
  canvas: HTMLCanvasElement,
): void {
  context.imageSmoothingEnabled = imageRendering !== 'pixelated'
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, x, y, width, height)
}

function drawText(
  context: OffscreenCanvasRenderingContext2D,
  node: Text,
  style: CSSStyleDeclaration,
  ink: Ink | null,
): void {
  const text = node.data.replace(/\s+/g, ' ').trim()
  const range = document.createRange()
  range.selectNodeContents(node)
  const [line] = range.getClientRects()
  if (text === '' || !line) return
  context.font = toFont(style)
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(text)
  const baseline = line.top + (line.height + ascent - descent) / 2
  const halo = style.textShadow === 'none' ? 'transparent' : 'rgb(0 0 0 / 70%)'
  writeText(context, text, [line.left, baseline], ink ?? { text: style.color, halo })
}

/** Writes a text of others in the context's font, at the left end of its baseline. */
export function writeText(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  [x, y]: readonly [number, number],
  ink: Ink,
): void {
  context.lineJoin = 'round'
  context.lineWidth = haloWidth
  context.strokeStyle = ink.halo
  const shown = toShownText(text)
  context.strokeText(shown, x, y)
  context.fillStyle = ink.text
  context.fillText(shown, x, y)
}

/** Returns the font of a style, as a canvas takes it. */
export function toFont({ fontStyle, fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): string {
  return `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
}
