export * from './mode.ts'
