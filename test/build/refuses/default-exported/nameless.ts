export const size = 5
