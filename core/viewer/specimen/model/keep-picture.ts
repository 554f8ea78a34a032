import type { Prepared } from '../../../data/prepared/prepared.ts'
import { toChanged } from '../../panel/values.ts'
import type { Stage } from '../../stage/stage.ts'
import type { SpecimenModel } from './specimen-model.ts'

/** Pixels of the small pictures of presets and of what was tried. */
export const [pictureWidth, pictureHeight] = [144, 108]
const restMilliseconds = 300

/** Adds a small picture of a result to what was tried, once it has been on the screen for a moment. */
export function keepPicture(model: SpecimenModel, stage: Stage, prepared: Prepared): void {
  const add = model.tried.begin()
  const isResting = (): boolean =>
    model.prepared.peek() === prepared &&
    model.run.peek().shown?.isPreview === false &&
    model.work.peek().stage === 'idle'
  const draw = async (): Promise<void> => {
    const schema = model.body.peek()?.schema
    const { shown } = model.run.peek()
    if (!schema || !shown || !isResting()) return
    const canvas = await stage.screenshot(pictureWidth, pictureHeight)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
    const reader = new FileReader()
    reader.onload = () => add({ params: toChanged(schema, shown.params), picture: `${reader.result}` })
    reader.readAsDataURL(blob)
  }
  // The picture is an extra: a lost card or a page that closes has none.
  setTimeout(() => draw().catch(() => {}), restMilliseconds)
}
