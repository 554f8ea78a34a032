import type { ImageResult } from '../../contract/domain/result/result.ts'
import type { ImageFacts } from '../../contract/wire/facts.ts'
import { measureChannel } from './measure-statistics.ts'
import { listValueTexts } from './texts.ts'

/** Returns the facts of an image; `ImageFacts` defines each. */
export function measureImage(image: ImageResult): ImageFacts {
  const { width, height, channels: count, dtype, data } = image
  const channels = Array.from({ length: count }, (_, first) => measureChannel(data, { first, step: count }))
  return { kind: 'image', width, height, dtype, ...listValueTexts(image), channels }
}
