import type { Mesh } from 'specimen-host/plugin'

declare const mesh: Mesh
interface Options {
  size?: number
  box: { x: number }
}
const preset = { size: 2 }
export const destructuredWhole = ({ size, box: b }: Partial<Options> = { size: 4, box: { x: 1 } }): Mesh => mesh
export const destructuredPreset = ({ size = 1 }: { size?: number } = preset): Mesh => mesh
export const destructuredCall = ({ size = 1 }: { size?: number } = Object.create(null)): Mesh => mesh
export const destructuredOther = ({ size = 1, width = size * 2 }: { size?: number; width?: number }): Mesh => mesh
export const destructuredMisfit = ({ size = 'big' }: { size?: number }): Mesh => mesh
