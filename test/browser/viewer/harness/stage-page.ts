/** Runs in the page: a canvas with a stage, and what the tests ask of it. */

import type { Result } from '../../../../core/contract/domain/result/result.ts'
import type { CameraPose } from '../../../../core/contract/look/camera-pose.ts'
import { type Display, defaultDisplay } from '../../../../core/contract/look/display.ts'
import { readView } from '../../../../core/contract/look/view-text.ts'
import { usualLimits } from '../../../../core/data/prepared/grid.ts'
import { prepare } from '../../../../core/data/prepared/prepare.ts'
import { prepareVolume } from '../../../../core/data/prepared/prepare-volume.ts'
import type { Prepared } from '../../../../core/data/prepared/prepared.ts'
import { createStage } from '../../../../core/viewer/stage/create-stage.ts'
import { listLabels } from '../../../../core/viewer/stage/labels.ts'
import type { Stage } from '../../../../core/viewer/stage/stage.ts'
import { countHeld } from './count-held.ts'
import { scenes, shrink } from './scenes.ts'
import { makeBox, makeCloud, makeKnot } from './shapes.ts'

/** What a stage told, counted. */
export interface Told {
  frames: number
  /** True after a quick frame, which a sharp one follows. */
  isQuick: boolean
  readonly cameras: CameraPose[]
  readonly lost: boolean[]
}

countHeld()

function open(width: number, height: number, pixelRatio = 1) {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = `display: block; width: ${width}px; height: ${height}px`
  document.body.style.margin = '0'
  document.body.replaceChildren(canvas)
  const told: Told = { frames: 0, isQuick: false, cameras: [], lost: [] }
  const stage: Stage = createStage(canvas, {
    onFrame: (isQuick) => {
      told.frames++
      told.isQuick = isQuick
    },
    onCamera: (pose) => told.cameras.push(pose),
    onLost: (isLost) => told.lost.push(isLost),
  })
  stage.resize(width, height, pixelRatio)
  return { canvas, stage, told }
}

/** Returns a volume that goes to the card in two steps; its last layers have a value of their own. */
function makeLargeVolume(last: number): Prepared {
  const shape = [40, 512, 512]
  const data = new Uint8Array(40 * 512 * 512).fill(60)
  data.fill(last, 36 * 512 * 512)
  return prepareVolume({ type: 'volume', shape, dtype: 'uint8', data }, usualLimits)
}

async function toBase64(canvas: OffscreenCanvas): Promise<string> {
  const png = await canvas.convertToBlob({ type: 'image/png' })
  const bytes = Array.from(new Uint8Array(await png.arrayBuffer()), (byte) => String.fromCharCode(byte))
  return btoa(bytes.join(''))
}

const stageTools = {
  open,
  makeBox,
  makeCloud,
  makeKnot,
  makeLargeVolume,
  listLabels,
  prepare: (result: Result): Prepared => prepare(result),
  readView,
  scenes,
  shrink,
  toBase64,
  display: (changes: Partial<Display>): Display => ({ ...defaultDisplay, colormap: 'viridis', ...changes }),
}
export type StageTools = typeof stageTools
declare global {
  var tools: StageTools
}
globalThis.tools = stageTools
