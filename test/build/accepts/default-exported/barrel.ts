export { default as q } from './text.ts'
export { default } from './number.ts'
