export type Options = number[]
