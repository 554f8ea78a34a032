import type { Mesh } from 'specimen-host/plugin'

declare const mesh: Mesh
interface Options {
  size?: number
  box: { x: number }
}
export const destructuredRest = ({ box, ...others }: Options): Mesh => mesh
export const destructuredNested = ({ box: { x } }: Options): Mesh => mesh
export const destructuredComputed = ({ box, ['size']: size }: Options): Mesh => mesh
export const destructuredNothing = ({}: Options): Mesh => mesh
