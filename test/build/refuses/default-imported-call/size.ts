export const SIZE = Number('3')
