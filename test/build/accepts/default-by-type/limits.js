export const LIMIT = 11
export const exact = { D: 3, on: true }
export class Names {
  static least = 2
}
export const SIZES = { small: 1, big: -2.5 }
export const NAMES = ['a', 'b']
