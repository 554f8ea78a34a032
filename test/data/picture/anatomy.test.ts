/** One head in files of all directions: one picture. The right sides are those of the phantom, by construction. */
import { convertIndexedToRgb, decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { drawResult } from '../../../core/data/picture/draw-result.ts'
import { makeHead, makeObliqueHead } from '../../support/head-phantom.ts'

const edge = 96

async function draw(bytes: Uint8Array, view = ''): Promise<Uint8Array> {
  const result = await decodeFile(bytes, 'head.nii')
  return drawRgb(result, view)
}

function drawRgb(result: Result, view: string, axes?: string): Uint8Array {
  const picture = decode(drawResult(result, { view, axes }, { width: edge, height: edge }))
  return Uint8Array.from(convertIndexedToRgb(picture))
}

/** Returns the mean difference of the channels, of 255. */
function differ(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length
}

function mirror(rgb: Uint8Array): Uint8Array {
  return rgb.map((_, i) => {
    const [pixel, channel] = [Math.floor(i / 3), i % 3]
    const [row, column] = [Math.floor(pixel / edge), pixel % edge]
    return rgb[3 * (row * edge + edge - 1 - column) + channel] ?? 0
  })
}

describe('a head', () => {
  let right: Uint8Array
  beforeAll(async () => {
    right = await draw(makeHead('RAS'))
  })

  it('faces the camera: the ball on its left cheek is on the right of the picture', async () => {
    const from = await draw(makeHead('RAS'), 'camera=0,1,0')
    const widthOf = (columns: readonly [number, number]): number => {
      let sum = 0
      for (let pixel = 0; pixel < edge * edge; pixel++) {
        const column = pixel % edge
        if (column >= columns[0] && column < columns[1] && (from[3 * pixel] ?? 0) > 60) sum++
      }
      return sum
    }
    expect(widthOf([edge / 2, edge])).toBeGreaterThan(1.03 * widthOf([0, edge / 2]))
    expect(differ(right, mirror(right))).toBeGreaterThan(8)
  })

  it.each(['LAS', 'LPS', 'PIR', 'LAI', 'ASL', 'RSP'])('of the axes %s has the same picture', async (axes) => {
    expect(differ(await draw(makeHead(axes)), right)).toBeLessThan(0.5)
  })

  it.each([25, -40])('in a box that is turned by %s degrees has the same picture', async (degrees) => {
    const oblique = await draw(makeObliqueHead(degrees))
    expect(differ(oblique, right)).toBeLessThan(6)
    expect(differ(mirror(oblique), right)).toBeGreaterThan(2 * differ(oblique, right))
  })
})

describe('a mesh whose author says its axes', () => {
  const hand = {
    type: 'mesh',
    vertices: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 0, 2, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2),
  } as const satisfies Result
  const turned = { ...hand, vertices: hand.vertices.map((part, i) => (i % 3 === 2 ? part : 0 - part)) }

  it('is drawn in them', () => {
    const right = drawRgb(hand, '', 'mm, RAS')
    expect(differ(drawRgb(turned, '', 'mm, LPS'), right)).toBeLessThan(0.01)
    expect(differ(drawRgb(turned, '', 'mm, RAS'), right)).toBeGreaterThan(5)
  })

  it('is not turned inside out by a mirror', () => {
    const vertices = hand.vertices.map((part, i) => (i % 3 === 0 ? 0 - part : part))
    const mirrored = { ...hand, vertices, indices: hand.indices.toReversed() }
    expect(differ(drawRgb(mirrored, '', 'mm, LAS'), drawRgb(hand, '', 'mm, RAS'))).toBeLessThan(0.01)
  })
})
