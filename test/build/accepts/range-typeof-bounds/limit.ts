export const LIMIT = 6
