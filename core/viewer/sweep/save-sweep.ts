import { SpecimenError } from '../../domain/errors.ts'
import type { Stage } from '../stage/stage.ts'
import { type SweepStep, stepMilliseconds } from './run-sweep.ts'

const captionHeight = 32

/** A step with the text below its picture. */
export interface CaptionedStep {
  readonly step: SweepStep
  readonly caption: string
}

/**
 * Returns all steps as pictures in rows, as PNG, with the colour and the font of a style.
 * @throws what the stage throws
 */
export async function drawContactSheet(
  stage: Stage,
  steps: readonly CaptionedStep[],
  style: CSSStyleDeclaration,
): Promise<Blob> {
  const [width, height] = [320, 240]
  const columns = Math.ceil(Math.sqrt(steps.length))
  const sheet = new OffscreenCanvas(
    columns * width,
    Math.ceil(steps.length / columns) * (height + captionHeight),
  )
  const context = sheet.getContext('2d')
  for (const [i, step] of steps.entries()) {
    const picture = await drawStep(stage, step, [width, height], style)
    context?.drawImage(picture, (i % columns) * width, Math.floor(i / columns) * picture.height)
  }
  return await sheet.convertToBlob({ type: 'image/png' })
}

/** Returns all steps as a film, which is recorded as it is played. @throws where nothing records it */
export async function recordFilm(
  stage: Stage,
  steps: readonly CaptionedStep[],
  style: CSSStyleDeclaration,
): Promise<Blob> {
  if (typeof MediaRecorder === 'undefined')
    throw new SpecimenError('webgl.missing', 'This browser records no films. Save a contact sheet instead.')
  const [width, height] = [800, 600]
  const pictures: OffscreenCanvas[] = []
  for (const step of steps) pictures.push(await drawStep(stage, step, [width, height], style))
  const film = document.createElement('canvas')
  Object.assign(film, { width, height: height + captionHeight })
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

async function drawStep(
  stage: Stage,
  { step, caption }: CaptionedStep,
  [width, height]: readonly [number, number],
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
  context.fillText(caption, width / 2, height + captionHeight * 0.6, width)
  return canvas
}
