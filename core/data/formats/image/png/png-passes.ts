/** A pass of an image: every `stepX`th pixel from `x`, in every `stepY`th row from `y`. */
export type Pass = readonly [x: number, y: number, stepX: number, stepY: number]

/** The one pass of an image that is sent from top to bottom. */
export const whole: readonly Pass[] = [[0, 0, 1, 1]]
/** The passes of Adam7, which show a coarse image early. */
export const interlaced: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]
