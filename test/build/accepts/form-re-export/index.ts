import type { Mesh } from 'specimen-host/plugin'

export { shape as formReExport } from './shape.ts'
