import { DataTexture, DataUtils, HalfFloatType, LinearFilter } from 'three'
import { colormapSize } from '../../contract/look/colormaps.ts'
import { toLinear } from '../../contract/look/linear-light.ts'
import { opacityAt } from '../../contract/look/opacity-curve.ts'
import { sampleTransfer, type Transfer, toExtinction } from '../../contract/look/volume-transfer.ts'
import type { PartDisplay } from './view.ts'

/** The texture of a transfer function. */
export interface TransferTexture {
  readonly texture: DataTexture
  /** A colour, in sRGB, is that of all values. */
  apply(transfer: Transfer, isInverted: boolean, color?: PartDisplay['color']): void
}

/**
 * Creates a transfer function as a texture of half floats; the caller disposes of it. The first row has the
 * linear colours, and in alpha the optical depth of the longest side. The second row has in red, for each
 * entry, the index of the next one that is not clear: what a brick needs to be passed over.
 */
export function createTransferTexture(): TransferTexture {
  const texture = new DataTexture(new Uint16Array(8 * colormapSize), colormapSize, 2)
  texture.type = HalfFloatType
  texture.magFilter = LinearFilter
  texture.minFilter = LinearFilter
  texture.needsUpdate = true
  let shown = ''
  return {
    texture,
    apply(transfer, isInverted, color) {
      const wanted = JSON.stringify([transfer.colormap, transfer.labels, transfer.opacity, isInverted, color])
      if (wanted === shown) return
      shown = wanted
      texture.image = { data: toHalves(transfer, isInverted, color), width: colormapSize, height: 2 }
      texture.needsUpdate = true
    },
  }
}

function toHalves(
  transfer: Transfer,
  isInverted: boolean,
  color: PartDisplay['color'],
): Uint16Array<ArrayBuffer> {
  const { opacity } = transfer
  const bytes = sampleTransfer(transfer, isInverted)
  const halves = new Uint16Array(8 * colormapSize)
  let next = colormapSize
  for (let i = colormapSize - 1; i >= 0; i--) {
    for (let channel = 0; channel < 3; channel++)
      halves[4 * i + channel] = DataUtils.toHalfFloat(
        toLinear((color?.[channel] ?? bytes[4 * i + channel] ?? 0) / 255),
      )
    const extinction = toExtinction(opacityAt(opacity, i / (colormapSize - 1)))
    halves[4 * i + 3] = DataUtils.toHalfFloat(extinction)
    if (extinction > 0) next = i
    halves[4 * (colormapSize + i)] = DataUtils.toHalfFloat(next)
  }
  return halves
}
