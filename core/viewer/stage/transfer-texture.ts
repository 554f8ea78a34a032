import { DataTexture, DataUtils, HalfFloatType, LinearFilter } from 'three'
import { colormapSize, sampleColormap } from '../../look/colormaps.ts'
import { opacityAt } from '../../look/opacity-curve.ts'
import { type Transfer, toExtinction } from '../../look/volume-transfer.ts'

/**
 * Creates a transfer function as a texture of half floats; the caller disposes of it. The first row has the
 * linear colours, and in alpha the optical depth of the longest side. The second row has in red, for each
 * entry, the index of the next one that is not clear: what a brick needs to be passed over.
 */
export function createTransferTexture() {
  const texture = new DataTexture(new Uint16Array(8 * colormapSize), colormapSize, 2)
  texture.type = HalfFloatType
  texture.magFilter = LinearFilter
  texture.minFilter = LinearFilter
  texture.needsUpdate = true
  let shown = ''
  return {
    texture,
    apply(transfer: Transfer, isInverted: boolean) {
      const wanted = JSON.stringify([transfer.colormap, transfer.opacity, isInverted])
      if (wanted === shown) return
      shown = wanted
      texture.image = { data: sampleTransfer(transfer, isInverted), width: colormapSize, height: 2 }
      texture.needsUpdate = true
    },
  }
}

function sampleTransfer({ colormap, opacity }: Transfer, isInverted: boolean): Uint16Array<ArrayBuffer> {
  const bytes = sampleColormap(colormap, isInverted)
  const halves = new Uint16Array(8 * colormapSize)
  let next = colormapSize
  for (let i = colormapSize - 1; i >= 0; i--) {
    for (let channel = 0; channel < 3; channel++)
      halves[4 * i + channel] = DataUtils.toHalfFloat(toLinear((bytes[4 * i + channel] ?? 0) / 255))
    const extinction = toExtinction(opacityAt(opacity, i / (colormapSize - 1)))
    halves[4 * i + 3] = DataUtils.toHalfFloat(extinction)
    if (extinction > 0) next = i
    halves[4 * (colormapSize + i)] = DataUtils.toHalfFloat(next)
  }
  return halves
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
