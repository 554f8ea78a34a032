export interface Size {
  h: number
}
