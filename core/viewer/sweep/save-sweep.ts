import { SpecimenError } from '../../contract/domain/errors.ts'
import { toShownText } from '../../contract/text/visible-text.ts'
import type { Stage } from '../stage/stage.ts'
import { type SweepStep, stepMilliseconds } from './run-sweep.ts'

const captionHeight = 32

/** Returns pictures in rows, as PNG. */
export async function drawContactSheet(pictures: readonly OffscreenCanvas[]): Promise<Blob> {
  const { width, height } = pictures[0] ?? { width: 1, height: 1 }
  const columns = Math.ceil(Math.sqrt(pictures.length))
  const sheet = new OffscreenCanvas(columns * width, Math.ceil(pictures.length / columns) * height)
  const context = sheet.getContext('2d')
  for (const [i, picture] of pictures.entries())
    context?.drawImage(picture, (i % columns) * width, Math.floor(i / columns) * height)
  return await sheet.convertToBlob({ type: 'image/png' })
}

/** Returns pictures as a film, which is recorded as it is played. @throws where nothing records it */
export async function recordFilm(pictures: readonly OffscreenCanvas[]): Promise<Blob> {
  if (typeof MediaRecorder === 'undefined')
    throw new SpecimenError('webgl.missing', 'This browser records no films. Save a contact sheet instead.')
  const { width = 1, height = 1 } = pictures[0] ?? {}
  const film = document.createElement('canvas')
  Object.assign(film, { width, height })
  const context = film.getContext('2d')
  const recorder = new MediaRecorder(film.captureStream(), { videoBitsPerSecond: 8e6 })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  const isEnded = new Promise((resolve) => {
    recorder.onstop = resolve
  })
  recorder.start()
  for (const picture of pictures) {
    context?.drawImage(picture, 0, 0)
    await new Promise((resolve) => setTimeout(resolve, stepMilliseconds))
  }
  recorder.stop()
  await isEnded
  return new Blob(parts, { type: recorder.mimeType })
}

/** Returns the picture of a step with a text below, in the colour and the font of a style. */
export async function drawStep(
  stage: Stage,
  step: SweepStep,
  [width, height, caption]: readonly [width: number, height: number, caption: string],
  style: CSSStyleDeclaration,
): Promise<OffscreenCanvas> {
  const canvas = new OffscreenCanvas(width, height + captionHeight)
  const context = canvas.getContext('2d')
  if (!context || step.content.type === 'file') return canvas
  await stage.show(step.content)
  context.fillStyle = style.getPropertyValue('--stage')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(await stage.screenshot(width, height), 0, 0)
  context.fillStyle = '#eceef1'
  context.textAlign = 'center'
  context.font = `15px ${style.fontFamily}`
  context.fillText(toShownText(caption), width / 2, height + captionHeight * 0.6, width)
  return canvas
}
