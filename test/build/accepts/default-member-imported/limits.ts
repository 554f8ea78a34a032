const max = 7
export const LIMITS = { max } as const
