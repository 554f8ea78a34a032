export { unresolvedReExport } from './missing.ts'
