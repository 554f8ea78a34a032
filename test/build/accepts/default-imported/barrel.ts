export * from './constants.ts'
export { default } from './constants.ts'
