/** The parts of a volume, of a parameter that is played and of views beside each other, in one script. */
export { ViewDifferences, ViewHead } from '../compare/view-head.tsx'
export { Slices } from '../slices/slices.tsx'
export { SweepBar } from '../sweep/sweep-bar.tsx'
