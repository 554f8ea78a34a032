import type { Mesh } from 'specimen-host/plugin'

declare const mesh: Mesh
interface Options {
  size?: number
  box: { x: number }
}
export const destructuredUnion = ({ size }: Options | { size: string }): Mesh => mesh
export const destructuredText = ({ length }: string): Mesh => mesh
export const destructuredAny = ({ size }: any): Mesh => mesh
export const destructuredMisspelt = ({ box, sise = 1 }: Options): Mesh => mesh
export const destructuredOpen = ({ width }: Record<string, number>): Mesh => mesh
export const destructuredLeftOut = ({ size }: Options): Mesh => mesh
export const destructuredUntyped = ({ size, closed = true }): Mesh => mesh
