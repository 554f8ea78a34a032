/** The parts that a page fetches beside each picture, in one script: small ones would take a request each. */
export { PlaceHandles } from '../handles/place-handles.tsx'
export { SliceHandles } from '../handles/slice-handles.tsx'
export { checkParams } from '../panel/check-params.ts'
export { SidePanel } from './side/side-panel.tsx'
