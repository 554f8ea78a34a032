import type { Mesh } from 'specimen-host/plugin'

declare const mesh: Mesh
export const beside = (size: number, { size: inner }: { size: number }): Mesh => mesh
export const inOne = ({ size, size: again }: { size: number }): Mesh => mesh
