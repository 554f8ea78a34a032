/**
 * What works on any volume: its connected parts, other grids for it, a plane through it, and a part of it.
 */
export { components } from './components.ts'
export { region } from './region.ts'
export { resample } from './resample.ts'
export { section } from './section.ts'
