/** What works on any volume: its connected parts, and other grids for it. */
export { components } from './components.ts'
export { resample } from './resample.ts'
