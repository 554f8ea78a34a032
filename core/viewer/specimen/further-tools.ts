/** Parts of a volume, a parameter that is played, views beside each other and a menu, in one script. */
export { ViewDifferences, ViewHead } from '../compare/view-head.tsx'
export { Slices } from '../slices/slices.tsx'
export { SweepBar } from '../sweep/sweep-bar.tsx'
export { ZarrRow } from './save/zarr-row.tsx'
