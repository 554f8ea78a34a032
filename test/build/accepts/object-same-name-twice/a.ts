export interface Size {
  w: number
}
