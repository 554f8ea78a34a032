import other from './other-circle.ts'
export default [other]
