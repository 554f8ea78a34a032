export const LIMITS = { min: 0 }
export const SIZES = [1, 2]
export const GRID = [1, 2]
