import other from './circle.ts'
export default [other]
