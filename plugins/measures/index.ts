/** Numbers beside the picture: tables of what is measured in volumes and images. */
export { countCells } from './count-cells.ts'
export { lineProfile } from './line-profile.ts'
export { valueHistogram } from './value-histogram.ts'
