/** The views of what is no mesh, in one script: many small ones would each take a request. */
export { createCloudView } from './cloud-view.ts'
export { createImageView } from './image-view.ts'
export { createVolumeView } from './volume-view.ts'
