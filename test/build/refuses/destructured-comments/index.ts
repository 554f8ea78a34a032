import type { Mesh } from 'specimen-host/plugin'

declare const mesh: Mesh
/**
 * @param options - The whole.
 * @minimum 3
 */
export const destructuredTagOfTheWhole = ({ size }: { size: number }): Mesh => mesh
export const destructuredTagBefore = (/** @maximum 2 */ { size }: { size: number }): Mesh => mesh
