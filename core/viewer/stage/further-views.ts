/** The views of what is no mesh, in one script: many small ones would each take a request. */
export { createArrowsView } from './arrows-view.ts'
export { createCloudView } from './cloud-view.ts'
export { createImageView } from './image-view.ts'
export { createLabelsView } from './labels-view.ts'
export { createLinesView } from './lines-view.ts'
export { createVolumeView } from './volume-view.ts'
