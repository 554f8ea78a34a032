/** What a graphics card cannot take is refused with the figures, before anything is made. */
import { describe, expect, it } from 'vitest'
import { createImageView } from '../../../core/viewer/stage/image-view.ts'
import { createVolumeView } from '../../../core/viewer/stage/volume-view.ts'
import { makeVolume } from './make-volume.ts'

const card = { textureSize: 64, volumeSize: 16 }
const volume = (width: number) => makeVolume({ size: [width, 4, 4], value: (x) => x })
const image = (height: number) =>
  ({
    type: 'image',
    result: {
      type: 'image',
      width: 2,
      height,
      channels: 3,
      dtype: 'uint8',
      data: new Uint8Array(6 * height),
    },
    bounds: { low: [0, 0, 0], high: [2, height, 0] },
    range: [0, 255],
  }) as const

describe('a graphics card', () => {
  it('takes volumes up to its size, and refuses others with the figures', () => {
    expect(createVolumeView(volume(16), card).bounds.high[0]).toBe(15.5)
    expect(() => createVolumeView(volume(17), card)).toThrow(
      expect.objectContaining({
        code: 'result.too-large',
        message: 'The volume is 17 × 4 × 4 samples; this graphics card takes 16 a side.',
      }),
    )
  })

  it('takes images up to its size, and refuses others with the figures', () => {
    expect(createImageView(image(64), card).byteLength).toBe(2 * 64 * 4) // RGB takes the place of RGBA
    expect(() => createImageView(image(65), card)).toThrow(
      expect.objectContaining({
        code: 'result.too-large',
        message: 'The image is 2 × 65 pixels; this graphics card takes 64 a side.',
      }),
    )
  })
})
