import { Data3DTexture, type WebGLRenderer } from 'three'
import { describe, expect, it } from 'vitest'
import { createUpload, uploadBytes } from '../../../core/viewer/stage/upload-parts.ts'

const side = 1024
const layersOfPart = uploadBytes / side ** 2

/** Of one byte a sample. */
function createVolume(depth: number) {
  const data = new Uint8Array(side * side * depth)
  const take = (from: number, to: number) =>
    new Data3DTexture(data.subarray(from * side ** 2, to * side ** 2), side, side, to - from)
  return {
    texture: new Data3DTexture(data, side, side, depth),
    layers: { count: depth, byteLength: data.length, take },
  }
}

/** Says what a renderer is asked for: the room, or the layers from one up to another. */
function createRecorder() {
  const asked: (string | readonly [from: number, to: number])[] = []
  const renderer = {
    initTexture: () => asked.push('room'),
    copyTextureToTexture: (source: Data3DTexture, _into: unknown, _region: null, { z }: { z: number }) =>
      asked.push([z, z + source.image.depth]),
  } as unknown as WebGLRenderer // all of it that an upload uses
  return { asked, renderer }
}

describe('a texture that goes to the card in parts', () => {
  it('gets its room by itself, and then a part with each call, of which the last may be smaller', () => {
    const { texture, layers } = createVolume(2 * layersOfPart + 3)
    const { asked, renderer } = createRecorder()
    const upload = createUpload(texture, layers)
    const seen: number[] = []
    while (upload?.(renderer)) seen.push(asked.length)
    expect(seen).toEqual([1, 2, 3, 4])
    const [part, rest] = [layersOfPart, 2 * layersOfPart + 3]
    expect(asked).toEqual(['room', [0, part], [part, 2 * part], [2 * part, rest]])
    expect(texture.source.dataReady).toBe(false)
  })

  it('is one of more bytes than the card is handed at a time', () => {
    const { texture, layers } = createVolume(layersOfPart)
    expect(createUpload(texture, layers)).toBeUndefined()
    expect(texture.source.dataReady).toBe(true)
  })
})
