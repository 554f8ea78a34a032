/** The parts that a page fetches beside its picture, in one script: small ones would take a request each. */
export { ViewDifferences, ViewHead } from '../compare/view-head.tsx'
export { checkParams } from '../panel/check-params.ts'
export { Slices } from '../slices/slices.tsx'
export { SweepBar } from '../sweep/sweep-bar.tsx'
export { SidePanel } from './side/side-panel.tsx'
