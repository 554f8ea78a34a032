export enum Axis {
  X = 'x',
  Y = 'y',
}
